import type { OnboardingState } from '#contract/packages.ts'
import { joining as texts } from '../../texts/texts.ts'
import { told } from '../../texts/told.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { useGiveUp } from './onboarding.ts'

export type JoiningFailure = Extract<OnboardingState, { state: 'failed' }>

/** Why this device could not join, and what to do. */
export function JoiningFailed({ failure }: { failure: JoiningFailure }) {
  const putAway = useGiveUp()
  return (
    <Note kind="bad">
      <div role="alert">
        <p className="font-medium text-ink">{texts.failed}</p>
        <p>{told(failure.error)}</p>
      </div>
      <Button
        className="mt-2"
        aria-disabled={putAway.isPending}
        onClick={() => !putAway.isPending && putAway.mutate()}
      >
        {texts.dismiss}
      </Button>
    </Note>
  )
}
