import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { HandOutAnswer, HandOutRequest } from '#contract/reserved-shares.ts'
import { post } from '../../lib/api-client.ts'
import { PACKAGE_TIMEOUT } from '../packages/package-work.ts'
import { peersQuery } from '../peers/get-peers.ts'
import { reservedSharesQuery } from './get-reserved-shares.ts'

/** Has a share put into an invitation, or shown again. It does not stay in the cache. */
export function useHandOut(index: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (request: HandOutRequest) =>
      post<HandOutAnswer>(`/api/spares/${index}/hand-out`, request, { timeout: PACKAGE_TIMEOUT }),
    onSettled: () =>
      Promise.all(
        [reservedSharesQuery, peersQuery].map(({ queryKey }) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
    gcTime: 0,
  })
}
