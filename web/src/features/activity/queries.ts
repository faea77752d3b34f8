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

/**
 * Uses of the key, newest first, page by page, with who signed in; or of uses only what went wrong or was
 * refused.
 *
 * @param actor only what this one asked for
 */
export const useActivity = (about: 'uses' | 'problems' | 'activity', actor?: string) =>
  useInfiniteQuery({
    queryKey: ['activity', SHOWN_KEYSET, about, actor],
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === undefined ? '' : `&before=${pageParam}`
      const by = actor === undefined ? '' : `&actor=${encodeURIComponent(actor)}`
      return get<AuditPage>(`/api/audit?about=${about}&limit=${AUDIT_PAGE}${by}${before}`, signal)
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next,
    gcTime: 0,
    // Who has asked for more reads what was, and is left in peace.
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? STATUS_POLL : false),
  })

/** What rows are read by. */
export function useKnown(): Known {
  const names = useNames()
  const { data } = useQuery(rulesQuery)
  return useMemo(() => ({ names, rules: data?.rules ?? [] }), [names, data])
}

const historyQuery = queryOptions({
  queryKey: ['history', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<HistoryAnswer>('/api/history', signal),
  staleTime: HISTORY_POLL,
})

/**
 * What is kept of the past.
 *
 * @param interval in milliseconds; who was there is written once a minute, and nobody looks more often
 */
export const useHistory = (interval = HISTORY_POLL) =>
  useQuery({ ...historyQuery, refetchInterval: interval })
