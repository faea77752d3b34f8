import { ATTEMPTS, ATTEMPTS_OF_KEY, ATTEMPTS_PERIOD } from './limits.ts'

interface Counts {
  ofKeys: Map<string, number>
  inAll: number
}

/** How often strangers were heard lately. What floods one target leaves the others what they have. */
export class AttemptLimiter {
  readonly #clock: () => number
  readonly #counts = new Map<string, Counts>()
  #since = 0

  /** @param clock monotonic milliseconds */
  constructor(clock: () => number) {
    this.#clock = clock
  }

  /** Counts a try; false: it is one too many for this minute. */
  allows(target: string, pubkey: string): boolean {
    const now = this.#clock()
    if (now - this.#since >= ATTEMPTS_PERIOD) {
      this.#counts.clear()
      this.#since = now
    }
    const counts = this.#counts.get(target) ?? { ofKeys: new Map(), inAll: 0 }
    const before = counts.ofKeys.get(pubkey) ?? 0
    if (before >= ATTEMPTS_OF_KEY || counts.inAll >= ATTEMPTS) return false
    counts.ofKeys.set(pubkey, before + 1)
    counts.inAll += 1
    this.#counts.set(target, counts)
    return true
  }
}
