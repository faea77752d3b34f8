import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiKeyCreated, ApiKeyRequest } from '#contract/auth.ts'
import { post } from '../../lib/api-client.ts'

/** Makes an API key. The key itself is in this answer and in no other. */
export function useCreateApiKey(onMade: (made: ApiKeyCreated) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (wanted: ApiKeyRequest) => post<ApiKeyCreated>('/api/auth/keys', wanted),
    onSuccess: (made) => {
      void queries.invalidateQueries({ queryKey: ['auth'] })
      onMade(made)
    },
    // The key must not stay in the cache.
    gcTime: 0,
  })
}
