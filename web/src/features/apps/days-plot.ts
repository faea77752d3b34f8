import type { AppDay } from '#contract/apps.ts'

/** Days that a plot shows, today included. */
export const DAYS_SHOWN = 30
const DAY = 86_400_000

interface DayUses {
  /** `2026-11-23`, in UTC, as the server counts. */
  day: string
  uses: number
}

/**
 * How often something was done on each of the last days, the oldest first; days without any too.
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

/** How often each thing was done in all, the most frequent first. */
export function byUse(days: readonly AppDay[]): { use: string; times: number }[] {
  const counts = new Map<string, number>()
  for (const { uses } of days) {
    for (const [use, times] of Object.entries(uses)) counts.set(use, (counts.get(use) ?? 0) + times)
  }
  return [...counts]
    .map(([use, times]) => ({ use, times }))
    .toSorted((a, b) => b.times - a.times || a.use.localeCompare(b.use))
}

/**
 * How high a bar is, from 0 to 1. By the root, so that a day of three is still seen beside one of a
 * thousand.
 */
export const heightOf = (uses: number, most: number): number =>
  uses === 0 || most === 0 ? 0 : Math.max(0.12, Math.sqrt(uses / most))

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
