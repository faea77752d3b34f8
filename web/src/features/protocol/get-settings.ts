import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Settings } from '#contract/settings.ts'
import { get } from '../../lib/api-client.ts'
import { SHOWN_KEYSET } from '../../lib/shown-keyset.ts'

/** The protocol settings. Only an owner changes them. */
export const settingsQuery = queryOptions({
  queryKey: ['settings', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<Settings>('/api/settings', signal),
})

export const useSettings = () => useQuery(settingsQuery)
