import { useMutation } from '@tanstack/react-query'
import type { SealAnswer, SealRequest } from '../../../../server/contract/packages.ts'
import { post } from '../../lib/api-client.ts'

/** Allows for others who open packages at the same time. Milliseconds. */
const TIMEOUT = 60_000

/** Has the server put a share into packages. Neither it nor they stay in the cache. */
export const useSealShare = () =>
  useMutation({
    mutationFn: (request: SealRequest) =>
      post<SealAnswer>('/api/packages/seal', request, { timeout: TIMEOUT }),
    gcTime: 0,
  })
