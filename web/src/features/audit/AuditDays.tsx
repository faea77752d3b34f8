import type { ReactNode } from 'react'
import { dayName } from '../../lib/time.ts'

/** At an ISO date. */
export interface Dated {
  at: string
}

export interface AuditDaysProps<T extends Dated> {
  entries: readonly T[]
  row(entry: T): ReactNode
}

/** Entries in their order, grouped by the local day of writing. */
export function AuditDays<T extends Dated>({ entries, row }: AuditDaysProps<T>) {
  return byDay(entries).map(({ day, entries }) => (
    <section key={day} aria-label={day} className="mb-3">
      <h3 className="mb-1.5 text-xs font-medium text-ink-3">{day}</h3>
      <ul className="divide-y divide-line rounded-md border border-line">{entries.map(row)}</ul>
    </section>
  ))
}

interface Day<T> {
  day: string
  entries: T[]
}

function byDay<T extends Dated>(entries: readonly T[]): Day<T>[] {
  const days: Day<T>[] = []
  for (const entry of entries) {
    const day = dayName(new Date(entry.at))
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}
