import { queryOptions } from '@tanstack/react-query'
import type { SparesAnswer } from '#contract/spares.ts'
import { get } from '../../lib/api-client.ts'
import { STATUS_POLL } from '../../lib/limits.ts'
import { SHOWN_KEYSET } from '../../lib/shown-keyset.ts'

/** The shares for other devices, without the shares. */
export const sparesQuery = queryOptions({
  queryKey: ['spares', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<SparesAnswer>('/api/spares', signal),
  refetchInterval: STATUS_POLL,
})
