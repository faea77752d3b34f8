import { useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  BringRequest,
  HandOutAnswer,
  HandOutRequest,
  ReservedSharesAnswer,
} from '#contract/reserved-shares.ts'
import { ApiError, call, post } from '../../lib/api-client.ts'
import { invalidate, reasonOf } from '../../lib/query-client.ts'
import { devices as texts } from '../../texts/texts.ts'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { PACKAGE_TIMEOUT } from '../setup/package-work.ts'
import { peersQuery } from '../signer/peers.ts'
import { reservedSharesQuery } from './reserved-shares.ts'

/** Puts a share into an invitation, or shows the invitation again. It does not stay in the cache. */
export function useInvite(index: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (request: HandOutRequest) =>
      post<HandOutAnswer>(`/api/spares/${index}/hand-out`, request, { timeout: PACKAGE_TIMEOUT }),
    onSettled: () => invalidate(queries, reservedSharesQuery, peersQuery),
    gcTime: 0,
  })
}

/** Gives the server a share to keep for another device. The share does not stay in the cache. */
export function useBringShare() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (request: BringRequest) =>
      post<ReservedSharesAnswer>('/api/spares', request, { timeout: PACKAGE_TIMEOUT }),
    onSuccess: (answer) => queries.setQueryData(reservedSharesQuery.queryKey, answer),
    gcTime: 0,
  })
}

/** The name of the device that has the share already, if the server refused the share for that reason; else null. */
export function replacedBy(error: Error | null): string | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { replaces } = error.body as { replaces?: unknown }
  return typeof replaces === 'string' ? replaces : null
}

/** Deletes a share that the server keeps for another device. */
export function useDeleteReservedShare(index: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE', `/api/spares/${index}`),
    onSuccess: () => toastDone(texts.deleted(index)),
    onError: (error) => toastFailed(texts.deleteFailed, reasonOf(error)),
    onSettled: () => invalidate(queries, reservedSharesQuery),
  })
}
