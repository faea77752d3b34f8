import type { CredentialsAnswer } from '#contract/credentials.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { shell, joining as texts } from '../../texts/texts.ts'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Note } from '../../ui/Note.tsx'
import { StepButtons } from '../keyset/StepButtons.tsx'
import type { Carried, Way } from '../start/ways.ts'
import { JoiningFailed } from './JoiningFailed.tsx'
import { JoiningPanel } from './JoiningPanel.tsx'
import { useOnboarding } from './onboarding.ts'
import { isJoining } from './onboarding-step.ts'
import { TakeInvitation } from './TakeInvitation.tsx'
import { useKeepJoined } from './use-keep-joined.ts'

export interface JoinScreenProps {
  saved: CredentialsAnswer
  /** Names that the keyset can't have here. */
  taken: readonly string[]
  /** One that was put in elsewhere. */
  invitation: string | undefined
  /** Called when the signer runs on what it has joined. */
  onDone(): void
  /** Takes a text to where it belongs. */
  onElse(to: Way, text: Carried): void
  onApp: ((link: string) => void) | undefined
  onLeave(): void
}

/** Joining a keyset: the invitation, its password, the other device's answer, and whose key it is. */
export default function JoinScreen(props: JoinScreenProps) {
  const { saved, taken, invitation, onDone, onElse, onApp, onLeave } = props
  const { data: state, error } = useOnboarding()
  const keep = useKeepJoined({ taken, isUpdate: saved.configured, onDone })
  const isUnderWay = isJoining(state)
  return (
    <Card title={texts.title} className="mx-auto max-w-160">
      <CardBody className="flex flex-col gap-4">
        {saved.configured && (
          <Note kind="warn">{texts.replaces(saved.name || shell.savedShare)}</Note>
        )}
        {isUnderWay ? (
          <JoiningPanel
            state={state}
            problem={error && reasonOf(error)}
            isSaving={keep.isPending}
            onReceived={keep.save}
          />
        ) : (
          <>
            {state?.state === 'failed' && <JoiningFailed failure={state} />}
            <TakeInvitation invitation={invitation} onElse={onElse} onApp={onApp} />
          </>
        )}
        <div role="alert" className="empty:-mt-4">
          {keep.problem !== null && <Note kind="bad">{keep.problem}</Note>}
        </div>
        {!isUnderWay && <StepButtons onLeave={onLeave} />}
      </CardBody>
    </Card>
  )
}
