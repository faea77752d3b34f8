import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { HistoryAnswer } from '#contract/history.ts'
import type { AuditPage } from '#contract/operations.ts'
import { get } from '../../lib/api-client.ts'
import { AUDIT_PAGE, HISTORY_POLL, STATUS_POLL } from '../../lib/limits.ts'
import { SHOWN_KEYSET } from '../../lib/query-client.ts'
import { rulesQuery } from '../policy/rules.ts'
import { useNames } from '../settings/use-names.ts'
import type { Known } from './describe-use.ts'

/** Filters of entries: an entry must match all that are given. */
export interface Wanted {
  /** Uses of the key; of those only what went wrong or was refused; or sign-ins and changes. */
  about: 'uses' | 'problems' | 'security'
  /** Who asked, as entries name it. */
  actor?: string | undefined
  /** A device's public key. */
  device?: string | undefined
  kind?: number | undefined
  /** A day here: `2026-11-23`. */
  day?: string | undefined
}

/** Whether filters leave out entries of the kind that is looked at. */
export const isFiltered = ({ about: _, ...filters }: Wanted): boolean =>
  Object.values(filters).some((filter) => filter !== undefined)

/** Entries, newest first, page by page. */
export const useActivity = (wanted: Wanted, pageSize = AUDIT_PAGE) =>
  useInfiniteQuery({
    queryKey: ['activity', SHOWN_KEYSET, wanted, pageSize],
    queryFn: ({ pageParam, signal }) => {
      const limit = pageParam === undefined ? pageSize : AUDIT_PAGE
      return get<AuditPage>(`/api/audit?${searchOf(wanted, { limit, before: pageParam })}`, signal)
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next,
    gcTime: 0,
    // Not once older pages are loaded: the list would move under its reader.
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? STATUS_POLL : false),
  })

function searchOf(
  { day, ...wanted }: Wanted,
  page: { limit: number; before?: number | undefined },
) {
  const parts = Object.entries({ ...wanted, ...boundsOf(day), ...page })
  const given = parts.filter(([, value]) => value !== undefined)
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
}

/** From midnight to midnight, in local time. */
function boundsOf(day: string | undefined): { from?: string; until?: string } {
  if (day === undefined) return {}
  const from = new Date(`${day}T00:00`)
  const until = new Date(from)
  until.setDate(until.getDate() + 1)
  return { from: from.toISOString(), until: until.toISOString() }
}

/** What `describeUse` needs to name callers and rules. */
export function useKnown(): Known {
  const names = useNames()
  const { data } = useQuery(rulesQuery)
  return useMemo(() => ({ names, rules: data?.rules ?? [] }), [names, data])
}

export const historyQuery = queryOptions({
  queryKey: ['history', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<HistoryAnswer>('/api/history', signal),
  // "Not used", read a minute ago, may contradict the rows of a page that was just opened.
  staleTime: 0,
})

/**
 * The history of uses, answer times and uptime.
 *
 * @param interval of the poll, in milliseconds; the server writes uptime once a minute
 */
export const useHistory = (interval = HISTORY_POLL) =>
  useQuery({ ...historyQuery, refetchInterval: interval })
