import { Download } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import type { PackageForm } from '#contract/packages.ts'
import type {
  HandOutAnswer,
  ReservedShare,
  ReservedSharesAnswer,
} from '#contract/reserved-shares.ts'
import { CALLER_NAME_CHARS_MAX } from '#contract/rule-terms.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { keyset as keysetTexts, devices as texts } from '../../texts/texts.ts'
import { translateMessage } from '../../texts/translate-message.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { More } from '../../ui/More.tsx'
import { Note } from '../../ui/Note.tsx'
import { isDense, QrCode } from '../../ui/QrCode.tsx'
import { Select } from '../../ui/Select.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import { toastFailed } from '../../ui/toast.ts'
import { Identity, IdentityWords } from '../home/Identity.tsx'
import { OutLink } from '../settings/OutLink.tsx'
import { saveFile } from '../setup/keyset/SecretText.tsx'
import { StepButtons, StepHeading, Steps } from '../setup/keyset/Steps.tsx'
import { deviceFile } from '../setup/moving/package-file.ts'
import { PackageWait } from '../setup/PackageParts.tsx'
import { DeviceProven, type DeviceProvenProps } from './DeviceProven.tsx'
import { useInvite } from './reserved-share-changes.ts'

export interface InviteDeviceProps extends Omit<DeviceProvenProps, 'name'> {
  /** The keyset is new: its identity is shown first. */
  isFirst: boolean
  /** Its invitation, if that was asked for already. */
  given: HandOutAnswer | null
  onBack(): void
}

/** One share on its way to one device: its name, the invitation, the password, and the proof that it signs. */
export function InviteDevice(props: InviteDeviceProps) {
  const { answer, reserved, isFirst, onBack } = props
  const [given, setGiven] = useState(props.given)
  const [app, setApp] = useState<App>(props.given?.form === 'older' ? 'older' : 'floe')
  const [atPassword, toPassword] = useState(false)
  const { state, name = texts.share(reserved.index) } = reserved
  const names = texts.wizard.steps
  const at = state === 'done' ? 2 : given === null && isFirst ? 0 : 1
  const shown = isFirst ? names : names.slice(1)
  const parts = { answer, reserved, name, onBack }
  const choice = { app, onApp: setApp }
  return (
    <>
      <Steps
        label={texts.wizard.label}
        steps={shown}
        current={at - (names.length - shown.length)}
      />
      {state === 'done' ? (
        <DeviceProven {...props} name={name} />
      ) : given === null ? (
        <DeviceNameForm {...props} {...choice} onGiven={setGiven} />
      ) : atPassword ? (
        <InvitationPassword {...parts} given={given} onBack={() => toPassword(false)} />
      ) : (
        <InvitationCode
          {...parts}
          {...choice}
          given={given}
          onGiven={setGiven}
          onNext={() => toPassword(true)}
        />
      )}
    </>
  )
}

/** How the server's message on a wrong name begins. */
const NAME = 'name: '

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Where to find each app that opens invitations. */
const APPS = {
  floe: null,
  pwa: 'https://github.com/FROSTR-ORG/igloo-pwa',
  chrome: 'https://github.com/FROSTR-ORG/igloo-chrome',
  home: 'https://github.com/FROSTR-ORG/igloo-home',
  older: null,
} as const
type App = keyof typeof APPS

const formOf = (app: App): PackageForm => (app === 'older' ? 'older' : 'current')

interface AppChoice {
  app: App
  onApp(app: App): void
}

/** Chooses the app that the invitation is for, and links to it. */
function AppSelect({ app, onApp }: AppChoice) {
  const link = APPS[app]
  return (
    <div>
      <Select
        label={texts.app}
        value={app}
        onChange={onApp}
        options={Object.entries(texts.apps).map(([value, text]) => ({ value: value as App, text }))}
      />
      <p className="mt-1 min-h-5 text-sm text-ink-2">
        {app === 'older' && texts.olderHint}
        {link !== null && <OutLink href={link}>{texts.getApp(texts.apps[app])}</OutLink>}
      </p>
    </div>
  )
}

interface DeviceNameFormProps extends Omit<InviteDeviceProps, 'given'>, AppChoice {
  onGiven(given: HandOutAnswer): void
}

