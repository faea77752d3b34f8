import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BringRequest, SparesAnswer } from '../../../../server/contract/spares.ts'
import { ApiError, post } from '../../lib/api-client.ts'
import { sparesQuery } from './get-spares.ts'

/** Opening a package takes the server most of a second. Milliseconds. */
const TIMEOUT = 60_000

/** Has a share kept for another device. It does not stay in the cache. */
export function useBringShare() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (request: BringRequest) =>
      post<SparesAnswer>('/api/spares', request, { timeout: TIMEOUT }),
    onSuccess: (answer) => queries.setQueryData(sparesQuery.queryKey, answer),
    gcTime: 0,
  })
}

/** The device whose share it is, if that is why it was refused. */
export function replacedBy(error: Error | null): string | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { replaces } = error.body as { replaces?: unknown }
  return typeof replaces === 'string' ? replaces : null
}
