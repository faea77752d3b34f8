import type { IncomingHttpHeaders } from 'node:http'
import { relay as texts } from '#contract/codes.ts'
import type { Failure } from '#contract/message.ts'
import { RELAY_RETRY_AFTER_MAX, type RelayTimings } from './limits.ts'

/**
 * Delay before attempt number `attempt` (0 is the first retry): exponential with full jitter, so
 * that the clients of a relay that comes back don't all dial at the same instant.
 *
 * @returns milliseconds, between `floor` and min(max, base × 2^attempt)
 */
export function backoffDelay(
  attempt: number,
  { base, max, floor }: { base: number; max: number; floor: number },
  random: () => number,
): number {
  const ceiling = Math.min(max, base * 2 ** attempt)
  return Math.max(Math.min(floor, ceiling), Math.round(random() * ceiling))
}

/**
 * How long an HTTP answer asks us to wait (RFC 9110, section 10.2.3): in seconds, or until a date by the
 * server's own clock.
 *
 * @param wall our clock, used when the answer has no date. Unix milliseconds
 * @returns milliseconds, an hour at most; undefined without a readable `Retry-After`
 */
export function retryAfterOf(
  { 'retry-after': value = '', date = '' }: IncomingHttpHeaders,
  wall: number,
): number | undefined {
  const ms = /^\d+$/.test(value)
    ? Number(value) * 1000
    : Date.parse(value) - (Date.parse(date) || wall)
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), RELAY_RETRY_AFTER_MAX)
}

/** How long to wait before one relay is dialled again. */
export class Redial {
  readonly #timings: RelayTimings
  readonly #random: () => number
  #attempt = 0
  /** The waits since the last stable connection. Milliseconds. */
  #waited = 0
  /** How often in a row the relay sent more than we can read. */
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
  ended({ code }: Failure, lasted: number | null): number {
    const { stableAfter, backoffBase, backoffMax, backoffFloor } = this.#timings
    const { overloadBase, overloadMax, eagerFor, eagerMax } = this.#timings
    if (lasted !== null && lasted >= stableAfter) {
      this.#attempt = 0
      this.#waited = 0
    }
    if (lasted !== null && lasted >= overloadMax) this.#overloads = 0
    const isOverload = code === texts.overload.code
    if (isOverload) this.#overloads += 1
    const isEager = this.#waited < eagerFor
    const max = isEager ? Math.min(backoffMax, Math.max(backoffBase, eagerMax)) : backoffMax
    const usual = backoffDelay(
      this.#attempt,
      { base: backoffBase, max, floor: backoffFloor },
      this.#random,
    )
    this.#attempt += 1
    this.#waited += usual
    if (!isOverload) return usual
    return Math.max(usual, Math.min(overloadMax, overloadBase * 2 ** (this.#overloads - 1)))
  }
}
