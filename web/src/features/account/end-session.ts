import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { EndedSessions } from '#contract/auth.ts'
import { ApiError, call } from '../../lib/api-client.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { account as texts } from '../../texts/texts.ts'
import { toastDone, toastFailed } from '../../ui/toast.ts'

/** Ends a session by its handle; one that has already ended is fine too. */
export function useEndSession() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (handle: string) => {
      try {
        await call('DELETE', `/api/auth/sessions/${encodeURIComponent(handle)}`)
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
    },
    onSuccess: () => toastDone(texts.sessionEnded),
    onError: (error) => toastFailed(texts.sessionNotEnded, reasonOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['auth', 'sessions'] }),
  })
}

/** Ends all sessions but this page's. */
export function useEndOtherSessions() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call<EndedSessions>('DELETE', '/api/auth/sessions'),
    onSuccess: ({ ended }) => toastDone(texts.othersEnded(ended)),
    onError: (error) => toastFailed(texts.othersNotEnded, reasonOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['auth', 'sessions'] }),
  })
}
