import { type BucketRate, TokenBuckets } from '#lib/token-bucket.ts'
import {
  NONCE_LIST_INTERVAL,
  NONCE_LISTS_AT_ONCE,
  NONCE_REFUSAL_INTERVAL,
  NONCE_REFUSALS_AT_ONCE,
  NONCE_REFUSALS_PER_PING,
  POOL_PING_INTERVAL,
  POOL_PINGS_AT_ONCE,
} from '../limits.ts'

/** How many lists of nonces our answers bring a peer. */
export const NONCE_LISTS: BucketRate = {
  capacity: NONCE_LISTS_AT_ONCE,
  perSecond: 1_000 / NONCE_LIST_INTERVAL,
}

/** How often a peer is pinged because those of its nonces that we held are lost. */
export const POOL_PINGS: BucketRate = {
  capacity: POOL_PINGS_AT_ONCE,
  perSecond: 1_000 / POOL_PING_INTERVAL,
}

/**
 * Limits how often each peer gets the error that a nonce is not available: it may hold many such
 * nonces, for example after a restore.
 */
export class NonceRefusals {
  readonly #buckets: TokenBuckets
  /** How many each peer has got, by x-only key. */
  readonly #counts = new Map<string, number>()

  /** @param now Unix milliseconds */
  constructor(now: () => number) {
    const rate = { capacity: NONCE_REFUSALS_AT_ONCE, perSecond: 1_000 / NONCE_REFUSAL_INTERVAL }
    this.#buckets = new TokenBuckets(rate, now)
  }

  /**
   * Counts one more refusal; null when the peer must not get it now.
   *
   * @returns `isPingDue` when it is time to ping the peer too, and `guess`, the ping version to use if
   *   the peer's is not known
   */
  take(peer: string): { isPingDue: boolean; guess: 1 | 2 } | null {
    if (!this.#buckets.take(peer)) return null
    const count = this.#counts.get(peer) ?? 0
    this.#counts.set(peer, count + 1)
    const pings = Math.floor(count / NONCE_REFUSALS_PER_PING)
    return { isPingDue: count % NONCE_REFUSALS_PER_PING === 0, guess: pings % 2 === 0 ? 2 : 1 }
  }
}
