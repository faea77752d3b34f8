import { MAX_COMMITS } from '#contract/limits.ts'
import { IDLE_EVENTS_HOUR, IDLE_EVENTS_MINUTE, IDLE_PINGS_SURE } from './limits.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/**
 * How many unsolicited events leave under our key: our pings, answers to peers' pings, messages to
 * ourselves. Relays limit the events of one key, nostream to 60 a minute and 720 an hour, and a
 * signature must find room. Answers are never held back, but leave less for our own pings.
 */
export class IdleBudget {
  readonly #now: () => number
  /** When the latest ones left, oldest first: all, and our pings among them. Unix milliseconds. */
  #all: number[] = []
  #pings: number[] = []

  /** @param now Unix milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Counts this many such events, which leave without asking here. */
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
    // No larger group is in the field; in one, further answers are left to chance.
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
