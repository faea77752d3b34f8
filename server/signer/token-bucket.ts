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
 * One token bucket for each sender, so that no peer, and nobody who uses its name, costs us more
 * than a fixed number of verifications a second.
 */
export class TokenBuckets {
  readonly #buckets = new Map<string, Bucket>()
  readonly #rate: BucketRate
  readonly #now: () => number

  constructor(rate: BucketRate, now: () => number) {
    this.#rate = rate
    this.#now = now
  }

  /** Takes one token; false when there is none. */
  take(sender: string): boolean {
    const bucket = this.#refill(sender)
    if (bucket.tokens < 1) return false
    bucket.tokens -= 1
    return true
  }

  /** Adds one token, for an answer that we have asked the sender for. */
  credit(sender: string): void {
    const bucket = this.#refill(sender)
    bucket.tokens = Math.min(this.#rate.capacity * 2, bucket.tokens + 1)
  }

  #refill(sender: string): Bucket {
    const { capacity, perSecond } = this.#rate
    const now = this.#now()
    const bucket = this.#buckets.get(sender) ?? { tokens: capacity, at: now }
    this.#buckets.set(sender, bucket)
    const gained = (Math.max(0, now - bucket.at) / 1000) * perSecond
    if (bucket.tokens < capacity) bucket.tokens = Math.min(capacity, bucket.tokens + gained)
    bucket.at = now
    return bucket
  }
}
