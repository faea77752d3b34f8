import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BringRequest, ReservedSharesAnswer } from '#contract/reserved-shares.ts'
import { ApiError, post } from '../../lib/api-client.ts'
import { PACKAGE_TIMEOUT } from '../packages/package-work.ts'
import { reservedSharesQuery } from './get-reserved-shares.ts'

/** Has a share kept for another device. It does not stay in the cache. */
export function useBringShare() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (request: BringRequest) =>
      post<ReservedSharesAnswer>('/api/spares', request, { timeout: PACKAGE_TIMEOUT }),
    onSuccess: (answer) => queries.setQueryData(reservedSharesQuery.queryKey, answer),
    gcTime: 0,
  })
}

/** The device whose share it is, if that is why it was refused. */
export function replacedBy(error: Error | null): string | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { replaces } = error.body as { replaces?: unknown }
  return typeof replaces === 'string' ? replaces : null
}
