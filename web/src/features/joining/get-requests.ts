import { queryOptions, useQuery } from '@tanstack/react-query'
import type { OnboardingRequests } from '#contract/packages.ts'
import { get } from '../../lib/api-client.ts'
import { STATUS_POLL } from '../../lib/limits.ts'
import { SHOWN_KEYSET } from '../../lib/shown-keyset.ts'

/** The members that have asked this device for the group. */
export const requestsQuery = queryOptions({
  queryKey: ['onboarding-requests', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<OnboardingRequests>('/api/joining/requests', signal),
  refetchInterval: STATUS_POLL,
  gcTime: 0,
})

export const useRequests = () => useQuery(requestsQuery)
