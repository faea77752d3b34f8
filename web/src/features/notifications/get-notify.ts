import { queryOptions } from '@tanstack/react-query'
import type { NotifyAnswer } from '#contract/notify.ts'
import { get } from '../../lib/api-client.ts'
import { SHOWN_KEYSET } from '../../lib/shown-keyset.ts'

/** Where notices go, and how the last one fared. */
export const notifyQuery = queryOptions({
  queryKey: ['notify', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<NotifyAnswer>('/api/notify', signal),
})
