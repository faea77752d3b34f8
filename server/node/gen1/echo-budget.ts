import type { PeerEntry } from '../peers.ts'
import { type BucketRate, TokenBuckets } from '../token-bucket.ts'

/**
 * What answers to echoes may come to, in bytes: the largest that a message can bring at once, and then
 * a small one each second. A peer's, and all peers' together.
 */
const OF_ONE: BucketRate = { capacity: 131_072, perSecond: 512 }
const OF_ALL: BucketRate = { capacity: 262_144, perSecond: 2_048 }
/** An event around next to nothing takes as much. */
const LEAST = 512

/**
 * Echoes are answered whoever asks, also a peer that may do nothing else: so one could have us publish
 * as much as it likes, under our key, until relays turn us away.
 */
export function createEchoBudget(now: () => number) {
  const each = new TokenBuckets(OF_ONE, now)
  const all = new TokenBuckets(OF_ALL, now)
  return {
    /** Whether an answer of so many bytes may still go to a peer; it counts then. */
    take: (peer: PeerEntry, bytes: number): boolean => {
      const cost = Math.max(bytes, LEAST)
      return each.take(peer.xonly, '', cost) && all.take('all', '', cost)
    },
  }
}

export type EchoBudget = ReturnType<typeof createEchoBudget>
