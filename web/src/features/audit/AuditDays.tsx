import type { ReactNode } from 'react'
import { byDay, type Dated } from './days.ts'

export interface AuditDaysProps<T extends Dated> {
  entries: readonly T[]
  row(entry: T): ReactNode
}

/** Entries in their order, grouped by the local day of writing. */
export function AuditDays<T extends Dated>({ entries, row }: AuditDaysProps<T>) {
  return byDay(entries).map(({ key, title, entries }) => (
    <section key={key} aria-label={title} className="mb-3">
      <h3 className="mb-1.5 text-xs font-medium text-ink-3">{title}</h3>
      <ul className="divide-y divide-line rounded-md border border-line">{entries.map(row)}</ul>
    </section>
  ))
}
