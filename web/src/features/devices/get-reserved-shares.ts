import { queryOptions } from '@tanstack/react-query'
import type { ReservedSharesAnswer } from '#contract/reserved-shares.ts'
import { get } from '../../lib/api-client.ts'
import { STATUS_POLL } from '../../lib/limits.ts'
import { SHOWN_KEYSET } from '../../lib/shown-keyset.ts'

/** The shares for other devices, without the shares. */
export const reservedSharesQuery = queryOptions({
  queryKey: ['spares', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<ReservedSharesAnswer>('/api/spares', signal),
  refetchInterval: STATUS_POLL,
})
