import { queryOptions, type UseQueryResult } from '@tanstack/react-query'
import type { PublicStatus, Snapshot } from '#contract/status.ts'
import { ApiError, get } from '../../lib/api-client.ts'
import { STATUS_POLL } from '../../lib/limits.ts'
import { SHOWN_KEYSET } from '../../lib/query-client.ts'
import { access } from '../../texts/texts.ts'

/** The signer's status, read every five seconds, and sooner when the event stream reports a change. */
export const statusQuery = queryOptions({
  queryKey: ['status', SHOWN_KEYSET],
  queryFn: async ({ signal }) => {
    const asked: Moment = { wall: Date.now(), steady: performance.now() }
    const status = await get<Snapshot | PublicStatus>('/api/status?with=overview', signal)
    // The short form, for calls without credentials: another tab has signed out.
    if (!('state' in status)) throw new ApiError(access.ended, 401)
    return { ...status, asked }
  },
  refetchInterval: STATUS_POLL,
})

/** A moment by both clocks of this machine: one can be set back, the other may stop while it sleeps. Milliseconds. */
export interface Moment {
  wall: number
  steady: number
}

/** `asked`: the answer is no older than that; it may have been on its way for long. */
export type StatusQuery = UseQueryResult<Snapshot & { asked: Moment }>
