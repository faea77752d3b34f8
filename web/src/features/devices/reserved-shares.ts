import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { EventFrame } from '#contract/events.ts'
import type { ReservedShare, ReservedSharesAnswer } from '#contract/reserved-shares.ts'
import { get } from '../../lib/api-client.ts'
import { isObject } from '../../lib/is-object.ts'
import { pollUnlessLive, readAgain, SHOWN_KEYSET } from '../../lib/query-client.ts'

/** The shares for other devices, without the secrets. */
export const reservedSharesQuery = queryOptions({
  queryKey: ['spares', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<ReservedSharesAnswer>('/api/spares', signal),
  refetchInterval: pollUnlessLive,
})

/** Reads the shares for other devices again when something was done with one, or a device has come or gone. */
export function applyReservedSharesNews(queries: QueryClient, { type, data }: EventFrame): void {
  const isAbout = isObject(data) && 'spare' in data
  if (!isAbout && type !== 'overview-internal') return
  void readAgain(queries, reservedSharesQuery)
}

/** Whether a restore has not brought the share back, and no device has been met with it. */
export const isGone = ({ state, heardBefore }: ReservedShare): boolean =>
  state === 'lost' && !heardBefore
