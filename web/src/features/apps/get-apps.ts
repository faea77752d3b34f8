import { queryOptions, useQuery } from '@tanstack/react-query'
import type { AppList, AppView } from '#contract/apps.ts'
import { get } from '../../lib/api-client.ts'
import { APPS_POLL, STATUS_POLL } from '../../lib/limits.ts'
import { SHOWN_KEYSET } from '../../lib/shown-keyset.ts'

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
