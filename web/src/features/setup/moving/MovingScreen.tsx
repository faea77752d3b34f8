import { useQuery } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, use, useEffect, useState } from 'react'
import type { EnvAnswer } from '#contract/env.ts'
import type { Decoders } from '#web/lib/decoders.ts'
import { moving as texts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, CardBody } from '#web/ui/Card.tsx'
import { Choices } from '#web/ui/Choices.tsx'
import { Note } from '#web/ui/Note.tsx'
import { useIdentityWords } from '../../home/Identity.tsx'
import { peersQuery } from '../../signer/peers.ts'
import { useWatchChanges } from '../../signer/watch-changes.ts'
import { decoders } from '../keyset/decoders.ts'
import { LeaveDialog } from '../keyset/LeaveDialog.tsx'
import { SignedOutNote } from '../keyset/SignedOutNote.tsx'
import { StepButtons, StepHeading, Steps } from '../keyset/Steps.tsx'
import { useGuardedPage } from '../keyset/use-guarded-page.ts'
import { DealSettings } from './DealSettings.tsx'
import {
  afterSaving,
  back,
  type Flow,
  handOut,
  isUselessWithout,
  lostIf,
  next,
  noteOnline,
} from './flow.ts'
import { KeepShares } from './KeepShares.tsx'
import { OldSharesForm } from './OldSharesForm.tsx'
import { PackageForDevice } from './PackageForDevice.tsx'
import { SaveOwnShare } from './SaveOwnShare.tsx'
import { Summary } from './Summary.tsx'

export interface MovingScreenProps {
  env: EnvAnswer
  /** The key is of 2026 already: it gets fresh shares, and no other way is offered. */
  isOf2026: boolean
  /** Back to the signer. */
  onDone(): void
}

const DEALING: Flow['at'][] = ['shares', 'settings', 'save', 'packages', 'summary']

/**
 * Leads an owner from 1.x to the 2026 protocol, or to fresh shares in it. Suspends while the code that reads keys is
 * loading. Old and new shares are only in this component's state, and are gone with it.
 */
export default function MovingScreen({ env, isOf2026, onDone }: MovingScreenProps) {
  const loaded = use(decoders)
  useIdentityWords()
  useWatchChanges()
  // The old shares' group, even after the new one is saved in its place.
  const [before] = useState({ env, isOf2026 })
  const [flow, setFlow] = useState<Flow>({ at: isOf2026 ? 'shares' : 'way' })
  const [leaving, setLeaving] = useState(false)
  const loss = lossOf(flow)
  const isSignedOut = useGuardedPage(loss !== null)

  const after: Flow['at'][] = flow.at === 'peers' ? ['peers'] : DEALING
  const steps: Flow['at'][] = before.isOf2026 ? after : ['way', ...after]
  return (
    <div className="mx-auto max-w-2xl">
      <Card title={before.isOf2026 ? texts.titleFresh : texts.title}>
        <CardBody>
          {flow.at !== 'way' && (
            <Steps
              label={texts.stepsLabel}
              steps={steps.map((step) => texts.steps[step])}
              current={steps.indexOf(flow.at)}
            />
          )}
          {isSignedOut && (
            <div className="mb-5">
              <SignedOutNote />
            </div>
          )}
          <MovingStep
            {...before}
            decoders={loaded}
            flow={flow}
            onFlow={setFlow}
            onLeave={() => (loss === null ? onDone() : setLeaving(true))}
            onDone={onDone}
          />
        </CardBody>
      </Card>
      {loss !== null && (
        <LeaveDialog {...loss} open={leaving} onStay={() => setLeaving(false)} onLeave={onDone} />
      )}
    </div>
  )
}

/** What would be lost if the page closed now; null: nothing. */
function lossOf(flow: Flow) {
  if (flow.at === 'save') {
    const words = { stay: texts.stay, leave: texts.leaveAnyway }
    return { title: texts.leaveTitleBefore, text: texts.leaveBefore, words }
  }
  if (flow.at !== 'packages' && flow.at !== 'summary') return null
  const lost = lostIf(flow)
  if (lost.length === 0) return null
  const isUseless = isUselessWithout(flow, lost)
  return {
    title: texts.leaveTitle,
    text: texts.leaveText(lost),
    more: isUseless ? texts.leaveUseless(flow.dealt.threshold) : null,
    words: texts,
  }
}

