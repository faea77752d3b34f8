import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OnboardingAsked, OnboardingRequests } from '../../../../server/contract/packages.ts'
import { get, post } from '../../lib/api-client.ts'
import { STATUS_POLL } from '../../lib/limits.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { SHOWN_KEYSET } from '../../lib/shown-keyset.ts'
import { joining as texts } from '../../texts/joining.ts'
import { toastDone, toastFailed } from '../../ui/toast.ts'

/** The members that have asked this device for the group. */
const requestsQuery = queryOptions({
  queryKey: ['onboarding-requests', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<OnboardingRequests>('/api/joining/requests', signal),
  refetchInterval: STATUS_POLL,
  gcTime: 0,
})

export const useRequests = () => useQuery(requestsQuery)

/** Decides whether a member that asks may have the group. */
export function useDecide({ pubkey, index }: OnboardingAsked) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (approve: boolean) =>
      post<OnboardingRequests>(`/api/joining/requests/${pubkey}`, { approve }),
    onSuccess: (answer, approve) => {
      queries.setQueryData(requestsQuery.queryKey, answer)
      toastDone(approve ? texts.allowed(index) : texts.refused(index))
    },
    onError: (error) => toastFailed(texts.decisionFailed, reasonOf(error)),
    onSettled: () => void queries.invalidateQueries({ queryKey: requestsQuery.queryKey }),
  })
}
