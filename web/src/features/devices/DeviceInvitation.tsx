import { Download } from 'lucide-react'
import { useState } from 'react'
import type { PackageForm } from '#contract/packages.ts'
import type {
  HandOutAnswer,
  ReservedShare,
  ReservedSharesAnswer,
} from '#contract/reserved-shares.ts'
import { download } from '../../lib/download.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { devices as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { ToCompare } from '../identity/ToCompare.tsx'
import { JoinRequests } from '../joining/JoinRequests.tsx'
import { QrDialog, type QrSubject } from '../keyset/QrDialog.tsx'
import { SecretText } from '../keyset/SecretText.tsx'
import { StepButtons } from '../keyset/StepButtons.tsx'
import { StepHeading } from '../keyset/StepHeading.tsx'
import { AppChoice } from '../packages/AppChoice.tsx'
import { PackageWait } from '../packages/PackageWait.tsx'
import { deviceFile } from './device-file.ts'
import { useHandOut } from './hand-out.ts'

export interface DeviceInvitationProps {
  answer: ReservedSharesAnswer
  spare: ReservedShare
  given: HandOutAnswer
  /** It was made anew. */
  onGiven(given: HandOutAnswer): void
  onNext: (() => void) | undefined
  onBack(): void
  /** Back to the signer. */
  onDone(): void
}

/** The invitation for one device, and how far the device is. It is only in this component's state. */
export function DeviceInvitation(props: DeviceInvitationProps) {
  const { answer, spare, given, onGiven, onNext, onBack, onDone } = props
  const [qr, setQr] = useState<QrSubject | null>(null)
  const { package: text, password, form } = given
  const { index, name = texts.share(index) } = spare
  const what = texts.what.package(name)
  const again = useHandOut(index)

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
      {spare.state === 'handedOut' && (
        <>
          <AppChoice form={wanted ?? form} onChange={makeFor} />
          <PackageWait isWaiting={again.isPending} form={wanted} />
        </>
      )}
      <div className="my-5">
        <ToCompare npub={answer.npub} />
      </div>
      <JoinRequests />
      <Progress spare={spare} name={name} />
      <StepButtons onBack={onBack}>
        {onNext && <Button onClick={onNext}>{texts.next}</Button>}
        {spare.state === 'done' && (
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
  spare: { state, problem, areTwoDevices },
  name,
}: {
  spare: ReservedShare
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
