import type { FormEvent } from 'react'
import { DEFAULT_RECOVERY_TOTAL } from '../../lib/limits.ts'
import { recover as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Note } from '../../ui/Note.tsx'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import type { Assessment, Decoders } from './check.ts'
import { GroupField } from './GroupField.tsx'
import { RecoveryResult } from './RecoveryResult.tsx'
import { Requirement } from './Requirement.tsx'
import { recoveryFailure, useRecoverKey } from './recover-key.ts'
import { ShareFields } from './ShareFields.tsx'
import type { Saved } from './use-saved-pair.ts'
import { useShareForm } from './use-share-form.ts'

export interface RecoverFormProps {
  /** null while they are loading. */
  decoders: Decoders | null
  saved: Saved
}

/** The credentials, what is said about each while it is typed, and the result of a recovery. */
export function RecoverForm({ decoders, saved }: RecoverFormProps) {
  const recovery = useRecoverKey()
  const { form, change, paste, assessment, threshold, assessNow } = useShareForm(
    decoders,
    saved,
    () => {
      if (recovery.isError) recovery.reset()
    },
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    const now = assessNow()
    if (now?.sufficient !== true || recovery.isPending) return
    const { valid, invalid } = now
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
          text={texts.requirement(threshold, assessment?.total ?? DEFAULT_RECOVERY_TOTAL)}
          threshold={threshold}
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

function nextStep({ group, threshold, valid }: Assessment): string {
  if (group.state !== 'valid') return texts.needGroup
  const missing = threshold - valid.length
  return missing > 0 ? texts.needShares(missing) : texts.ready
}
