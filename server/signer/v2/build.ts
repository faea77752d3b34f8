import type { PeerEntry } from '../peers/peers.ts'
import type { V2Context } from './context.ts'

/**
 * Detects which implementation runs at a peer. In a key exchange Igloo beta weights its part with its
 * Lagrange coefficient, and expects ours weighted; Igloo of before 2026-06 and Floe send theirs without a
 * weight. Igloo beta's pings have the id of its nonce pool, those of an older Igloo don't. Floe sends
 * `weighted` in its requests and pings; Floe of before 2026-12 sends it in its requests only.
 *
 * The last observation counts, even if it is an older build: the owner may update the app, restore an old
 * state of it, or replace it.
 */

type Context = Pick<V2Context, 'peers'>

/**
 * Whether to weight our parts for a peer that asks for key exchanges, as Igloo beta needs it. An unknown
 * peer is pinged first; if it stays unknown, it gets weighted parts. Never rejects.
 */
export async function expectsWeighted(
  context: Pick<V2Context, 'peers' | 'ping'>,
  peer: PeerEntry,
  request: { weighted?: boolean | undefined },
): Promise<boolean> {
  seenRequest(context, peer, request)
  if (request.weighted) return false
  if (peer.build === null) await context.ping(peer)
  return peer.build !== 'igloo'
}

/**
 * Whether a peer learns from a ping that nonces are lost, whichever side had them, so that losing a few costs
 * it no signature.
 */
export const detectsLoss = ({ protocols }: PeerEntry): boolean =>
  protocols.get('2026')?.pingsLike === 'floe'

/** Records what a ping, or the answer to one, shows. */
export function seenPing(
  { peers }: Context,
  peer: PeerEntry,
  {
    version,
    hasPoolId,
    weighted = false,
  }: { version: 1 | 2; hasPoolId: boolean; weighted?: boolean },
): void {
  const state = peer.protocols.get('2026')
  const wasFloe = state?.pingsLike === 'floe'
  const igloo = version === 2 && hasPoolId ? 'igloo-beta' : 'igloo'
  const looksLike = weighted ? 'floe' : igloo
  if (state) state.pingsLike = looksLike
  // An older Floe sends neither `weighted` nor a pool id.
  const isOlderFloe = peer.build === 'floe' && !wasFloe && !hasPoolId
  if (weighted || !isOlderFloe) peers.setBuild(peer, looksLike)
}

/**
 * Records what a request for key exchanges shows. Without `weighted` it does not come from Floe: the peer
 * is then what its last ping looked like, unless that looked like Floe too.
 */
export function seenRequest(
  { peers }: Context,
  peer: PeerEntry,
  { weighted = false }: { weighted?: boolean | undefined },
): void {
  if (weighted) peers.setBuild(peer, 'floe')
  else if (peer.build === 'floe') {
    const { pingsLike = null } = peer.protocols.get('2026') ?? {}
    peers.setBuild(peer, pingsLike === 'floe' ? null : pingsLike)
  }
}

/**
 * Records what a peer's answer to our request for key exchanges shows, whose proof is right.
 *
 * @param isWeighted its proof holds with its Lagrange coefficient only
 */
export function seenAnswer({ peers }: Context, peer: PeerEntry, isWeighted: boolean): void {
  if (isWeighted) peers.setBuild(peer, 'igloo-beta')
  else if (peer.build !== 'floe') peers.setBuild(peer, 'igloo')
}
