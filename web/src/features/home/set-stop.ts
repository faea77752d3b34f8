import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { StopAnswer } from '#contract/rules.ts'
import { call } from '../../lib/api-client.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { stop as texts } from '../../texts/texts.ts'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { questionsQuery } from '../policy/questions.ts'
import { statusQuery } from './get-status.ts'

type StopChange = { to: 'stop'; minutes?: number } | { to: 'resume' }

/** Stops signing, until it is resumed or for so many minutes; or resumes it. */
export function useSetStop() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ to, ...body }: StopChange) =>
      to === 'stop'
        ? call<StopAnswer>('POST', '/api/stop', { body })
        : call<StopAnswer>('DELETE', '/api/stop'),
    onSuccess: async ({ stopped }) => {
      // All that is shown of a signer is of one moment, so the whole status is read again.
      await queries.invalidateQueries({ queryKey: statusQuery.queryKey })
      toastDone(stopped === null ? texts.resumed : texts.done)
    },
    onError: (error, wanted) =>
      toastFailed(wanted.to === 'resume' ? texts.resumeFailed : texts.failed, reasonOf(error)),
    onSettled: () => void queries.invalidateQueries({ queryKey: questionsQuery.queryKey }),
  })
}
