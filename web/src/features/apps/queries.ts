import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AppList, AppView } from '#contract/apps.ts'
import type { EventFrame } from '#contract/events.ts'
import { get } from '../../lib/api-client.ts'
import { isObject } from '../../lib/is-object.ts'
import { APPS_POLL, STATUS_POLL } from '../../lib/limits.ts'
import { readAgain, SHOWN_KEYSET } from '../../lib/query-client.ts'
import { rulesQuery } from '../policy/rules.ts'

/**
 * All apps. The event stream says when one is paired, changed or gone (`applyAppsNews`); the poll is for the state of
 * their relays and for their uses.
 */
export const appsQuery = queryOptions({
  queryKey: ['apps', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<AppList>('/api/apps', signal),
  refetchInterval: APPS_POLL,
})

export const useApps = () => useQuery(appsQuery)

/** One app, polled more often than the list: its page shows what it does. */
export const appQuery = (id: string) =>
  queryOptions({
    // Below the list's key, so that invalidating the list invalidates this query too.
    queryKey: [...appsQuery.queryKey, id],
    queryFn: ({ signal }) => get<AppView>(`/api/apps/${encodeURIComponent(id)}`, signal),
    refetchInterval: STATUS_POLL,
  })

/** One app; until it is read, as the list has it. */
export function useApp(id: string) {
  const queries = useQueryClient()
  return useQuery({
    ...appQuery(id),
    placeholderData: () =>
      queries.getQueryData(appsQuery.queryKey)?.apps.find((app) => app.id === id),
  })
}

/** Reads the apps again when an entry of the event stream says that one, or what it may do, has changed. */
export function applyAppsNews(queries: QueryClient, { data }: EventFrame): void {
  if (!isObject(data) || !('apps' in data || 'rules' in data)) return
  void readAgain(queries, appsQuery)
  // The rules hold the app's name for every screen.
  if ('apps' in data) void readAgain(queries, rulesQuery)
}
