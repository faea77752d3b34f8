import { useMutation } from '@tanstack/react-query'
import type { OpenPackageRequest, PackageAnswer } from '#contract/packages.ts'
import { post } from '../../lib/api-client.ts'
import { PACKAGE_TIMEOUT } from '../packages/package-work.ts'

/** Has the server open a package. Neither its content nor its password stays in the cache. */
export const useOpenPackage = () =>
  useMutation({
    mutationFn: (request: OpenPackageRequest) =>
      post<PackageAnswer>('/api/packages/open', request, { timeout: PACKAGE_TIMEOUT }),
    gcTime: 0,
  })
