import type { QueryClient } from '@tanstack/react-query'
import type { EventFrame } from '#contract/events.ts'
import { requestsQuery } from './get-requests.ts'

/** Reads the members that ask to join again when an entry of the event stream says what has become of one. */
export function applyJoinNews(queries: QueryClient, { data }: EventFrame): void {
  if (typeof data !== 'object' || data === null || !('onboarding' in data)) return
  void queries.invalidateQueries({ queryKey: requestsQuery.queryKey })
}
