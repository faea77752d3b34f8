import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Settings } from '../../../../server/contract/settings.ts'
import { get } from '../../lib/api-client.ts'

/** The protocol settings. Only an owner changes them. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => get<Settings>('/api/settings', signal),
})

export const useSettings = () => useQuery(settingsQuery)
