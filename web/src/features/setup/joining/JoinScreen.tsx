import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CredentialsAnswer } from '#contract/credentials.ts'
import type { KeepJoinedRequest, OnboardingState } from '#contract/packages.ts'
import { post } from '#web/lib/api-client.ts'
import { invalidate, reasonOf } from '#web/lib/query-client.ts'
import { configure, shell, joining as texts } from '#web/texts/texts.ts'
import { translateMessage } from '#web/texts/translate-message.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormFailure } from '#web/ui/FormFailure.tsx'
import { Note } from '#web/ui/Note.tsx'
import { toastDone } from '#web/ui/toast.ts'
import { statusQuery } from '../../home/get-status.ts'
import { saveFailureOf } from '../configure/save-failure.ts'
import { freeName } from '../configure/taken-names.ts'
import { envQuery, savedQuery } from '../credentials/env.ts'
import { envChange } from '../credentials/env-changes.ts'
import type { ElsewhereProps } from '../Misplaced.tsx'
import { JoiningPanel } from './JoiningPanel.tsx'
import { isJoining, type Received, useGiveUp, useOnboarding } from './onboarding.ts'
import { TakeInvitation } from './TakeInvitation.tsx'

export interface JoinScreenProps extends ElsewhereProps {
  saved: CredentialsAnswer
  /** Names that the keyset can't have here. */
  taken: readonly string[]
  /** An invitation that was put in elsewhere; undefined: none. */
  invitation: string | undefined
  /** Called when the signer runs on what it has joined. */
  onDone(): void
}

/** Joining a keyset: the invitation, its password, the other device's answer, and whose key it is. */
export default function JoinScreen(props: JoinScreenProps) {
  const { saved, taken, invitation, onDone, onElse, onApp } = props
  const { data: state, error } = useOnboarding()
  const keep = useKeepJoined({ taken, isUpdate: saved.configured, onDone })
  const isUnderWay = isJoining(state)
  return (
    <div className="flex flex-col gap-4">
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
      <FormFailure text={keep.problem} />
    </div>
  )
}

type JoiningFailure = Extract<OnboardingState, { state: 'failed' }>

/** Why this device could not join, and what to do. */
function JoiningFailed({ failure }: { failure: JoiningFailure }) {
  const putAway = useGiveUp()
  return (
    <Note kind="bad">
      <div role="alert">
        <p className="font-medium text-ink">{texts.failed}</p>
        <p>{translateMessage(failure)}</p>
      </div>
      <Button
        className="mt-2"
        aria-disabled={putAway.isPending}
        onClick={() => !putAway.isPending && putAway.mutate()}
      >
        {texts.dismiss}
      </Button>
    </Note>
  )
}

interface KeepJoinedOptions {
  /** Names that the keyset can't have here. */
  taken: readonly string[]
  /** The signer runs on another keyset until then. */
  isUpdate: boolean
  onDone(): void
}

/**
 * Has the signer run on what it has joined, once its owner has said that it is the right identity. The share does not
 * come to the page for that.
 */
function useKeepJoined({ taken, isUpdate, onDone }: KeepJoinedOptions) {
  const queries = useQueryClient()
  const { mutateAsync, isPending, error } = useMutation({
    mutationKey: envChange,
    mutationFn: (request: KeepJoinedRequest) => post('/api/joining/save', request),
    // The signer follows.
    onSettled: () => invalidate(queries, envQuery, savedQuery, statusQuery),
  })
  const failure = error && saveFailureOf(error)

  async function save({ name: given }: Received) {
    if (isPending) return
    try {
      await mutateAsync({ name: freeName(given || shell.savedShare, taken) })
    } catch {
      return
    }
    toastDone(isUpdate ? configure.updated : configure.configured)
    onDone()
  }

  return {
    isPending,
    problem: failure && failure.is !== 'signed-out' ? failure.text : null,
    save: (received: Received) => void save(received),
  }
}
