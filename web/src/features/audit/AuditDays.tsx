import type { ReactNode } from 'react'
import type { AuditEntry } from '../../../../server/contract/operations.ts'
import { dayName } from '../../lib/time.ts'

export interface AuditDaysProps {
  entries: readonly AuditEntry[]
  row(entry: AuditEntry): ReactNode
}

/** Entries in their order, grouped by the local day of writing. */
export function AuditDays({ entries, row }: AuditDaysProps) {
  return byDay(entries).map(({ day, entries }) => (
    <section key={day} aria-label={day} className="mb-3">
      <h3 className="mb-1.5 text-xs font-medium text-ink-3">{day}</h3>
      <ul className="divide-y divide-line rounded-md border border-line">{entries.map(row)}</ul>
    </section>
  ))
}

interface Day {
  day: string
  entries: AuditEntry[]
}

function byDay(entries: readonly AuditEntry[]): Day[] {
  const days: Day[] = []
  for (const entry of entries) {
    const day = dayName(new Date(entry.at))
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}
