import { relay as texts } from '#contract/relay-messages.ts'
import { backoffDelay } from './backoff.ts'
import type { RelayTimings } from './timings.ts'

/** How long one relay is left alone before it is dialled again. */
export class Redial {
  readonly #timings: RelayTimings
  readonly #random: () => number
  #attempt = 0
  /** How long it was waited for since it was last connected for long. Milliseconds. */
  #waited = 0
  /** How often in a row it has sent more than can be read. */
  #overloads = 0

  constructor(timings: RelayTimings, random: () => number) {
    this.#timings = timings
    this.#random = random
  }

  /**
   * A connection has ended, or an attempt at one.
   *
   * @param lasted how long it was open, in milliseconds; null when it never was
   * @returns milliseconds until the next attempt
   */
  ended(reason: string, lasted: number | null): number {
    const { stableAfter, backoffBase, backoffMax, backoffFloor } = this.#timings
    const { overloadBase, overloadMax, eagerFor, eagerMax } = this.#timings
    if (lasted !== null && lasted >= stableAfter) {
      this.#attempt = 0
      this.#waited = 0
    }
    if (lasted !== null && lasted >= overloadMax) this.#overloads = 0
    if (reason === texts.overload) this.#overloads += 1
    const isEager = this.#waited < eagerFor
    const max = isEager ? Math.min(backoffMax, Math.max(backoffBase, eagerMax)) : backoffMax
    const usual = backoffDelay(
      this.#attempt,
      { base: backoffBase, max, floor: backoffFloor },
      this.#random,
    )
    this.#attempt += 1
    this.#waited += usual
    if (reason !== texts.overload) return usual
    return Math.max(usual, Math.min(overloadMax, overloadBase * 2 ** (this.#overloads - 1)))
  }
}
