import { type ClipboardEvent, type FormEvent, useDeferredValue, useMemo, useState } from 'react'
import {
  DEFAULT_RECOVERY_THRESHOLD,
  DEFAULT_RECOVERY_TOTAL,
  MAX_COMMITS,
} from '../../../../server/contract/limits.ts'
import { recover as texts } from '../../../../server/contract/texts/recover.ts'
import { pastedCredentials } from '../../lib/pasted-credentials.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Note } from '../../ui/Note.tsx'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { assess, type Decoders } from './check.ts'
import { formOf, withPasted } from './form.ts'
import { GroupField } from './GroupField.tsx'
import { RecoveryResult } from './RecoveryResult.tsx'
import { Requirement } from './Requirement.tsx'
import { recoveryFailure, useRecoverKey } from './recover-key.ts'
import { remembering } from './remembering.ts'
import { ShareFields } from './ShareFields.tsx'
import type { Saved } from './use-saved-pair.ts'

export interface RecoverFormProps {
  /** null while they are being loaded. */
  decoders: Decoders | null
  saved: Saved
}

/** The credentials, what is said of each while it is typed, and what a recovery ended with. */
export function RecoverForm({ decoders, saved }: RecoverFormProps) {
  const pair = saved.state === 'found' ? saved.pair : null
  const initial = useMemo(
    () => formOf(pair?.groupCredential ?? '', pair?.shareCredential ?? ''),
    [pair?.groupCredential, pair?.shareCredential],
  )
  // Whoever has begun to type keeps what is typed, whatever is found in the meantime.
  const [edited, setEdited] = useState<typeof initial | null>(null)
  const form = edited ?? initial
  // Typing goes first: what is said of a large group may come a moment later.
  const settled = useDeferredValue(form)
  const quick = useMemo(() => (decoders === null ? null : remembering(decoders)), [decoders])
  const assessment = useMemo(
    () => (quick === null ? null : assess(quick, settled)),
    [quick, settled],
  )
  const threshold = assessment?.threshold ?? DEFAULT_RECOVERY_THRESHOLD
  const recovery = useRecoverKey()

  function change(next: typeof form) {
    setEdited(next)
    if (recovery.isError) recovery.reset()
  }

  /** Text of one credential that is meant for this field is the browser's to insert. */
  function paste(event: ClipboardEvent<HTMLInputElement>, shareKey?: number) {
    const text = event.clipboardData.getData('text')
    const pasted = pastedCredentials(text)
    if (pasted === null) return
    const meant = shareKey === undefined ? [pasted.group] : pasted.shares
    const found = pasted.shares.length + (pasted.group === undefined ? 0 : 1)
    if (found === 1 && meant[0] === text.trim()) return
    event.preventDefault()
    const { selectionStart, selectionEnd, value } = event.currentTarget
    const isReplaced = selectionStart === 0 && selectionEnd === value.length
    const { form: filled, leftOut } = withPasted(form, pasted, isReplaced ? shareKey : undefined)
    change(filled)
    if (leftOut > 0) toastFailed(texts.tooManyPasted(MAX_COMMITS))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (quick === null || recovery.isPending) return
    const { sufficient, valid, invalid } = assess(quick, form)
    if (!sufficient) return
    recovery.mutate(
      { groupCredential: form.group.trim(), shareCredentials: valid, invalid },
      {
        onSuccess: ({ sharesUsed }) => toastDone(texts.succeeded(sharesUsed)),
        onError: (error) => toastFailed(texts.failed(recoveryFailure(error))),
      },
    )
  }

  return (
    <Card title={texts.title} className="mx-auto max-w-[42rem]">
      <CardBody className="grid grid-cols-1 gap-4">
        <Requirement
          threshold={threshold}
          total={assessment?.total ?? DEFAULT_RECOVERY_TOTAL}
          valid={assessment?.valid.length ?? 0}
        />
        <Note kind="warn">
          {texts.warning}
          {!isSecureContext && ` ${texts.plainHttp}`}
        </Note>
        <form onSubmit={submit} className="grid grid-cols-1 gap-4" noValidate>
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
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <Button
              type="submit"
              kind="primary"
              disabled={assessment?.sufficient !== true}
              aria-disabled={recovery.isPending}
            >
              {recovery.isPending ? texts.submitting : texts.submit}
            </Button>
            <p className="text-sm text-ink-2">{assessment !== null && nextStep(assessment)}</p>
          </div>
        </form>
        <RecoveryResult recovery={recovery} />
      </CardBody>
    </Card>
  )
}

function nextStep({ group, threshold, valid }: ReturnType<typeof assess>): string {
  if (group.state !== 'valid') return texts.needGroup
  const missing = threshold - valid.length
  return missing > 0 ? texts.needShares(missing) : texts.ready
}
