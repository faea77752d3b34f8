import { MAX_COMMITS } from '../contract/limits.ts'
import { IDLE_EVENTS_HOUR, IDLE_EVENTS_MINUTE, IDLE_PINGS_SURE } from './limits.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/**
 * How many events leave under our key that nobody asked for: pings of ours, answers to those of peers,
 * messages to ourselves. Relays let so many through of one key, nostream 60 a minute and 720 an hour,
 * and a signature must find room. Answers are never held back, but leave less for pings of ours.
 */
export class IdleBudget {
  readonly #now: () => number
  /** When the last ones left, oldest first: all, and our pings among them. Unix milliseconds. */
  #all: number[] = []
  #pings: number[] = []

  /** @param now Unix milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /** So many such events leave that are not asked for here. */
  note(events = 1): void {
    this.#all = this.#added(this.#all, events, IDLE_EVENTS_HOUR)
  }

  /**
   * Takes room for pings of ours, which then may leave; false when there is too little.
   *
   * @param pings how many
   * @param silent peers that may be there and were not heard within a minute: each may ask for an answer
   *   in this one
   */
  take(pings: number, silent: number): boolean {
    if (!this.#allows(pings, silent)) return false
    this.note(pings)
    this.#pings = this.#added(this.#pings, pings, IDLE_PINGS_SURE)
    return true
  }

  #added(times: readonly number[], count: number, most: number): number[] {
    return [...times, ...Array<number>(count).fill(this.#now())].slice(-most)
  }

  #allows(pings: number, silent: number): boolean {
    // No larger group is in the field; in one, more answers than that are left to chance.
    const expected = Math.min(silent, MAX_COMMITS - 1)
    if (this.#in(this.#all, MINUTE) + pings + expected > IDLE_EVENTS_MINUTE) return false
    return (
      this.#in(this.#all, HOUR) + pings <= IDLE_EVENTS_HOUR ||
      this.#in(this.#pings, HOUR) + pings <= IDLE_PINGS_SURE
    )
  }

  #in(times: readonly number[], span: number): number {
    const from = this.#now() - span
    return times.filter((time) => time > from).length
  }
}
