import type { OnboardingState } from '#contract/packages.ts'
import { joining as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { WordsAndNpub } from '../identity/WordsAndNpub.tsx'

export interface CompareIdentityProps {
  received: Extract<OnboardingState, { state: 'received' }>
  isGivingUp: boolean
  isSaving: boolean
  onSame(): void
  onNotSame(): void
}

/** The identity that has arrived; only its owner can say whether it is the right one. */
export function CompareIdentity(props: CompareIdentityProps) {
  const { received, isGivingUp, isSaving, onSame, onNotSame } = props
  const { npub, threshold, members } = received
  return (
    <div className="mt-3 border-t border-ice-line pt-3">
      <h4 className="font-medium">{texts.compareTitle}</h4>
      <p className="text-sm text-ink-2">{texts.compareLead}</p>
      <div className="my-2.5 rounded-md border border-ice-line bg-surface py-1.5 pr-1 pl-2.5">
        <WordsAndNpub npub={npub} />
      </div>
      <p className="text-sm text-ink-2">{texts.size(threshold, members)}</p>
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        <Button
          aria-disabled={isGivingUp || isSaving}
          onClick={() => !isGivingUp && !isSaving && onNotSame()}
        >
          {texts.notSame}
        </Button>
        <Button kind="primary" aria-disabled={isSaving} onClick={onSame}>
          {isSaving ? texts.saving : texts.same}
        </Button>
      </div>
    </div>
  )
}
