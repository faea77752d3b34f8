import { keyset as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import { Identity } from '../identity/Identity.tsx'
import type { NewKeyset } from './flow.ts'
import { StepButtons } from './StepButtons.tsx'
import { StepHeading } from './StepHeading.tsx'

export interface SummaryProps {
  keyset: NewKeyset
  onBack(): void
  onFinish(): void
  onLeave(): void
}

/** The keyset's identity, who has its shares, and what to know about them. */
export function Summary({ keyset, onBack, onFinish, onLeave }: SummaryProps) {
  const total = keyset.shareCredentials.length
  return (
    <>
      <StepHeading
        title={total > 1 ? texts.summaryTitle : texts.summaryTitleAlone}
        lead={texts.summaryLead}
      />
      <p className="mb-3 font-medium">
        {keyset.name}{' '}
        <span className="font-normal text-ink-2">{texts.size(keyset.threshold, total)}</span>
      </p>
      <Identity npub={keyset.npub} />
      <ul className="my-4 divide-y divide-line rounded-md border border-line">
        {keyset.shareCredentials.map((credential, at) => (
          <li key={credential} className="flex flex-wrap items-center gap-x-2.5 px-3 py-2">
            <StateIcon
              state={at === 0 ? 'wait' : 'ok'}
              word={at === 0 ? texts.waiting : texts.done}
            />
            <span className="font-medium">{texts.share(at + 1)}</span>
            <span className="text-ink-2">{at === 0 ? texts.staysHere : texts.isStored}</span>
          </li>
        ))}
      </ul>
      <div className="grid gap-3">
        {keyset.isOwnKey && <Note>{texts.keyStillWhole}</Note>}
        <Note kind="warn">{texts.firstGeneration}</Note>
      </div>
      <StepButtons onLeave={onLeave} onBack={onBack}>
        <Button kind="primary" onClick={onFinish}>
          {texts.finish}
        </Button>
      </StepButtons>
    </>
  )
}
