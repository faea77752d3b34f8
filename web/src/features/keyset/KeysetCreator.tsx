import { use, useState } from 'react'
import { keyset as texts } from '../../texts/texts.ts'
import { Card, CardBody } from '../../ui/Card.tsx'
import { toastDone } from '../../ui/toast.ts'
import { useIdentityWords } from '../identity/use-identity-words.ts'
import { decoders } from './decoders.ts'
import { back, confirm, type Flow, handOut, isUseless, next, unsaved } from './flow.ts'
import { HandOutShare } from './HandOutShare.tsx'
import { KeepShare } from './KeepShare.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { SignedOutNote } from './SignedOutNote.tsx'
import { Steps } from './Steps.tsx'
import { Summary } from './Summary.tsx'
import { useGuardedPage } from './use-guarded-page.ts'

export interface KeysetCreatorProps {
  /** The new keyset's name must differ from each of these, compared before ' share '. */
  existingNames: readonly string[]
  /** Those that the signer uses. */
  relays: readonly string[]
  /** One that was put in elsewhere, to be split. */
  secretKey: string | undefined
  /** Called when a keyset of 2026 is made: the signer runs on it. */
  onKept(): void
  /** 1.x: called when all other shares are handed out; the caller saves this one. */
  onCreated(keyset: { name: string; groupCredential: string; shareCredential: string }): void
  onCancel(): void
}

const STEPS = ['settings', 'shares', 'summary'] as const satisfies Flow['at'][]

/**
 * Makes a keyset and hands out its shares one by one, as a card of its own. Suspends while the code
 * that reads keys is loading. The shares are only in this component's state, and are gone with it.
 */
export default function KeysetCreator(props: KeysetCreatorProps) {
  const { existingNames, relays, secretKey, onKept, onCreated, onCancel } = props
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
              toastDone(texts.created)
            }}
            onCancel={onCancel}
          />
        )
      case 'shares':
        return flow.share === 1 ? (
          <KeepShare keyset={flow.keyset} onNext={() => setFlow(next(flow))} onLeave={leave} />
        ) : (
          <HandOutShare
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
    <div className="mx-auto max-w-2xl">
      <Card title={texts.title}>
        <CardBody>
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
        </CardBody>
      </Card>
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
    </div>
  )
}
