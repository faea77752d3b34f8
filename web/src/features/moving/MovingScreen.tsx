import { use, useState } from 'react'
import type { EnvAnswer } from '#contract/env.ts'
import { moving as texts } from '../../texts/texts.ts'
import { Card, CardBody } from '../../ui/Card.tsx'
import { useWatchChanges } from '../events/watch-changes.ts'
import { useIdentityWords } from '../identity/use-identity-words.ts'
import { decoders } from '../keyset/decoders.ts'
import { LeaveDialog } from '../keyset/LeaveDialog.tsx'
import { SignedOutNote } from '../keyset/SignedOutNote.tsx'
import { Steps } from '../keyset/Steps.tsx'
import { useGuardedPage } from '../keyset/use-guarded-page.ts'
import type { Flow } from './flow.ts'
import { isUselessWithout, lostIf } from './flow.ts'
import { MovingStep } from './MovingStep.tsx'

export interface MovingScreenProps {
  env: EnvAnswer
  /** Back to the signer. */
  onDone(): void
}

const DEALING = [
  'way',
  'shares',
  'settings',
  'save',
  'packages',
  'summary',
] as const satisfies Flow['at'][]
const KEEPING = ['way', 'peers'] as const satisfies Flow['at'][]

/**
 * Leads an owner from 1.x to the 2026 protocol, as a card of its own. Suspends while the code that
 * reads keys is loading. Old and new shares are only in this component's state, and are gone with
 * it.
 */
export default function MovingScreen({ env, onDone }: MovingScreenProps) {
  const loaded = use(decoders)
  useIdentityWords()
  useWatchChanges()
  // The old shares' group, even after the new one is saved in its place.
  const [before] = useState(env)
  const [flow, setFlow] = useState<Flow>({ at: 'way' })
  const [leaving, setLeaving] = useState(false)
  const loss = lossOf(flow)
  const isSignedOut = useGuardedPage(loss !== null)

  const steps: readonly Flow['at'][] = flow.at === 'peers' ? KEEPING : DEALING
  return (
    <div className="mx-auto max-w-2xl">
      <Card title={texts.title}>
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
            env={before}
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