/** Asks which device a share is for. That can't be changed once the share is handed out. */
function DeviceNameForm(props: DeviceNameFormProps) {
  const { answer, reserved, isFirst, app, onApp, onGiven, onBack } = props
  const { index, state, heardBefore } = reserved
  const isAgain = state !== 'kept'
  const [typed, setTyped] = useState(
    isAgain || heardBefore ? '' : (reserved.name ?? texts.suggested(index)),
  )
  const invite = useInvite(index)
  const name = typed.trim()
  const reason = invite.error === null ? null : reasonOf(invite.error)
  const isAboutName = !isAgain && reason !== null && reason.startsWith(NAME)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (invite.isPending || (!isAgain && name === '')) return
    invite.mutate(isAgain ? {} : { name, form: formOf(app) }, { onSuccess: onGiven })
  }

  return (
    <form onSubmit={submit} noValidate autoComplete="off">
      {isFirst && !isAgain ? (
        <>
          <StepHeading title={texts.madeTitle(answer.group)} lead={texts.madeLead} />
          <div className="mb-5 rounded-md border border-line px-3.5 py-3">
            <Identity npub={answer.npub} />
          </div>
        </>
      ) : (
        <StepHeading
          title={
            isAgain
              ? texts.packageTitle(reserved.name ?? texts.share(index))
              : texts.handOutTitle(index)
          }
          lead={isAgain ? texts.steps[state] : texts.nameLead}
        />
      )}
      {!isAgain && (
        <>
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
          <div className="mt-4">
            <AppSelect app={app} onApp={onApp} />
          </div>
        </>
      )}
      {heardBefore && !isAgain && (
        <div className="mt-4">
          <Note kind="warn">{texts.heardBefore}</Note>
        </div>
      )}
      <FormFailure
        text={reason !== null && !isAboutName ? texts.failed(reason) : null}
        className="mt-4"
      />
      <PackageWait isWaiting={invite.isPending} form={isAgain ? undefined : formOf(app)} />
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

interface InvitationProps {
  answer: ReservedSharesAnswer
  reserved: ReservedShare
  name: string
  given: HandOutAnswer
  onBack(): void
}

/** Pixels. */
const QR_WIDTH = 420

interface InvitationCodeProps extends InvitationProps, AppChoice {
  /** Called with the invitation when it was made again. */
  onGiven(given: HandOutAnswer): void
  onNext(): void
}

/** The invitation, to be scanned, copied or saved. It is worth nothing without its password. */
function InvitationCode(props: InvitationCodeProps) {
  const { answer, reserved, name, given, app, onApp, onGiven, onNext, onBack } = props
  const { package: text, form } = given
  const { index, state } = reserved
  const what = texts.what.package(name)
  const again = useInvite(index)

  function makeFor(other: App) {
    if (again.isPending) return
    onApp(other)
    if (formOf(other) === form) return
    again.mutate(
      { form: formOf(other) },
      {
        onSuccess: onGiven,
        onError: (error) => {
          onApp(app)
          toastFailed(texts.showFailed, reasonOf(error))
        },
      },
    )
  }

  return (
    <>
      <StepHeading title={texts.packageTitle(name)} lead={texts.packageLead} />
      <QrCode text={text} label={keysetTexts.qrTitle(what)} width={QR_WIDTH} />
      {isDense(text) && (
        <p className="mt-2 text-center text-sm text-ink-2">{keysetTexts.qrDense}</p>
      )}
      <div className="mt-3 flex items-center gap-0.5 rounded-md border border-edge bg-sunken pr-1 pl-2.5">
        <p className="min-w-0 flex-1 truncate font-mono text-mono">{text}</p>
        <CopyButton text={text} what={what} />
        <IconButton
          icon={Download}
          label={texts.download}
          onClick={() => saveFile(deviceFile(answer, { index, name, text }))}
        />
      </div>
      <p className="mt-3 text-ink-2">{texts.may}</p>
      {state === 'handedOut' && (
        <>
          <div className="mt-4">
            <More title={texts.otherApp}>
              <AppSelect app={app} onApp={makeFor} />
            </More>
          </div>
          <PackageWait
            isWaiting={again.isPending}
            form={again.isPending ? again.variables.form : undefined}
          />
        </>
      )}
      {state !== 'handedOut' && <Progress reserved={reserved} />}
      <StepButtons onBack={onBack}>
        <Button
          kind="primary"
          aria-disabled={again.isPending}
          onClick={() => !again.isPending && onNext()}
        >
          {texts.toPassword}
        </Button>
      </StepButtons>
    </>
  )
}

/** The password of the invitation, and how far its device is. */
function InvitationPassword({ answer, reserved, name, given, onBack }: InvitationProps) {
  return (
    <>
      <StepHeading title={texts.passwordTitle(name)} lead={texts.passwordLead} />
      <div className="flex items-center gap-1 rounded-md border border-edge bg-sunken py-2 pr-1 pl-3.5">
        <p className="min-w-0 flex-1 font-mono text-lg wrap-anywhere">{given.password}</p>
        <CopyButton text={given.password} what={texts.what.password(name)} />
      </div>
      <div className="my-5">
        <p className="text-sm text-ink-2">{texts.wordsLead(name)}</p>
        <IdentityWords npub={answer.npub} />
      </div>
      <Progress reserved={reserved} />
      <StepButtons onBack={onBack} />
    </>
  )
}

/** How far a device is that has not signed yet. */
function Progress({ reserved }: { reserved: ReservedShare }) {
  const { state, problemMessage: problem, areTwoDevices } = reserved
  return (
    <div className="mt-4 min-h-18 rounded-md border border-line px-3.5 py-3">
      <p role="status" className="flex gap-2 font-medium">
        <span className="mt-0.5">
          <StateIcon state="wait" word={texts.words[state]} />
        </span>
        {texts.steps[state]}
      </p>
      {state === 'handedOut' && !problem && (
        <p className="mt-0.5 text-sm text-ink-2">{texts.handedOutHint}</p>
      )}
      {areTwoDevices && <p className="mt-0.5 text-sm text-warn">{texts.twoDevices}</p>}
      {problem && !areTwoDevices && (
        <p className="mt-0.5 text-sm text-ink-2">{texts.onlineHint(translateMessage(problem))}</p>
      )}
    </div>
  )
}
