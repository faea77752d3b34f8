import { queryOptions, useQuery } from '@tanstack/react-query'
import type { HistoryAnswer } from '#contract/history.ts'
import { get } from '../../lib/api-client.ts'
import { HISTORY_POLL } from '../../lib/limits.ts'
import { SHOWN_KEYSET } from '../../lib/shown-keyset.ts'

/** What is kept of the past: who was there is written once a minute, and nobody looks more often. */
export const historyQuery = queryOptions({
  queryKey: ['history', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<HistoryAnswer>('/api/history', signal),
  staleTime: HISTORY_POLL,
  refetchInterval: HISTORY_POLL,
})

export const useHistory = () => useQuery(historyQuery)
