import type { Faults } from './faults.ts'

const MINUTE = 60_000
const HOUR = 3_600_000

/** Counts the events of each key in sliding windows. */
export class KeyArrivals {
  readonly #times = new Map<string, number[]>()
  readonly #now: () => number

  /** @param now milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Counts an event, and says whether its key is still within its limits. */
  allow(
    key: string,
    { keyRateMinute, keyRateHour }: Pick<Faults, 'keyRateMinute' | 'keyRateHour'>,
  ): boolean {
    if (keyRateMinute === 0 && keyRateHour === 0) return true
    const now = this.#now()
    const times = [...(this.#times.get(key) ?? []), now].filter((time) => time > now - HOUR)
    this.#times.set(key, times)
    const inMinute = times.filter((time) => time > now - MINUTE).length
    return (
      (keyRateMinute === 0 || inMinute <= keyRateMinute) &&
      (keyRateHour === 0 || times.length <= keyRateHour)
    )
  }
}
