import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { JoinRequest, OnboardingState } from '#contract/packages.ts'
import { call, get, post } from '../../lib/api-client.ts'
import { ONBOARDING_POLL } from '../../lib/limits.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { SHOWN_KEYSET } from '../../lib/shown-keyset.ts'
import { joining as texts } from '../../texts/texts.ts'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { isUnderWay } from './onboarding-step.ts'

/** How far this device's own joining has got: polled each second while it is under way. */
const onboardingQuery = queryOptions({
  queryKey: ['onboarding', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<OnboardingState>('/api/joining', signal),
  refetchInterval: ({ state }) => (isUnderWay(state.data) ? ONBOARDING_POLL : false),
  staleTime: 0,
})

export const useOnboarding = () => useQuery(onboardingQuery)

/** Starts joining with an invitation. No cache keeps its password. */
export function useJoin() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (request: JoinRequest) => post<OnboardingState>('/api/joining', request),
    onSuccess: (state) => queries.setQueryData(onboardingQuery.queryKey, state),
    onError: (error) => toastFailed(texts.notStarted, reasonOf(error)),
    gcTime: 0,
  })
}

/** Gives up joining, or dismisses a failure so that it can be tried again. */
export function useGiveUp() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE', '/api/joining'),
    onSuccess: () => {
      if (isUnderWay(queries.getQueryData(onboardingQuery.queryKey))) toastDone(texts.cancelled)
      queries.setQueryData(onboardingQuery.queryKey, { state: 'none' })
    },
    onError: (error) => {
      const hasFailed = queries.getQueryData(onboardingQuery.queryKey)?.state === 'failed'
      toastFailed(hasFailed ? texts.notDismissed : texts.notCancelled, reasonOf(error))
    },
  })
}
