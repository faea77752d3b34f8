import type { FormEvent } from 'react'
import type { EnvAnswer } from '#contract/env.ts'
import type { Decoders } from '#web/lib/decoders.ts'
import { moving as texts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { StepButtons, StepHeading } from '../keyset/Steps.tsx'
import { Requirement, ShareFields } from '../recover/ShareFields.tsx'
import { useShareForm } from '../recover/use-share-form.ts'
import type { OldShares } from './flow.ts'

export interface OldSharesFormProps {
  env: EnvAnswer
  decoders: Decoders
  onEnough(old: OldShares): void
  /** undefined: it is the first step. */
  onBack: (() => void) | undefined
  onLeave(): void
}

/** Takes as many old shares as the key needs; this signer's own is there already. */
export function OldSharesForm({ env, decoders, onEnough, onBack, onLeave }: OldSharesFormProps) {
  const entry = useShareForm(env, decoders)
  const { form, assessment, assessNow } = entry

  function submit(event: FormEvent) {
    event.preventDefault()
    const now = assessNow()
    if (now?.sufficient !== true || now.group.state !== 'valid') return
    onEnough({
      groupCredential: form.group.trim(),
      shareCredentials: now.valid,
      threshold: now.threshold,
      members: now.total,
      npub: decoders.npubEncode(decoders.groupKeyOf(now.group.group)),
    })
  }

  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-4" noValidate autoComplete="off">
      <StepHeading title={texts.sharesTitle} lead={texts.sharesLead} />
      <Requirement entry={entry} text={texts.sharesNeeded} />
      {!isSecureContext && <Note kind="warn">{texts.sharesPlainHttp}</Note>}
      <ShareFields entry={entry} />
      <StepButtons onLeave={onLeave} onBack={onBack}>
        <Button type="submit" kind="primary" disabled={assessment?.sufficient !== true}>
          {texts.next}
        </Button>
      </StepButtons>
    </form>
  )
}
