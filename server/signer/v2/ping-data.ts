import { NONCES_REFILL_BELOW } from '#protocol/limits.ts'
import type { Ping } from '#protocol/v2/messages.ts'
import type { PeerEntry } from '../peers/peers.ts'
import { seenPing } from './build.ts'
import type { V2Context } from './context.ts'
import type { Advertised } from './nonces.ts'
import { policyOf, profileFor } from './profile.ts'

/** What we tell a peer, whether it asked or not. */
export async function pingFor(
  { nonces, wall }: V2Context,
  peer: PeerEntry,
  version: 1 | 2,
  { isAnswer, mayBring }: { isAnswer: boolean; mayBring?: () => boolean },
): Promise<Ping> {
  const policy_profile = profileFor(peer, wall())
  if (version === 1) {
    const all = await nonces.advertiseVersion1(peer.xonly, { isAnswer, mayBring })
    return { version, nonces: all.length === 0 ? null : all, policy_profile }
  }
  // First: with it, what the store has lost is forgotten.
  const nonce_pool_generation = nonces.poolId(peer.xonly)
  const advertised_nonces = await nonces.advertise(peer.xonly, { topUp: !isAnswer, mayBring })
  const held_peer_nonce_codes = nonces.heldCodes(peer.xonly)
  // What we recognise of the codes that it has said it holds is left out: see Ping2.
  const fields = { version, advertised_nonces, held_peer_nonce_codes, policy_profile }
  return { ...fields, nonce_pool_generation, weighted: true }
}

/** Whether a ping says that nonces are lost: the peer's that we held, or ours that it holds. */
export interface PoolNews {
  theirs: boolean
  ours: boolean
}

export const NO_NEWS: PoolNews = { theirs: false, ours: false }

/** Processes what a peer tells us, whether we asked or not. */
export function takePing(
  context: V2Context,
  peer: PeerEntry,
  ping: Ping,
  how: Pick<Advertised, 'replaces' | 'lost'> = {},
): PoolNews {
  const { nonces, persons, self, onMet } = context
  const dialect = peer.protocols.get('2026')
  if (dialect !== undefined) {
    if (ping.version === 1 && dialect.pingVersion !== 2) nonces.reportVersion1(peer.xonly)
    const isMet = dialect.pingVersion !== null
    dialect.pingVersion = ping.version
    if (!isMet) onMet()
    dialect.policy = policyOf(ping.policy_profile, dialect.policy, self.xonly)
  }
  if (ping.version === 1) {
    seenPing(context, peer, { version: 1, hasGeneration: false })
    nonces.receiveVersion1(peer.xonly, ping.nonces ?? [])
    return NO_NEWS
  }
  const { nonce_pool_generation: poolId, advertised_nonces, held_peer_nonce_codes } = ping
  const readsPoolId = poolId !== undefined
  seenPing(context, peer, {
    version: 2,
    hasGeneration: readsPoolId,
    weighted: ping.weighted === true,
  })
  const ours = nonces.report(peer.xonly, held_peer_nonce_codes, { readsPoolId })
  const theirs = nonces.take(peer.xonly, { nonces: advertised_nonces, poolId, ...how })
  // Its app was started again, and what a person was to be asked there is gone: unless another device said so.
  if (theirs && !peer.areTwoDevices) persons.forget(peer.xonly)
  return { theirs, ours }
}

/**
 * Whether a peer is asked at once for its nonces, those that we held being lost: unless it has just sent enough.
 * Two devices with one share lose each other's with every ping; they are left to the pings that come anyway.
 */
export const wantsAll = (
  { nonces, poolPings }: V2Context,
  { xonly, areTwoDevices }: PeerEntry,
  { theirs }: PoolNews,
): boolean =>
  theirs && !areTwoDevices && nonces.held(xonly) < NONCES_REFILL_BELOW && poolPings.take(xonly)

/**
 * Those of the codes in our ping that its answer does not count among the good ones; none if it does not say.
 * What we have got since is not among them. Only answers are read so: in a ping of its own Igloo beta goes by
 * our last one, and leaves out what it has sent since.
 */
export function unrecognized(pong: Ping, said: readonly string[]): ReadonlySet<string> {
  if (pong.version === 1 || pong.recognized_peer_nonce_codes === undefined) return new Set()
  const recognized = new Set(pong.recognized_peer_nonce_codes)
  return new Set(said.filter((code) => !recognized.has(code)))
}
