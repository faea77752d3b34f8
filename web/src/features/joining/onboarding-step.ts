import type { OnboardingState } from '#contract/packages.ts'
import { joining as texts } from '../../texts/texts.ts'

const STEPS = ['opening', 'connecting', 'asking', 'received'] as const
type StepName = (typeof STEPS)[number]
export type StepState = 'done' | 'now' | 'later'

/** A joining that is under way, or waits for the owner. */
export type Joining = Extract<OnboardingState, { state: StepName }>

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
