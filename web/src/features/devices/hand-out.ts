import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { HandOutAnswer } from '../../../../server/contract/spares.ts'
import { post } from '../../lib/api-client.ts'
import { peersQuery } from '../peers/get-peers.ts'
import { sparesQuery } from './get-spares.ts'

/** Allows for others who open packages at the same time. Milliseconds. */
const TIMEOUT = 60_000

/** Has a share put into an invitation, or shown again. It does not stay in the cache. */
export function useHandOut(index: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (name: string) =>
      post<HandOutAnswer>(
        `/api/spares/${index}/hand-out`,
        { ...(name !== '' && { name }) },
        { timeout: TIMEOUT },
      ),
    onSettled: () =>
      Promise.all(
        [sparesQuery, peersQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey })),
      ),
    gcTime: 0,
  })
}
