import type { PeerEntry } from '../peers/peers.ts'
import type { V2Context } from './context.ts'

/**
 * What a peer's messages show of what runs there. In a key exchange Igloo beta gives its part weighted
 * with its Lagrange coefficient, and expects ours so; Igloo of before 2026-06 and Floe give theirs without
 * a weight. Igloo beta's pings name the generation of its nonces, those of an older Igloo don't. Floe says
 * `weighted` in its requests and pings; a Floe of before 2026-12 does so in its requests alone.
 *
 * Whatever is seen counts from then on, also if it is a step back: an owner may update the app, restore an
 * old state of it, or put another one in its place. It is never an offence.
 */

type Context = Pick<V2Context, 'peers'>

/**
 * Whether who asks for parts of key exchanges is to get ours weighted, as Igloo beta adds them up. Who is
 * not known is pinged first, and gets them so if that tells nothing either. Never rejects.
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
export const noticesLoss = ({ protocols }: PeerEntry): boolean =>
  protocols.get('2026')?.pingsLike === 'floe'

/** A ping, or the answer to one, was read. */
export function seenPing(
  { peers }: Context,
  peer: PeerEntry,
  {
    version,
    hasGeneration,
    weighted = false,
  }: { version: 1 | 2; hasGeneration: boolean; weighted?: boolean },
): void {
  const dialect = peer.protocols.get('2026')
  const saidFloe = dialect?.pingsLike === 'floe'
  const igloo = version === 2 && hasGeneration ? 'igloo-beta' : 'igloo'
  const looksLike = weighted ? 'floe' : igloo
  if (dialect) dialect.pingsLike = looksLike
  // No Floe names the generation and not itself.
  const isOlderFloe = peer.build === 'floe' && !saidFloe && !hasGeneration
  if (weighted || !isOlderFloe) peers.setBuild(peer, looksLike)
}

/**
 * A request for parts of key exchanges was read. Without `weighted` it comes from no Floe: from what the
 * last ping looked like, if that was none either.
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
 * An answer of a peer to a request of ours for parts of key exchanges has proved right.
 *
 * @param isWeighted its proof holds with its Lagrange coefficient, and would not without
 */
export function seenAnswer({ peers }: Context, peer: PeerEntry, isWeighted: boolean): void {
  if (isWeighted) peers.setBuild(peer, 'igloo-beta')
  else if (peer.build !== 'floe') peers.setBuild(peer, 'igloo')
}