interface MovingStepProps {
  /** As it was at the start. */
  env: EnvAnswer
  isOf2026: boolean
  decoders: Decoders
  flow: Flow
  onFlow: Dispatch<SetStateAction<Flow>>
  onLeave(): void
  onDone(): void
}

/** The owner's current step. */
function MovingStep(props: MovingStepProps) {
  const { env, isOf2026, decoders, flow, onFlow, onLeave, onDone } = props
  useOnlineDevices(flow, onFlow)
  const before = flow.at === 'packages' || flow.at === 'summary' ? back(flow) : null
  const onBack = before === null ? undefined : () => onFlow(before)
  switch (flow.at) {
    case 'way':
      return (
        <WayChoice
          onKeep={() => onFlow({ at: 'peers' })}
          onDeal={() => onFlow({ at: 'shares' })}
          onLeave={onLeave}
        />
      )
    case 'peers':
      return (
        <KeepShares
          env={env}
          decoders={decoders}
          onBack={() => onFlow({ at: 'way' })}
          onDone={onDone}
        />
      )
    case 'shares':
      return (
        <OldSharesForm
          env={env}
          decoders={decoders}
          onEnough={(old) => onFlow({ at: 'settings', old })}
          onBack={isOf2026 ? undefined : () => onFlow({ at: 'way' })}
          onLeave={onLeave}
        />
      )
    case 'settings':
      return (
        <DealSettings
          env={env}
          decoders={decoders}
          old={flow.old}
          onDealt={(dealt) => onFlow({ at: 'save', dealt })}
          onBack={() => onFlow({ at: 'shares' })}
          onLeave={onLeave}
        />
      )
    case 'save':
      return (
        <SaveOwnShare
          env={env}
          dealt={flow.dealt}
          onSaved={() => onFlow(afterSaving(flow.dealt))}
          onLeave={onLeave}
        />
      )
    case 'packages':
      return (
        <PackageForDevice
          key={flow.position}
          flow={flow}
          onHandedOut={(isHandedOut) => onFlow(handOut(flow, isHandedOut))}
          onBack={onBack}
          onNext={() => onFlow(next(flow))}
          onLeave={onLeave}
        />
      )
    case 'summary':
      return <Summary flow={flow} onBack={onBack} onDone={onDone} />
  }
}

type Way = keyof typeof texts.ways

const WAYS = (Object.keys(texts.ways) as Way[]).map((value) => {
  const [title, text] = texts.ways[value]
  return { value, title, text }
})

interface WayChoiceProps {
  onKeep(): void
  onDeal(): void
  onLeave(): void
}

/** Why to move, what moving does not heal, and the two ways. */
function WayChoice({ onKeep, onDeal, onLeave }: WayChoiceProps) {
  const [way, choose] = useState<Way>('keep')
  return (
    <>
      <StepHeading title={texts.wayTitle} lead={texts.wayLead} />
      <Note kind="warn">
        <h4 className="mb-1 font-semibold text-ink">{texts.notHealedTitle}</h4>
        <ul className="list-disc space-y-1 pl-4">
          {texts.notHealed.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </Note>
      <div className="mt-5">
        <Choices
          legend={texts.chooseWay}
          choices={WAYS}
          value={way}
          onChange={(next) => choose(next)}
        />
      </div>
      <StepButtons onLeave={onLeave}>
        <Button kind="primary" onClick={way === 'keep' ? onKeep : onDeal}>
          {texts.next}
        </Button>
      </StepButtons>
    </>
  )
}

/** Once this signer holds its new share, notes which devices come online with theirs. */
function useOnlineDevices(flow: Flow, onFlow: Dispatch<SetStateAction<Flow>>): void {
  const isWatching = flow.at === 'packages' || flow.at === 'summary'
  const { data } = useQuery({ ...peersQuery, enabled: isWatching })
  useEffect(() => {
    if (!isWatching || data === undefined) return
    onFlow((now) =>
      now.at === 'packages' || now.at === 'summary' ? noteOnline(now, data.peers) : now,
    )
  }, [isWatching, data, onFlow])
}
