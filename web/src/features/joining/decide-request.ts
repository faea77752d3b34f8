import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { OnboardingAsked, OnboardingRequests } from '#contract/packages.ts'
import { post } from '../../lib/api-client.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { joining as texts } from '../../texts/texts.ts'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { requestsQuery } from './get-requests.ts'

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
