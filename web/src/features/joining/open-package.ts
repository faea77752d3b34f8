import { useMutation } from '@tanstack/react-query'
import type { OpenPackageRequest, PackageAnswer } from '../../../../server/contract/packages.ts'
import { post } from '../../lib/api-client.ts'

/** Looking for a bfshare's group takes as long as its relays do. Milliseconds. */
const TIMEOUT = 60_000

/** Has the server open a package. Neither its content nor its password stays in the cache. */
export const useOpenPackage = () =>
  useMutation({
    mutationFn: (request: OpenPackageRequest) =>
      post<PackageAnswer>('/api/packages/open', request, { timeout: TIMEOUT }),
    gcTime: 0,
  })
