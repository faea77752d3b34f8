import { useState } from 'react'
import type { CredentialsAnswer } from '#contract/credentials.ts'
import { DEFAULT_CONSOLE_RELAY } from '../../lib/limits.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { backups, common } from '../../texts/texts.ts'
import { Card, CardBody } from '../../ui/Card.tsx'
import { PartFrame } from '../../ui/PartFrame.tsx'
import { useWatchChanges } from '../signer/watch-changes.ts'
import { takenNames, useTakenNames } from './configure/taken-names.ts'
import { saveRecord } from './credentials/browser-records.ts'
import { WithEnv } from './credentials/WithEnv.tsx'
import { isJoining, useOnboarding } from './joining/onboarding.ts'
import { StepButtons } from './keyset/Steps.tsx'
import { StartWays } from './StartWays.tsx'
import type { Carried, Way } from './ways.ts'

const KeysetCreator = lazyPart(() => import('./keyset/KeysetCreator.tsx'))
const JoinScreen = lazyPart(() => import('./joining/JoinScreen.tsx'))
const ConfigureScreen = lazyPart(() => import('./configure/ConfigureScreen.tsx'))
const ImportScreen = lazyPart(() => import('./importing/ImportScreen.tsx'))
const RestoreForm = lazyPart(async () => {
  const { RestoreForm } = await import('../settings/RestoreForm.tsx')
  return { default: RestoreForm }
})

export interface StartScreenProps {
  saved: CredentialsAnswer
  /** null: none is chosen yet. */
  way: Way | null
  onWay(way: Way): void
  /** Back to where a way is chosen. */
  onLeave(): void
  /** Called when the signer has its credentials: go on to it. */
  onDone(): void
  /** Called when it runs on a new keyset: its other devices come next. */
  onKept(): void
  /** Opens an app's link. */
  onApp(link: string): void
  /** Called when other data is in force, and the sessions have ended. */
  onRestored(): void
}

/** Where a signer gets its keyset from: the ways to one, and each of them. */
export default function StartScreen(props: StartScreenProps) {
  const { saved, way, onWay, onLeave, onDone, onKept, onApp, onRestored } = props
  useWatchChanges()
  const taken = useTakenNames()
  const { data: onboarding } = useOnboarding()
  const [carried, carry] = useState<Carried>({})
  const [last, keepLast] = useState<Way | null>(way)
  if (way !== null && way !== last) keepLast(way)
  // What was carried is for the way it was carried to.
  if (way === null && Object.keys(carried).length > 0) carry({})

  const take = (to: Way, text: Carried) => {
    carry(text)
    onWay(to)
  }

  function shown(way: Way | null) {
    switch (way) {
      case null:
        return <StartWays saved={saved} last={last} onWay={onWay} onSigner={onDone} />
      case 'create':
        return (
          <KeysetCreator
            existingNames={takenNames(taken, saved)}
            relays={saved.relays.length > 0 ? saved.relays : [DEFAULT_CONSOLE_RELAY]}
            secretKey={carried.secretKey}
            onKept={onKept}
            onCreated={({ name, shareCredential: share, groupCredential: group }) => {
              // Every other share is handed out by now: this one must not depend on an open page.
              saveRecord({ shareCredential: share, groupCredential: group, name })
              take('bring', { made: { name, share, group } })
            }}
            onCancel={onLeave}
          />
        )
      case 'join':
        return (
          <JoinScreen
            saved={saved}
            taken={taken}
            invitation={carried.invitation}
            onDone={onDone}
            onElse={take}
            onApp={saved.configured ? onApp : undefined}
            onLeave={onLeave}
          />
        )
      case 'bring':
        return (
          <WithEnv saved={saved} onBack={onDone}>
            {(env) => (
              <ConfigureScreen
                env={env}
                carried={carried}
                onDone={onDone}
                onElse={take}
                onApp={saved.configured ? onApp : undefined}
                onLeave={onLeave}
              />
            )}
          </WithEnv>
        )
      case 'import':
        return <ImportScreen onDone={onDone} onCancel={onLeave} />
      case 'restore':
        return (
          <Card title={backups.restore.title} className="mx-auto max-w-160">
            <CardBody>
              <RestoreForm onRestored={onRestored} />
              <StepButtons onLeave={onLeave} />
            </CardBody>
          </Card>
        )
    }
  }

  return (
    <PartFrame fallback={<p role="status">{common.loading}</p>}>
      {shown(isJoining(onboarding) ? 'join' : way)}
    </PartFrame>
  )
}
