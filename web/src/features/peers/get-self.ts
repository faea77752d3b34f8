import { queryOptions } from '@tanstack/react-query'
import type { SelfAnswer } from '../../../../server/contract/peers.ts'
import { get } from '../../lib/api-client.ts'

/** Our own key, which changes only with the credentials. */
export const selfQuery = queryOptions({
  queryKey: ['self'],
  queryFn: ({ signal }) => get<SelfAnswer>('/api/peers/self', signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})
