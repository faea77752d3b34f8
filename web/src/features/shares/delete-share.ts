import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RecordOutline } from '#contract/credentials.ts'
import { ApiError, call } from '../../lib/api-client.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { shares as texts } from '../../texts/texts.ts'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { savedQuery } from '../env/get-saved.ts'

/** Deletes a share record on the server; one that is already gone is fine too. */
export function useDeleteShare() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id }: RecordOutline) => {
      try {
        await call('DELETE', `/api/shares/${encodeURIComponent(id)}`)
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
    },
    onSuccess: () => toastDone(texts.deleted),
    onError: (error) => toastFailed(texts.notDeleted, reasonOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: savedQuery.queryKey }),
  })
}
