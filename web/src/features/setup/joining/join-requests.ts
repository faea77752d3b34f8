import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { EventFrame } from '#contract/events.ts'
import type { OnboardingRequests } from '#contract/packages.ts'
import { get } from '#web/lib/api-client.ts'
import { isObject } from '#web/lib/is-object.ts'
import { pollUnlessLive, readAgain, SHOWN_KEYSET } from '#web/lib/query-client.ts'

/** The requests of devices that have asked this one for the group. */
export const requestsQuery = queryOptions({
  queryKey: ['onboarding-requests', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<OnboardingRequests>('/api/joining/requests', signal),
  refetchInterval: pollUnlessLive,
  gcTime: 0,
})

/** Reads the requests to join again when an entry of the event stream says what has become of one. */
export function applyJoinNews(queries: QueryClient, { data }: EventFrame): void {
  if (isObject(data) && 'onboarding' in data) void readAgain(queries, requestsQuery)
}
