import { useMutation } from '@tanstack/react-query'
import type { OpenPackageRequest, PackageAnswer } from '../../../../server/contract/packages.ts'
import { post } from '../../lib/api-client.ts'

/** Looking for a bfshare's group on its relays takes as long as they do. Milliseconds. */
const TIMEOUT = 60_000

/** Has the server open a package. Neither what is in it nor its password stays in the cache. */
export const useOpenPackage = () =>
  useMutation({
    mutationFn: (request: OpenPackageRequest) =>
      post<PackageAnswer>('/api/packages/open', request, { timeout: TIMEOUT }),
    gcTime: 0,
  })
