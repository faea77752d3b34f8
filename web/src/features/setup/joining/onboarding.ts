import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { JoinRequest, OnboardingState } from '#contract/packages.ts'
import { call, get, post } from '#web/lib/api-client.ts'
import { ONBOARDING_POLL } from '#web/lib/limits.ts'
import { reasonOf, SHOWN_KEYSET } from '#web/lib/query-client.ts'
import { joining as texts } from '#web/texts/texts.ts'
import { toastDone, toastFailed } from '#web/ui/toast.ts'

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

const STEPS = ['opening', 'connecting', 'asking', 'received'] as const
type StepName = (typeof STEPS)[number]
export type StepState = 'done' | 'now' | 'later'

/** A joining that is under way, or waits for the owner. */
export type Joining = Extract<OnboardingState, { state: StepName }>

/** What has arrived, for the owner to say whether it is the right identity. */
export type Received = Extract<OnboardingState, { state: 'received' }>

export const isJoining = (state: OnboardingState | undefined): state is Joining =>
  STEPS.some((step) => step === state?.state)

/** Whether news will come by itself. */
export const isUnderWay = (state: OnboardingState | undefined): boolean =>
  isJoining(state) && state.state !== 'received'

/** The steps from the package to the identity, and how far each is. */
export function stepsOf({ state }: Joining): { name: StepName; text: string; is: StepState }[] {
  const at = STEPS.indexOf(state)
  return STEPS.map((name, index) => ({
    name,
    text: texts.steps[name],
    is: index < at ? 'done' : index === at ? 'now' : 'later',
  }))
}

/** What is going on, in words; empty when it is the owner's turn. */
export function progressOf(state: Joining): string {
  switch (state.state) {
    case 'opening':
      return texts.now.opening
    case 'connecting':
      return texts.now.connecting(state.relays.length)
    case 'asking':
      return texts.now.asking(state.tries)
    case 'received':
      return ''
  }
}
