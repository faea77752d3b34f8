import { dayName, wasSetBack } from '../../lib/time.ts'
import { audit } from '../../texts/texts.ts'

/** `at`: ISO date. */
export interface Dated {
  at: string
}

interface Day<T> {
  /** Unique among the days. */
  key: string
  title: string
  entries: T[]
}

/**
 * Groups entries, newest first, by the local day of writing. Where the clock was set back, the entries written before
 * form a group of their own: their times would seem to run backwards.
 */
export function byDay<T extends Dated>(entries: readonly T[]): Day<T>[] {
  const days: (Day<T> & { day: string })[] = []
  let newer: T | undefined
  for (const entry of entries) {
    const day = dayName(new Date(entry.at))
    const isBefore = newer !== undefined && wasSetBack(entry.at, newer.at)
    const last = days.at(-1)
    if (last?.day === day && !isBefore) last.entries.push(entry)
    else {
      const key = `${day} ${days.filter((other) => other.day === day).length}`
      const title = isBefore ? audit.beforeSetBack(day) : day
      days.push({ key, title, day, entries: [entry] })
    }
    newer = entry
  }
  return days
}
