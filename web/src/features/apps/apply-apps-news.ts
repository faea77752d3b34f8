import type { QueryClient } from '@tanstack/react-query'
import type { EventFrame } from '#contract/events.ts'
import { rulesQuery } from '../rules/get-rules.ts'
import { appsQuery } from './get-apps.ts'

/** Reads the apps again when an entry of the event stream says that one, or what it may do, has changed. */
export function applyAppsNews(queries: QueryClient, { data }: EventFrame): void {
  if (typeof data !== 'object' || data === null) return
  if (!('apps' in data || 'rules' in data)) return
  void queries.invalidateQueries({ queryKey: appsQuery.queryKey })
  // Its name stands there, for all who show it.
  if ('apps' in data) void queries.invalidateQueries({ queryKey: rulesQuery.queryKey })
}
