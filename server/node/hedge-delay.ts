import type { PeerEntry } from './peers.ts'

/** What a genuine node on a phone needs for its part of one session, beside the way there. */
const ANSWER_TIME = 400
/** What it needs for each further hash. */
const TIME_PER_HASH = 20
const MAX_DELAY = 1_200

/**
 * How long peers get before others are asked beside them, from their measured latency: long enough
 * that a slow phone is not doubled, short enough that one that is away costs little. Milliseconds.
 */
export function hedgeDelay(peers: readonly PeerEntry[], hashes: number): number {
  const slowest = Math.max(0, ...peers.map((peer) => peer.latency ?? 0))
  return Math.min(MAX_DELAY, ANSWER_TIME + 4 * slowest) + TIME_PER_HASH * (hashes - 1)
}
