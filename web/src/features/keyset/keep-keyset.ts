import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { KeysetAnswer, KeysetRequest } from '#contract/credentials.ts'
import { post } from '../../lib/api-client.ts'
import { envChange } from '../env/env-change.ts'
import { envQuery } from '../env/get-env.ts'
import { savedQuery } from '../env/get-saved.ts'
import { statusQuery } from '../status/get-status.ts'

/** Has the server make a keyset of 2026, and run on its first share. No share comes here. */
export function useKeepKeyset() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: envChange,
    mutationFn: (request: KeysetRequest) =>
      post<KeysetAnswer>('/api/keyset', { ...request, generation: '2026' }),
    onSettled: () =>
      Promise.all(
        [savedQuery, statusQuery, envQuery].map(({ queryKey }) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
    gcTime: 0,
  })
}
