import type { PeerEntry } from '../peers/peers.ts'

/** How long a genuine node on a phone needs for its part of a session, apart from transport. */
const ANSWER_TIME = 400
/** How long it needs for each further hash. */
const TIME_PER_HASH = 20
const MAX_DELAY = 1_200

/**
 * How long peers get before others are asked as well, from their measured latency: long enough that
 * a slow phone's work is not duplicated, short enough that an absent peer costs little.
 * Milliseconds.
 *
 * @param backlog what they have to do first, this request included, as far as that is known. Milliseconds
 */
export function hedgeDelay(peers: readonly PeerEntry[], hashes: number, backlog = 0): number {
  const slowest = Math.max(0, ...peers.map((peer) => peer.latency ?? 0))
  const work = Math.max(TIME_PER_HASH * (hashes - 1), backlog)
  return Math.min(MAX_DELAY, ANSWER_TIME + 4 * slowest) + work
}
