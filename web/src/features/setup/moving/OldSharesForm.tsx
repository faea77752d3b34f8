import type { FormEvent } from 'react'
import type { EnvAnswer } from '#contract/env.ts'
import type { Decoders } from '#web/lib/decoders.ts'
import { DEFAULT_RECOVERY_TOTAL } from '#web/lib/limits.ts'
import { moving as texts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { StepButtons, StepHeading } from '../keyset/Steps.tsx'
import { GroupField, Requirement, ShareFields } from '../recover/ShareFields.tsx'
import { useSavedPair } from '../recover/use-saved-pair.ts'
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
  const saved = useSavedPair(env, decoders)
  const { form, change, paste, assessment, threshold, assessNow } = useShareForm(decoders, saved)

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
      <Requirement
        text={texts.sharesNeeded(threshold, assessment?.total ?? DEFAULT_RECOVERY_TOTAL)}
        threshold={threshold}
        valid={assessment?.valid.length ?? 0}
      />
      {!isSecureContext && <Note kind="warn">{texts.sharesPlainHttp}</Note>}
      <GroupField
        text={form.group}
        onText={(group) => change({ ...form, group })}
        onPaste={(event) => paste(event)}
        check={assessment?.group ?? null}
        saved={saved}
      />
      <ShareFields
        form={form}
        onChange={change}
        onPaste={paste}
        assessment={assessment}
        threshold={threshold}
      />
      <StepButtons onLeave={onLeave} onBack={onBack}>
        <Button type="submit" kind="primary" disabled={assessment?.sufficient !== true}>
          {texts.next}
        </Button>
      </StepButtons>
    </form>
  )
}
