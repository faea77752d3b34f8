import { dayName, wasSetBack } from '../../lib/time.ts'
import { audit } from '../../texts/texts.ts'

/** At an ISO date. */
export interface Dated {
  at: string
}

interface Day<T> {
  /** Unlike that of any other. */
  key: string
  title: string
  entries: T[]
}

/**
 * Entries in their order, the newest first, by the local day of writing. Where the clock was set back, what was
 * written before stands apart: its times would seem to run backwards.
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
