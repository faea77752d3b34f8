import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { HistoryAnswer } from '#contract/history.ts'
import type { AuditPage } from '#contract/operations.ts'
import { get } from '../../lib/api-client.ts'
import { ACTIVITY_PREVIEW, AUDIT_PAGE, HISTORY_POLL, STATUS_POLL } from '../../lib/limits.ts'
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

/** The newest uses of the key: enough for a few rows. */
export const useNewest = () =>
  useQuery({
    queryKey: ['activity', SHOWN_KEYSET, 'newest'],
    queryFn: ({ signal }) =>
      get<AuditPage>(`/api/audit?about=activity&limit=${ACTIVITY_PREVIEW}`, signal),
    refetchInterval: STATUS_POLL,
  })

/** What rows are read by. */
export function useKnown(): Known {
  const names = useNames()
  const { data } = useQuery(rulesQuery)
  return useMemo(() => ({ names, rules: data?.rules ?? [] }), [names, data])
}

/** What is kept of the past: who was there is written once a minute, and nobody looks more often. */
export const historyQuery = queryOptions({
  queryKey: ['history', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<HistoryAnswer>('/api/history', signal),
  staleTime: HISTORY_POLL,
  refetchInterval: HISTORY_POLL,
})

export const useHistory = () => useQuery(historyQuery)
