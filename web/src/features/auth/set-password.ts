import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PasswordRequest } from '../../../../server/contract/auth.ts'
import type { SuccessAnswer } from '../../../../server/contract/operations.ts'
import { call, keepSessionId } from '../../lib/api-client.ts'

/** Sets username and password. All sessions end; this one goes on as a fresh one, by its cookie. */
export function useSetPassword(onSet: (answer: SuccessAnswer) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: PasswordRequest) =>
      call<SuccessAnswer>('PUT', '/api/auth/password', { body }),
    onSuccess: (answer) => {
      keepSessionId(null)
      void queries.invalidateQueries({ queryKey: ['auth'] })
      onSet(answer)
    },
    // What was typed is not to lie around.
    gcTime: 0,
  })
}
