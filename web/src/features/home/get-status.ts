import { queryOptions, type UseQueryResult } from '@tanstack/react-query'
import type { PublicStatus, Snapshot } from '#contract/status.ts'
import { ApiError, get } from '../../lib/api-client.ts'
import { useIsYounger } from '../../lib/hooks.ts'
import { STATUS_POLL, STATUS_STALE } from '../../lib/limits.ts'
import { SHOWN_KEYSET } from '../../lib/query-client.ts'
import { access } from '../../texts/texts.ts'

/** What the signer is, every five seconds, and sooner when the event stream has news. */
export const statusQuery = queryOptions({
  queryKey: ['status', SHOWN_KEYSET],
  queryFn: async ({ signal }) => {
    const status = await get<Snapshot | PublicStatus>('/api/status?with=overview', signal)
    // The short form, for calls without credentials: another tab has signed out.
    if (!('state' in status)) throw new ApiError(access.ended, 401)
    return status
  },
  refetchInterval: STATUS_POLL,
})

export type StatusQuery = UseQueryResult<Snapshot>

/** Whether the last status says how it is now: the server answers, and has done so within ten seconds. */
export function useIsFresh({ isError, dataUpdatedAt }: StatusQuery): boolean {
  return useIsYounger(dataUpdatedAt, STATUS_STALE) && !isError
}
