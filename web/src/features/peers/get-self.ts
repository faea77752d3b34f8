import { queryOptions } from '@tanstack/react-query'
import type { SelfAnswer } from '#contract/peers.ts'
import { get } from '../../lib/api-client.ts'
import { STATUS_POLL } from '../../lib/limits.ts'
import { SHOWN_KEYSET } from '../../lib/shown-keyset.ts'

/** Our own key, which changes only with the credentials; asked for until known. */
export const selfQuery = queryOptions({
  queryKey: ['self', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<SelfAnswer>('/api/peers/self', signal),
  refetchInterval: ({ state }) => (state.data === undefined ? STATUS_POLL : false),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})
