import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AuditPage } from '#contract/operations.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { common, activity as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { byDay, type Dated } from './audit-days.ts'

export interface AuditPagesProps<T extends Dated> {
  query: UseInfiniteQueryResult<InfiniteData<AuditPage>>
  /** The rows of its pages, newest first; undefined until there is a page. */
  entries: readonly T[] | undefined
  row(entry: T): ReactNode
  /** Shown where there are no entries. */
  empty: string
}

/** Entries by days, and the next page on request; or why there are none. */
export function AuditPages<T extends Dated>({ query, entries, row, empty }: AuditPagesProps<T>) {
  const isEmpty = entries?.length === 0
  return (
    <>
      {query.error !== null && (
        <LoadFailure
          text={`${texts.failed}: ${reasonOf(query.error)}`}
          onRetry={() => void query.refetch()}
        />
      )}
      {entries === undefined && query.error === null && <Skeleton className="h-80" />}
      {entries !== undefined && !isEmpty && <AuditDays entries={entries} row={row} />}
      {isEmpty && !query.hasNextPage && (
        <p className="rounded-md border border-line px-3.5 py-4.5 text-ink-3">{empty}</p>
      )}
      {entries !== undefined && (
        <div className="mt-3 text-center">
          {query.hasNextPage ? (
            <Button
              aria-disabled={query.isFetchingNextPage}
              onClick={() => !query.isFetching && void query.fetchNextPage()}
            >
              {query.isFetchingNextPage ? common.loading : common.more}
            </Button>
          ) : (
            !isEmpty && <p className="text-sm text-ink-3">{texts.noMore}</p>
          )}
        </div>
      )}
    </>
  )
}

interface AuditDaysProps<T extends Dated> {
  entries: readonly T[]
  row(entry: T): ReactNode
}

/** Entries in their order, grouped by the local day of writing. */
function AuditDays<T extends Dated>({ entries, row }: AuditDaysProps<T>) {
  return byDay(entries).map(({ key, title, entries }) => (
    <section key={key} aria-label={title} className="mb-3">
      <h3 className="mb-1.5 text-sm font-medium text-ink-3">{title}</h3>
      <ul className="divide-y divide-line rounded-md border border-line">{entries.map(row)}</ul>
    </section>
  ))
}
