import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AppList, AppView } from '#contract/apps.ts'
import type { EventFrame } from '#contract/events.ts'
import { get } from '../../lib/api-client.ts'
import { APPS_POLL, STATUS_POLL } from '../../lib/limits.ts'
import { SHOWN_KEYSET } from '../../lib/query-client.ts'
import { rulesQuery } from '../policy/rules.ts'

/**
 * The apps, whole. The event stream says when one is paired, changed or gone (`applyAppsNews`); the
 * poll is for relays and for what was done.
 */
export const appsQuery = queryOptions({
  queryKey: ['apps', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<AppList>('/api/apps', signal),
  refetchInterval: APPS_POLL,
})

export const useApps = () => useQuery(appsQuery)

/** One app, sooner than among all: whoever looks at it sees what it does. */
export const appQuery = (id: string) =>
  queryOptions({
    // Below the apps' key: what makes those out of date does so here too.
    queryKey: [...appsQuery.queryKey, id],
    queryFn: ({ signal }) => get<AppView>(`/api/apps/${encodeURIComponent(id)}`, signal),
    refetchInterval: STATUS_POLL,
  })

/** The same, as the list has it until it is read. */
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
  if (typeof data !== 'object' || data === null) return
  if (!('apps' in data || 'rules' in data)) return
  void queries.invalidateQueries({ queryKey: appsQuery.queryKey })
  // Its name stands there, for all who show it.
  if ('apps' in data) void queries.invalidateQueries({ queryKey: rulesQuery.queryKey })
}
