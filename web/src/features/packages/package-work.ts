import { queryOptions } from '@tanstack/react-query'
import type { PackageWork } from '#contract/packages.ts'
import { get } from '../../lib/api-client.ts'

/**
 * How long a call may take that opens or makes one package: as long as four others that wait before it, on a machine
 * that takes half a minute for each. Milliseconds.
 */
export const PACKAGE_TIMEOUT = 180_000

/** How long a package takes on the server's machine. */
export const packageWorkQuery = queryOptions({
  queryKey: ['package-work'],
  queryFn: ({ signal }) => get<PackageWork>('/api/packages', signal),
})
