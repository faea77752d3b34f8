import { common, names as nameTexts, moving as texts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { StateIcon } from '#web/ui/StateIcon.tsx'
import { ToCompare } from '../../home/Identity.tsx'
import { NameForm } from '../../settings/NameForm.tsx'
import { useNames } from '../../settings/use-names.ts'
import { JoinRequests } from '../joining/JoinRequests.tsx'
import { SaveButton, SecretText } from '../keyset/SecretText.tsx'
import { StepButtons, StepHeading } from '../keyset/Steps.tsx'
import { type HandingOut, mayGoOn, packageAt } from './flow.ts'
import { packageFile } from './package-file.ts'

export interface PackageForDeviceProps {
  flow: HandingOut
  onHandedOut(isHandedOut: boolean): void
  /** undefined: it is the first one. */
  onBack: (() => void) | undefined
  onNext(): void
  onLeave(): void
}

/** One invitation for one device, and its password, until the device has come online. */
export function PackageForDevice(props: PackageForDeviceProps) {
  const { flow, onHandedOut, onBack, onNext, onLeave } = props
  const { dealt, position, handedOut, seen } = flow
  const invitation = packageAt(flow)
  const { index, pubkey, package: sealed, password } = invitation
  const names = useNames()
  const isOnline = seen.includes(index)

  return (
    <>
      <StepHeading
        title={texts.packageTitle(position + 1, dealt.packages.length)}
        lead={texts.packageLead}
      />
      <SecretText
        label={texts.package(index)}
        what={texts.what.package(index)}
        text={sealed}
        hasQr
      />
      <SaveButton file={packageFile(dealt, invitation)} className="-mt-1 mb-5">
        {texts.download}
      </SaveButton>
      <SecretText label={texts.password} what={texts.what.password(index)} text={password} />
      <p className="-mt-2 text-sm text-ink-2">{texts.passwordLead}</p>
      <div className="mt-5">
        <NameForm
          key={`${pubkey} ${names.given(pubkey)}`}
          pubkey={pubkey}
          name={names.given(pubkey)}
        />
        <p className="mt-1 text-sm text-ink-3">{nameTexts.hint}</p>
      </div>
      <div className="my-5">
        <ToCompare npub={dealt.npub} />
      </div>
      <div>
        <JoinRequests />
      </div>
      <div className="rounded-md border border-line px-3.5 py-3">
        <p role="status" className="flex gap-2 font-medium">
          <span className="mt-0.5">
            <StateIcon
              state={isOnline ? 'ok' : 'wait'}
              word={isOnline ? common.done : texts.stateWords.waiting}
            />
          </span>
          {isOnline ? texts.online : texts.waiting}
        </p>
        {!isOnline && (
          <>
            <p className="mt-0.5 text-sm text-ink-2">{texts.waitingHint}</p>
            <label className="mt-2 flex min-h-8 max-sm:min-h-10 items-center gap-2.5 text-sm">
              <input
                type="checkbox"
                checked={handedOut.includes(index)}
                onChange={(event) => onHandedOut(event.target.checked)}
                className="size-4 shrink-0 accent-ice"
              />
              {texts.handedOut}
            </label>
          </>
        )}
      </div>
      <StepButtons onLeave={onLeave} onBack={onBack}>
        <Button kind="primary" disabled={!mayGoOn(flow)} onClick={onNext}>
          {texts.next}
        </Button>
      </StepButtons>
    </>
  )
}
