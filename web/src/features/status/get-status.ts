import { queryOptions, useQuery } from '@tanstack/react-query'
import { STATUS_POLL } from '../../../../server/contract/limits.ts'
import type { StatusAnswer } from '../../../../server/contract/status.ts'
import { get } from '../../lib/api-client.ts'

/** What the signer is, every five seconds, and sooner when the event stream has news. */
export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => get<StatusAnswer>('/api/status', signal),
  refetchInterval: STATUS_POLL,
})

export const useStatus = () => useQuery(statusQuery)
export type StatusQuery = ReturnType<typeof useStatus>
