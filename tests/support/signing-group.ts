import { RelayFixture } from '../../relay-fixture/relay.ts'
import { generateKeyset, type Keyset } from '../../server/frostr/gen1/keyset.ts'
import type { SignerNode } from '../../server/node/node.ts'
import { xOnly } from '../../server/nostr/x-only.ts'
import { type FloeNode, startFloeNode } from './floe-node.ts'
import { GenuinePeer } from './genuine-peer.ts'
import { until } from './until.ts'

export interface SigningGroupOptions {
  threshold: number
  totalMembers: number
  /** The group's secret key, 32 bytes, hex; a new one by default. */
  secretKey?: string
  /** Indices of the members that run as Floe nodes, in this process. */
  floe: readonly number[]
  /** Indices of the members that run as genuine nodes, each in a process of its own. */
  genuine?: readonly number[]
  /** Indices of genuine members that answer nothing but pings. */
  refusing?: readonly number[]
}

/** A keyset, a relay, and the members that run. */
export interface SigningGroup {
  relay: RelayFixture
  keyset: Keyset
  /** X-only key of a member. */
  pubkey(idx: number): string
  floe(idx: number): FloeNode
  genuine(idx: number): GenuinePeer
  stop(): Promise<void>
}

/** Resolves when every node hears the relay, and Floe's nodes know who is there. */
export async function startSigningGroup(options: SigningGroupOptions): Promise<SigningGroup> {
  const { threshold, totalMembers, secretKey } = options
  const keyset = generateKeyset({ threshold, totalMembers, ...(secretKey && { secretKey }) })
  const group = keyset.groupCredential
  const relay = await RelayFixture.start()
  const relays = [relay.url]

  const pubkey = (idx: number) => xOnly(member(keyset.group.commits, idx).pubkey)
  const share = (idx: number) => keyset.shareCredentials[idx - 1] ?? ''
  const refusals = keyset.group.commits.map(({ idx }) => ({
    pubkey: pubkey(idx),
    policy: { send: true, recv: false },
  }))
  const startGenuine = (idx: number) => {
    const policies = options.refusing?.includes(idx) ? refusals : []
    return GenuinePeer.start({ group, share: share(idx), relays, policies })
  }

  const floes = await Promise.all(
    options.floe.map(async (idx) => ({
      idx,
      node: await startFloeNode({ group, share: share(idx), relays }),
    })),
  )
  const peers = await Promise.all(
    (options.genuine ?? []).map(async (idx) => ({
      idx,
      node: await startGenuine(idx),
    })),
  )
  const present = [...options.floe, ...(options.genuine ?? [])].map(pubkey)
  await Promise.all(floes.map(({ node: { node } }) => meetPeers(node, present)))

  return {
    relay,
    keyset,
    pubkey,
    floe: (idx) => member(floes, idx).node,
    genuine: (idx) => member(peers, idx).node,
    stop: async () => {
      await Promise.all([
        ...floes.map(({ node }) => node.node.stop()),
        ...peers.map(({ node }) => node.stop()),
      ])
      await relay.stop()
    },
  }
}

/** A ping that left before a peer was there is lost, so each is pinged until it answers. */
async function meetPeers(node: SignerNode, present: readonly string[]): Promise<void> {
  const others = present.filter((pubkey) => pubkey !== node.self.xonly)
  await Promise.all(others.map((pubkey) => until(async () => (await node.ping(pubkey)).success)))
}

function member<T extends { idx: number }>(members: readonly T[], idx: number): T {
  const found = members.find((one) => one.idx === idx)
  if (found === undefined) throw new Error(`no member ${idx} in this test`)
  return found
}
