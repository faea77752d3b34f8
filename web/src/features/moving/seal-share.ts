import { useMutation } from '@tanstack/react-query'
import type { SealAnswer, SealRequest } from '#contract/packages.ts'
import { post } from '../../lib/api-client.ts'
import { PACKAGE_TIMEOUT } from '../packages/package-work.ts'

/** Has the server put a share into packages. Neither it nor they stay in the cache. */
export const useSealShare = () =>
  useMutation({
    mutationFn: (request: SealRequest) =>
      post<SealAnswer>('/api/packages/seal', request, { timeout: PACKAGE_TIMEOUT }),
    gcTime: 0,
  })
