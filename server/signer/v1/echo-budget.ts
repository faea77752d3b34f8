import { type BucketRate, TokenBuckets } from '#lib/token-bucket.ts'
import type { PeerEntry } from '../peers/peers.ts'

/**
 * How much answers to echoes may add up to, in bytes: at once, the largest one that a message can
 * bring; then a small one each second. For one peer, and for all peers together.
 */
const OF_ONE: BucketRate = { capacity: 131_072, perSecond: 512 }
const OF_ALL: BucketRate = { capacity: 262_144, perSecond: 2_048 }
/** An event takes about this much around almost no content. */
const LEAST = 512

/**
 * Echoes are answered whoever asks, even a peer that may do nothing else. Without a limit, a peer
 * could make us publish as much as it likes under our key, until relays reject us.
 */
export function createEchoBudget(now: () => number) {
  const each = new TokenBuckets(OF_ONE, now)
  const all = new TokenBuckets(OF_ALL, now)
  return {
    /** Whether an answer of this many bytes may still go to a peer; if so, it counts. */
    take: (peer: PeerEntry, bytes: number): boolean => {
      const cost = Math.max(bytes, LEAST)
      return each.take(peer.xonly, '', cost) && all.take('all', '', cost)
    },
  }
}

export type EchoBudget = ReturnType<typeof createEchoBudget>
