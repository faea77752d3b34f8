import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { devices as texts } from '../../texts/texts.ts'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { reservedSharesQuery } from './get-reserved-shares.ts'

/** Has a share kept no longer. */
export function useDeleteReservedShare(index: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE', `/api/spares/${index}`),
    onSuccess: () => toastDone(texts.deleted(index)),
    onError: (error) => toastFailed(texts.deleteFailed, reasonOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: reservedSharesQuery.queryKey }),
  })
}
