import { Download } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import type { PackageForm } from '#contract/packages.ts'
import type {
  HandOutAnswer,
  ReservedShare,
  ReservedSharesAnswer,
} from '#contract/reserved-shares.ts'
import { CALLER_NAME_CHARS_MAX } from '#contract/rule-terms.ts'
import { download } from '../../lib/download.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { devices as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Note } from '../../ui/Note.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { ToCompare } from '../home/Identity.tsx'
import { JoinRequests } from '../setup/joining/JoinRequests.tsx'
import { QrDialog, type QrSubject, SecretText } from '../setup/keyset/SecretText.tsx'
import { StepButtons, StepHeading } from '../setup/keyset/Steps.tsx'
import { AppChoice, PackageWait } from '../setup/PackageParts.tsx'
import { deviceFile } from './device-file.ts'
import { useInvite } from './reserved-share-changes.ts'

export interface InviteDeviceProps {
  answer: ReservedSharesAnswer
  reserved: ReservedShare
  /** Its invitation, if that was asked for already. */
  given: HandOutAnswer | null
  /** The next share that has no device; undefined: there is none. */
  onNext: (() => void) | undefined
  onBack(): void
  /** Back to the signer. */
  onDone(): void
}

/** One share on its way to one device: its name, then the invitation, until the device has signed. */
export function InviteDevice(props: InviteDeviceProps) {
  const { answer, reserved, onNext, onBack, onDone } = props
  const [given, setGiven] = useState(props.given)
  if (given === null)
    return <DeviceNameForm reserved={reserved} onGiven={setGiven} onBack={onBack} />
  return (
    <DeviceInvitation
      answer={answer}
      reserved={reserved}
      given={given}
      onGiven={setGiven}
      onNext={onNext}
      onBack={onBack}
      onDone={onDone}
    />
  )
}

/** How the server begins what is wrong with the name. */
const NAME = 'name: '

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

interface DeviceNameFormProps {
  reserved: ReservedShare
  onGiven(given: HandOutAnswer): void
  onBack(): void
}

/** For which device a share is. Once it is handed out, that stays as it is. */
function DeviceNameForm({ reserved, onGiven, onBack }: DeviceNameFormProps) {
  const { index, state, heardBefore } = reserved
  const isAgain = state !== 'kept'
  const [typed, setTyped] = useState(
    isAgain || heardBefore ? '' : (reserved.name ?? texts.suggested(index)),
  )
  const [form, setForm] = useState<PackageForm>('current')
  const invite = useInvite(index)
  const name = typed.trim()
  const reason = invite.error === null ? null : reasonOf(invite.error)
  const isAboutName = !isAgain && reason !== null && reason.startsWith(NAME)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (invite.isPending || (!isAgain && name === '')) return
    invite.mutate(isAgain ? {} : { name, form }, { onSuccess: onGiven })
  }

  return (
    <form onSubmit={submit} noValidate autoComplete="off">
      <StepHeading
        title={
          isAgain
            ? texts.packageTitle(reserved.name ?? texts.share(index))
            : texts.handOutTitle(index)
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
            if (invite.isError) invite.reset()
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
      <PackageWait isWaiting={invite.isPending} form={isAgain ? undefined : form} />
      <StepButtons onBack={onBack}>
        <Button
          type="submit"
          kind="primary"
          disabled={!isAgain && name === ''}
          aria-disabled={invite.isPending}
        >
          {invite.isPending ? texts.preparing : isAgain ? texts.showAgain : texts.prepare}
        </Button>
      </StepButtons>
    </form>
  )
}

interface DeviceInvitationProps {
  answer: ReservedSharesAnswer
  reserved: ReservedShare
  given: HandOutAnswer
  /** It was made again. */
  onGiven(given: HandOutAnswer): void
  onNext: (() => void) | undefined
  onBack(): void
  /** Back to the signer. */
  onDone(): void
}

/** The invitation for one device, and how far the device is. It is only in this component's state. */
function DeviceInvitation(props: DeviceInvitationProps) {
  const { answer, reserved, given, onGiven, onNext, onBack, onDone } = props
  const [qr, setQr] = useState<QrSubject | null>(null)
  const { package: text, password, form } = given
  const { index, name = texts.share(index) } = reserved
  const what = texts.what.package(name)
  const again = useInvite(index)

  function save() {
    const file = deviceFile(answer, { index, name, text })
    download(file.name, file.content)
    toastDone(texts.downloaded(file.name))
  }

  const wanted = again.isPending ? again.variables.form : undefined

  function makeFor(other: PackageForm) {
    if (again.isPending) return
    again.mutate(
      { form: other },
      {
        onSuccess: onGiven,
        onError: (error) => toastFailed(texts.showFailed, reasonOf(error)),
      },
    )
  }

  return (
    <>
      <StepHeading title={texts.packageTitle(name)} lead={texts.packageLead} />
      <SecretText
        label={texts.package}
        what={what}
        text={text}
        onQr={() => setQr({ what, text })}
      />
      <Button className="-mt-1 mb-5" onClick={save}>
        <Download size={16} strokeWidth={1.8} aria-hidden />
        {texts.download}
      </Button>
      <SecretText label={texts.password} what={texts.what.password(name)} text={password} />
      <p className="-mt-2 text-sm text-ink-2">{texts.passwordLead}</p>
      {reserved.state === 'handedOut' && (
        <>
          <AppChoice form={wanted ?? form} onChange={makeFor} />
          <PackageWait isWaiting={again.isPending} form={wanted} />
        </>
      )}
      <div className="my-5">
        <ToCompare npub={answer.npub} />
      </div>
      <JoinRequests />
      <Progress reserved={reserved} name={name} />
      <StepButtons onBack={onBack}>
        {onNext && <Button onClick={onNext}>{texts.next}</Button>}
        {reserved.state === 'done' && (
          <Button kind="primary" onClick={onDone}>
            {texts.back}
          </Button>
        )}
      </StepButtons>
      {qr && <QrDialog {...qr} onClose={() => setQr(null)} />}
    </>
  )
}

function Progress({
  reserved: { state, problem, areTwoDevices },
  name,
}: {
  reserved: ReservedShare
  name: string
}) {
  return (
    <div className="rounded-md border border-line px-3.5 py-3">
      <p role="status" className="flex gap-2 font-medium">
        <span className="mt-0.5">
          <StateIcon state={state === 'done' ? 'ok' : 'wait'} word={texts.words[state]} />
        </span>
        {state === 'done' ? texts.proven(name) : texts.steps[state]}
      </p>
      {state === 'done' && <p className="mt-0.5 text-sm text-ink-2">{texts.steps.done}</p>}
      {state === 'handedOut' && <p className="mt-0.5 text-sm text-ink-2">{texts.handedOutHint}</p>}
      {areTwoDevices && <p className="mt-0.5 text-sm text-warn">{texts.twoDevices}</p>}
      {problem && !areTwoDevices && (
        <p className="mt-0.5 text-sm text-ink-2">{texts.onlineHint(problem)}</p>
      )}
    </div>
  )
}
