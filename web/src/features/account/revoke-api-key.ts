import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiKeyView } from '#contract/auth.ts'
import { ApiError, call } from '../../lib/api-client.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { account as texts } from '../../texts/texts.ts'
import { toastDone, toastFailed } from '../../ui/toast.ts'

/** Revokes an API key; one that is already gone is fine too. */
export function useRevokeApiKey() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id }: ApiKeyView) => {
      try {
        await call('DELETE', `/api/auth/keys/${encodeURIComponent(id)}`)
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
    },
    onSuccess: (_, { name }) => toastDone(texts.revoked(name)),
    onError: (error, { name }) => toastFailed(texts.notRevoked(name), reasonOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['auth'] }),
  })
}
