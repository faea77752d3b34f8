import type { QueryClient } from '@tanstack/react-query'
import type { EventFrame } from '#contract/events.ts'
import { statusQuery } from '../status/get-status.ts'

/** Reads the status again when an entry of the event stream says that signing was stopped or goes on. */
export function applyStopNews(queries: QueryClient, { data }: EventFrame): void {
  if (typeof data !== 'object' || data === null || !('stopped' in data)) return
  void queries.invalidateQueries({ queryKey: statusQuery.queryKey })
}
