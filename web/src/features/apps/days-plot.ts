import type { AppDay } from '#contract/apps.ts'
import { apps as texts } from '../../texts/texts.ts'

/** Days that a plot shows, today included. */
export const DAYS_SHOWN = 30
const DAY = 86_400_000

interface DayUses {
  /** `2026-11-23`, in UTC, as the server counts. */
  day: string
  uses: number
}

/**
 * The uses on each of the last days, the oldest first, days without uses too.
 *
 * @param now the server's time, Unix milliseconds
 */
export function lastDays(days: readonly AppDay[], now: number): DayUses[] {
  const counts = new Map(days.map(({ day, uses }) => [day, sum(Object.values(uses))]))
  return Array.from({ length: DAYS_SHOWN }, (_, at) => {
    const day = new Date(now - (DAYS_SHOWN - 1 - at) * DAY).toISOString().slice(0, 10)
    return { day, uses: counts.get(day) ?? 0 }
  })
}

/** The uses of the last days, in words. */
export function describeDays(days: readonly AppDay[], now: number): string {
  const shown = lastDays(days, now)
  return texts.plot(sum(shown.map(({ uses }) => uses)), usedDays(shown))
}

export const usedDays = (days: readonly DayUses[]): number =>
  days.filter(({ uses }) => uses > 0).length

/**
 * How high a bar is, from 0 to 1. By the root, so that a day of three is still seen beside one of a
 * thousand.
 */
export const heightOf = (uses: number, most: number): number =>
  uses === 0 || most === 0 ? 0 : Math.max(0.12, Math.sqrt(uses / most))

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
