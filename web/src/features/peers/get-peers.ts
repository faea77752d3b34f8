import { queryOptions } from '@tanstack/react-query'
import type { PeersAnswer } from '#contract/peers.ts'
import { get } from '../../lib/api-client.ts'
import { STATUS_POLL } from '../../lib/limits.ts'
import { SHOWN_KEYSET } from '../../lib/shown-keyset.ts'

/**
 * The other members. The event stream says at once when one comes or goes; the poll is for their
 * pings and counts. Forgotten as soon as nobody shows it.
 */
export const peersQuery = queryOptions({
  queryKey: ['peers', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<PeersAnswer>('/api/peers', signal),
  refetchInterval: STATUS_POLL,
  gcTime: 0,
})
