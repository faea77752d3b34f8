import { use, useState } from 'react'
import { keyset as texts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { StateIcon } from '#web/ui/StateIcon.tsx'
import { toastDone } from '#web/ui/toast.ts'
import { Identity, useIdentityWords } from '../../home/Identity.tsx'
import { decoders } from './decoders.ts'
import {
  back,
  confirm,
  type Flow,
  handOut,
  isUseless,
  type NewKeyset,
  next,
  unsaved,
} from './flow.ts'
import { LeaveDialog } from './LeaveDialog.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { ShareForDevice } from './ShareForDevice.tsx'
import { SignedOutNote } from './SignedOutNote.tsx'
import { StepButtons, StepHeading, Steps } from './Steps.tsx'
import { useGuardedPage } from './use-guarded-page.ts'

export interface KeysetCreatorProps {
  /** The new keyset's name must differ from each of these, compared up to ' share '. */
  existingNames: readonly string[]
  /** The signer's relays. */
  relays: readonly string[]
  /** A key to split that was put in elsewhere; undefined: none. */
  secretKey: string | undefined
  /** Called when a keyset of 2026 is made: the signer runs on it. */
  onKept(): void
  /** 1.x: called when its shares are there to be handed out. */
  onMade(): void
  /** 1.x: called when all other shares are handed out; the caller saves this one. */
  onCreated(keyset: { name: string; groupCredential: string; shareCredential: string }): void
  onCancel(): void
}

const STEPS = ['settings', 'shares', 'summary'] as const satisfies Flow['at'][]

/**
 * Makes a keyset and hands out its shares one by one. Suspends while the code
 * that reads keys is loading. The shares are only in this component's state, and are gone with it.
 */
export default function KeysetCreator(props: KeysetCreatorProps) {
  const { existingNames, relays, secretKey, onKept, onMade, onCreated, onCancel } = props
  const loaded = use(decoders)
  useIdentityWords()
  const [flow, setFlow] = useState<Flow>({ at: 'settings' })
  const [leaving, setLeaving] = useState(false)
  const isSignedOut = useGuardedPage(flow.at !== 'settings')

  const leave = () => setLeaving(true)

  function step() {
    switch (flow.at) {
      case 'settings':
        return (
          <SettingsForm
            existingNames={existingNames}
            decoders={loaded}
            relays={relays}
            secretKey={secretKey}
            onKept={() => {
              toastDone(texts.created)
              onKept()
            }}
            onMade={(keyset) => {
              setFlow(handOut(keyset))
              onMade()
              toastDone(texts.created)
            }}
          />
        )
      case 'shares':
        return flow.share === 1 ? (
          <KeepShare keyset={flow.keyset} onNext={() => setFlow(next(flow))} onLeave={leave} />
        ) : (
          <ShareForDevice
            key={flow.share}
            keyset={flow.keyset}
            share={flow.share}
            isStored={flow.stored.includes(flow.share)}
            onStored={(isStored) => setFlow(confirm(flow, isStored))}
            onBack={() => setFlow(back(flow))}
            onNext={() => setFlow(next(flow))}
            onLeave={leave}
          />
        )
      case 'summary': {
        const { name, groupCredential, shareCredentials } = flow.keyset
        const [shareCredential = ''] = shareCredentials
        return (
          <Summary
            keyset={flow.keyset}
            onBack={() => setFlow(back(flow))}
            onFinish={() => onCreated({ name, groupCredential, shareCredential })}
            onLeave={leave}
          />
        )
      }
    }
  }

  return (
    <>
      {flow.at !== 'settings' && (
        <Steps
          label={texts.stepsLabel}
          steps={STEPS.map((step) => texts.steps[step])}
          current={STEPS.indexOf(flow.at)}
        />
      )}
      {isSignedOut && (
        <div className="mb-5">
          <SignedOutNote />
        </div>
      )}
      {step()}
      {flow.at !== 'settings' && (
        <LeaveDialog
          open={leaving}
          title={texts.leaveTitle}
          text={texts.leaveText(unsaved(flow))}
          more={isUseless(flow) ? texts.leaveUseless(flow.keyset.threshold) : null}
          words={texts}
          onStay={() => setLeaving(false)}
          onLeave={onCancel}
        />
      )}
    </>
  )
}

interface KeepShareProps {
  keyset: NewKeyset
  onNext(): void
  onLeave(): void
}

/** The step of the first share, which stays on this server. */
function KeepShare({ keyset, onNext, onLeave }: KeepShareProps) {
  const total = keyset.shareCredentials.length
  return (
    <>
      <StepHeading title={texts.shareTitle(1, total)} lead={texts.shareStays} />
      <Identity npub={keyset.npub} />
      {total > 1 && <p className="my-4 text-ink-2">{texts.handOutNext(total - 1)}</p>}
      <Note kind="warn">{texts.nothingKept}</Note>
      <StepButtons onLeave={onLeave}>
        <Button kind="primary" onClick={onNext}>
          {texts.next}
        </Button>
      </StepButtons>
    </>
  )
}

interface SummaryProps {
  keyset: NewKeyset
  onBack(): void
  onFinish(): void
  onLeave(): void
}

/** The keyset's identity, who has its shares, and what to know about them. */
function Summary({ keyset, onBack, onFinish, onLeave }: SummaryProps) {
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
