import { type SubmitEvent, useState } from 'react'
import type { PackageForm } from '#contract/packages.ts'
import type { HandOutAnswer, ReservedShare } from '#contract/reserved-shares.ts'
import { CALLER_NAME_CHARS_MAX } from '#contract/rule-terms.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { devices as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Note } from '../../ui/Note.tsx'
import { StepButtons } from '../keyset/StepButtons.tsx'
import { StepHeading } from '../keyset/StepHeading.tsx'
import { AppChoice } from '../packages/AppChoice.tsx'
import { PackageWait } from '../packages/PackageWait.tsx'
import { useHandOut } from './hand-out.ts'

/** How the server begins what is wrong with the name. */
const NAME = 'name: '

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export interface DeviceNameFormProps {
  spare: ReservedShare
  onGiven(given: HandOutAnswer): void
  onBack(): void
}

/** For which device a share is. Once it is handed out, that stays as it is. */
export function DeviceNameForm({ spare, onGiven, onBack }: DeviceNameFormProps) {
  const { index, state, heardBefore } = spare
  const isAgain = state !== 'kept'
  const [typed, setTyped] = useState(
    isAgain || heardBefore ? '' : (spare.name ?? texts.suggested(index)),
  )
  const [form, setForm] = useState<PackageForm>('current')
  const handOut = useHandOut(index)
  const name = typed.trim()
  const reason = handOut.error === null ? null : reasonOf(handOut.error)
  const isAboutName = !isAgain && reason !== null && reason.startsWith(NAME)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (handOut.isPending || (!isAgain && name === '')) return
    handOut.mutate(isAgain ? {} : { name, form }, { onSuccess: onGiven })
  }

  return (
    <form onSubmit={submit} noValidate autoComplete="off">
      <StepHeading
        title={
          isAgain ? texts.packageTitle(spare.name ?? texts.share(index)) : texts.handOutTitle(index)
        }
        lead={isAgain ? texts.steps[state] : texts.nameLead}
      />
      {!isAgain && (
        <Field
          label={texts.name}
          placeholder={texts.placeholder}
          autoComplete="off"
          maxLength={CALLER_NAME_CHARS_MAX}
          value={typed}
          error={isAboutName ? capitalised(reason.slice(NAME.length)) : undefined}
          onText={(next) => {
            setTyped(next)
            if (handOut.isError) handOut.reset()
          }}
        />
      )}
      {!isAgain && <AppChoice form={form} onChange={setForm} />}
      {heardBefore && !isAgain && (
        <div className="mt-4">
          <Note kind="warn">{texts.heardBefore}</Note>
        </div>
      )}
      {reason !== null && !isAboutName && (
        <div role="alert" className="mt-4">
          <Note kind="bad">{texts.failed(reason)}</Note>
        </div>
      )}
      <PackageWait isWaiting={handOut.isPending} form={isAgain ? undefined : form} />
      <StepButtons onBack={onBack}>
        <Button
          type="submit"
          kind="primary"
          disabled={!isAgain && name === ''}
          aria-disabled={handOut.isPending}
        >
          {handOut.isPending ? texts.preparing : isAgain ? texts.showAgain : texts.prepare}
        </Button>
      </StepButtons>
    </form>
  )
}
