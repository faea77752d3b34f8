import type { ProtocolName } from '#contract/protocols.ts'
import { serverCurve } from '#crypto/curve/hex.ts'
import { xOnly } from '#nostr/x-only.ts'
import { convertFromV1 } from '#protocol/convert-v1.ts'
import { generateKeyset, type Keyset } from '#protocol/v1/keyset.ts'
import { groupText, shareText } from '#protocol/v2/group.ts'
import type { Signer } from '#signer/signer.ts'
import { createNonces } from '#store/nonces/nonces.ts'
import { RelayFixture } from '../../relay-fixture/relay.ts'
import { type FloeSigner, type FloeSignerOptions, startFloeSigner } from './floe-signer.ts'
import { SILENT } from './patient.ts'
import { type Scope, temporaryFolder } from './scope.ts'
import { until } from './until.ts'

/** The `v2` options of a Floe node that stores its nonces in a folder, which is gone when the test ends. */
export function noncesFor(scope: Scope, folder = temporaryFolder(scope)) {
  const nonces = createNonces(folder, { info: () => {}, warn: () => {}, error: () => {} }).keyset(1)
  scope.onTestFinished(() => nonces.close())
  return { folder, nonces: nonces.of, groupName: () => 'Test' }
}

export interface V2Member extends FloeSigner {
  idx: number
  xonly: string
}

export interface V2Group {
  relay: RelayFixture
  keyset: Keyset
  /** X-only key of a member. */
  xonly(idx: number): string
  /** Starts a Floe node that speaks both protocols, with a test's timings. */
  start(idx: number, options?: Partial<FloeSignerOptions>): Promise<V2Member>
}

/** A member's 2026 credentials of a 1.x keyset that was carried over. */
export function carriedTexts(keyset: Keyset, idx: number): { group: string; share: string } {
  const carried = convertFromV1(keyset.group, keyset.shares, serverCurve, 'Carried')
  const share = carried.ok && carried.value.shares.find((one) => one.idx === idx)
  if (!carried.ok || !share) throw new Error(`no member ${idx} in this test`)
  return { group: groupText(carried.value.group), share: shareText(share) }
}

/** The credentials of a member that can speak only this protocol. */
export function credentialsIn(
  scope: Scope,
  generation: ProtocolName,
  keyset: Keyset,
  idx: number,
): Pick<FloeSignerOptions, 'group' | 'share'> & Partial<FloeSignerOptions> {
  return generation === '1.x'
    ? { group: keyset.groupCredential, share: keyset.shareCredentials[idx - 1] ?? '' }
    : { ...carriedTexts(keyset, idx), v2: noncesFor(scope) }
}

/** A 1.x keyset and a relay, which stops when the test ends, as do its nodes. */
export async function v2Group(
  scope: Scope,
  sizes: { threshold: number; totalMembers: number; secretKey?: string },
): Promise<V2Group> {
  const keyset = generateKeyset(sizes)
  const relay = await RelayFixture.start()
  scope.onTestFinished(() => relay.stop())
  const xonly = (idx: number) => xOnly(keyset.group.commits[idx - 1]?.pubkey ?? '')
  return {
    relay,
    keyset,
    xonly,
    start: async (idx, { timings, ...options } = {}) => {
      const floe = await startFloeSigner({
        group: keyset.groupCredential,
        share: keyset.shareCredentials[idx - 1] ?? '',
        relays: [relay.url],
        timings: { ...SILENT, drain: 0, ...timings },
        v2: noncesFor(scope),
        ...options,
      })
      scope.onTestFinished(() => floe.node.stop())
      return { ...floe, idx, xonly: xonly(idx) }
    },
  }
}

/** Every node pings every other one until that answers in 2026. */
export async function meet(...nodes: readonly { node: Signer }[]): Promise<void> {
  for (const { node } of nodes) {
    for (const other of nodes) {
      if (other.node !== node) await meetOne(node, other.node.self.xonly)
    }
  }
}

async function meetOne(node: Signer, peer: string): Promise<void> {
  await until(async () => {
    await node.ping(peer)
    return node.peers.get(peer)?.protocols.has('2026') === true
  })
}
