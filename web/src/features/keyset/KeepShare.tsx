import { keyset as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { Identity } from '../identity/Identity.tsx'
import type { NewKeyset } from './flow.ts'
import { StepButtons } from './StepButtons.tsx'
import { StepHeading } from './StepHeading.tsx'

export interface KeepShareProps {
  keyset: NewKeyset
  onNext(): void
  onLeave(): void
}

/** The first share, which already has its place. */
export function KeepShare({ keyset, onNext, onLeave }: KeepShareProps) {
  const total = keyset.shareCredentials.length
  return (
    <>
      <StepHeading title={texts.shareTitle(1, total)} lead={texts.shareStays} />
      <Identity npub={keyset.npub} />
      {total > 1 && <p className="my-4 text-ink-2">{texts.handOutNext(total - 1)}</p>}
      <Note kind="warn">{texts.nothingKept}</Note>
      <StepButtons onLeave={onLeave}>
        <Button kind="primary" onClick={onNext}>
          {texts.next}
        </Button>
      </StepButtons>
    </>
  )
}
