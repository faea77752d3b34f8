import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { KeepJoinedRequest } from '#contract/packages.ts'
import { post } from '../../lib/api-client.ts'
import { envChange } from '../env/env-change.ts'
import { envQuery } from '../env/get-env.ts'
import { savedQuery } from '../env/get-saved.ts'
import { statusQuery } from '../status/get-status.ts'

/** Has the server save what it has received: the share does not come to the page for that. */
export function useKeep() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: envChange,
    mutationFn: (request: KeepJoinedRequest) => post('/api/joining/save', request),
    // The signer follows.
    onSettled: () =>
      Promise.all(
        [envQuery, savedQuery, statusQuery].map(({ queryKey }) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  })
}
