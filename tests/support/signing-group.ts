import { xOnly } from '#nostr/x-only.ts'
import { generateKeyset, type Keyset } from '#protocol/v1/keyset.ts'
import type { Signer } from '#signer/signer.ts'
import { RelayFixture } from '../../relay-fixture/relay.ts'
import { type FloeSigner, startFloeSigner } from './floe-signer.ts'
import { type GenuinePeer, GenuineProcess } from './genuine-peer.ts'
import { PATIENT } from './patient.ts'
import { until } from './until.ts'

export interface SigningGroupOptions {
  threshold: number
  totalMembers: number
  /** The group's secret key, 32 bytes, hex; a new one by default. */
  secretKey?: string
  /** Indices of the members that run as Floe nodes, in this process. */
  floe: readonly number[]
  /** Indices of the members that run as genuine nodes, in a process for all of them. */
  genuine?: readonly number[]
  /** Where the genuine members run; without it, in a process that ends with the group. */
  genuineProcess?: GenuineProcess
  /** Indices of genuine members that answer nothing but pings. */
  refusing?: readonly number[]
}

/** A keyset, a relay, and the members that run. */
export interface SigningGroup {
  relay: RelayFixture
  keyset: Keyset
  /** X-only key of a member. */
  pubkey(idx: number): string
  floe(idx: number): FloeSigner
  genuine(idx: number): GenuinePeer
  stop(): Promise<void>
}

/**
 * Starts a group. Resolves when every node hears the relay, and Floe's nodes have met all running members.
 */
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
  const own = options.genuine && !options.genuineProcess ? new GenuineProcess() : undefined
  const startGenuine = async (idx: number) => {
    const policies = options.refusing?.includes(idx) ? refusals : []
    const process = options.genuineProcess ?? own
    if (process === undefined) throw new Error('no process for a genuine node')
    return {
      idx,
      node: await process.start({ group, share: share(idx), relays, policies }),
    }
  }
  const startFloe = async (idx: number) => ({
    idx,
    node: await startFloeSigner({
      ...{ group, share: share(idx), relays },
      // All that are pinged are there, perhaps in a process that is late.
      timings: { ping: PATIENT.request },
    }),
  })
  const [floes, peers] = await Promise.all([
    Promise.all(options.floe.map(startFloe)),
    Promise.all((options.genuine ?? []).map(startGenuine)),
  ])
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
      await own?.stop()
      await relay.stop()
    },
  }
}

/** Pings each peer until it answers: a ping that was sent before a peer was there is lost. */
async function meetPeers(node: Signer, present: readonly string[]): Promise<void> {
  const others = present.filter((pubkey) => pubkey !== node.self.xonly)
  await Promise.all(others.map((pubkey) => until(async () => (await node.ping(pubkey)).success)))
}

function member<T extends { idx: number }>(members: readonly T[], idx: number): T {
  const found = members.find((one) => one.idx === idx)
  if (found === undefined) throw new Error(`no member ${idx} in this test`)
  return found
}
