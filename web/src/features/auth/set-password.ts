import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PasswordAnswer, PasswordRequest } from '#contract/auth.ts'
import { call } from '../../lib/api-client.ts'
import { keepSession } from '../../lib/session.ts'

/** Sets username and password. All sessions end; this one is replaced by a fresh one. */
export function useSetPassword(onSet: (answer: PasswordAnswer) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: PasswordRequest) =>
      call<PasswordAnswer>('PUT', '/api/auth/password', { body }),
    onSuccess: (answer) => {
      if (answer.sessionId !== undefined) keepSession(answer.sessionId)
      void queries.invalidateQueries({ queryKey: ['auth'] })
      onSet(answer)
    },
    // What was typed must not stay in the cache.
    gcTime: 0,
  })
}
