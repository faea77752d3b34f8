export interface BucketRate {
  /** How many may come at once. */
  capacity: number
  /** How many more each second. */
  perSecond: number
}

interface Bucket {
  tokens: number
  at: number
}

/**
 * One token bucket for each sender on each relay, so that no peer costs us more than a fixed number
 * of verifications a second. A relay that forges events in a peer's name costs no more than that,
 * either, and does not use up what the peer may send over others.
 */
export class TokenBuckets {
  readonly #buckets = new Map<string, Bucket>()
  /** Answers that we have asked a sender for, over any relay. */
  readonly #expected = new Map<string, number>()
  readonly #rate: BucketRate
  readonly #now: () => number

  constructor(rate: BucketRate, now: () => number) {
    this.#rate = rate
    this.#now = now
  }

  /**
   * Takes `cost` tokens, or else uses up one answer that we have asked for; false when there is neither. Without a
   * relay, the tokens are of one bucket for all relays together.
   */
  take(sender: string, relay = '', cost = 1): boolean {
    const bucket = this.#refill(`${sender} ${relay}`)
    if (bucket.tokens >= cost) {
      bucket.tokens -= cost
      return true
    }
    const expected = this.#expected.get(sender) ?? 0
    if (expected === 0) return false
    this.#expected.set(sender, expected - 1)
    return true
  }

  /** Adds one token for an answer that we have asked the sender for. */
  credit(sender: string): void {
    const expected = this.#expected.get(sender) ?? 0
    this.#expected.set(sender, Math.min(this.#rate.capacity, expected + 1))
  }

  #refill(source: string): Bucket {
    const { capacity, perSecond } = this.#rate
    const now = this.#now()
    const bucket = this.#buckets.get(source) ?? { tokens: capacity, at: now }
    this.#buckets.set(source, bucket)
    const gained = (Math.max(0, now - bucket.at) / 1000) * perSecond
    bucket.tokens = Math.min(capacity, bucket.tokens + gained)
    bucket.at = now
    return bucket
  }
}
