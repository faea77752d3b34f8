import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CredentialsAnswer } from '#contract/credentials.ts'
import type { Failure } from '#contract/message.ts'
import { DEFAULT_CONSOLE_RELAY } from '../../lib/limits.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { backups, common, configure, importing, start as texts } from '../../texts/texts.ts'
import { translateMessage } from '../../texts/translate-message.ts'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Note } from '../../ui/Note.tsx'
import { PartFrame } from '../../ui/PartFrame.tsx'
import { statusQuery } from '../home/get-status.ts'
import { LanguageLinks } from '../settings/LanguageLinks.tsx'
import { useWatchChanges } from '../signer/watch-changes.ts'
import { ConfigureScreen } from './configure/ConfigureScreen.tsx'
import { takenNames, useTakenNames } from './configure/taken-names.ts'
import { saveRecord } from './credentials/browser-records.ts'
import { WithEnv } from './credentials/WithEnv.tsx'
import { isJoining, useOnboarding } from './joining/onboarding.ts'
import { StepButtons } from './keyset/Steps.tsx'
import { type ShownWay, WayChooser } from './WayChooser.tsx'
import type { Carried, Way } from './ways.ts'

const KeysetCreator = lazyPart(() => import('./keyset/KeysetCreator.tsx'))
const JoinScreen = lazyPart(() => import('./joining/JoinScreen.tsx'))
const ImportScreen = lazyPart(() => import('./importing/ImportScreen.tsx'))
const RestoreForm = lazyPart(async () => {
  const { RestoreForm } = await import('../settings/RestoreForm.tsx')
  return { default: RestoreForm }
})

export interface StartScreenProps {
  saved: CredentialsAnswer
  way: Way
  onWay(way: Way): void
  /** Back to the form. */
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

/** Configure Signer (specification, section 2): where this server gets its share from, and what it has. */
export default function StartScreen(props: StartScreenProps) {
  const { saved, way: chosen, onWay, onLeave, onDone, onKept, onApp, onRestored } = props
  const { configured } = saved
  useWatchChanges()
  const taken = useTakenNames()
  const { data: onboarding } = useOnboarding()
  const warnings = useServerWarnings()
  const [carried, carry] = useState<{ to: Way; text: Carried } | null>(null)
  const [isHandingOut, setHandingOut] = useState(false)
  // A carried text is for one way only, and only `create` hands out shares.
  if (carried !== null && carried.to !== chosen) carry(null)
  if (isHandingOut && chosen !== 'create') setHandingOut(false)

  const take = (to: Way, text: Carried) => {
    carry({ to, text })
    onWay(to)
  }
  const text = carried?.to === chosen ? carried.text : {}
  const onLink = configured ? onApp : undefined
  const isUnderWay = isJoining(onboarding)
  const way = isUnderWay ? 'join' : chosen

  function shown(way: ShownWay) {
    switch (way) {
      case 'create':
        return (
          <KeysetCreator
            existingNames={takenNames(taken, saved)}
            relays={saved.relays.length > 0 ? saved.relays : [DEFAULT_CONSOLE_RELAY]}
            secretKey={text.secretKey}
            onKept={onKept}
            onMade={() => setHandingOut(true)}
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
            invitation={text.invitation}
            onDone={onDone}
            onElse={take}
            onApp={onLink}
          />
        )
      case 'bring':
        return (
          <WithEnv saved={saved} onBack={onDone}>
            {(env) => (
              <ConfigureScreen
                env={env}
                carried={text}
                onDone={onDone}
                onElse={take}
                onApp={onLink}
              />
            )}
          </WithEnv>
        )
    }
  }

  const loading = <p role="status">{common.loading}</p>
  if (way === 'import') {
    return (
      <PartFrame fallback={loading}>
        <ImportScreen onDone={onDone} onCancel={onLeave} />
      </PartFrame>
    )
  }
  if (way === 'restore') {
    return (
      <Card title={backups.restore.title} className="mx-auto max-w-160">
        <CardBody>
          <PartFrame fallback={loading}>
            <RestoreForm onRestored={onRestored} />
          </PartFrame>
          <StepButtons onLeave={onLeave} />
        </CardBody>
      </Card>
    )
  }

  // The server's warnings are above the card, which would jump if it were shown first.
  if (!configured && warnings === null) return loading
  const hasChooser = !isUnderWay && !isHandingOut && (!configured || way !== 'bring')
  return (
    <div className="mx-auto max-w-160">
      {!configured && <ServerWarnings warnings={warnings ?? []} />}
      <Card title={configured ? configure.titleUpdate : configure.title}>
        {hasChooser && <WayChooser way={way} onWay={onWay} />}
        <CardBody>
          <PartFrame key={way} fallback={loading}>
            {shown(way)}
          </PartFrame>
        </CardBody>
      </Card>
      {!isUnderWay && !isHandingOut && (
        <OtherWays configured={configured} isShort={way !== 'bring'} onWay={onWay} />
      )}
      {!configured && <LanguageLinks />}
    </div>
  )
}

interface OtherWaysProps {
  configured: boolean
  /** The ways to a share are in sight already. */
  isShort: boolean
  onWay(way: Way): void
}

/** Ways that few need: on a new server, bringing other data; on a configured one, another share. */
const OtherWays = ({ configured, isShort, onWay }: OtherWaysProps) => (
  <div className="flex flex-wrap gap-x-6 text-sm text-ink-2">
    {!configured ? (
      <>
        <OtherWay lead={importing.lead} go={importing.begin} onGo={() => onWay('import')} />
        <OtherWay lead={texts.restore} go={texts.restoreDo} onGo={() => onWay('restore')} />
      </>
    ) : (
      !isShort && <OtherWay lead={texts.another} go={texts.others} onGo={() => onWay('create')} />
    )}
  </div>
)

const OtherWay = ({ lead, go, onGo }: { lead: string; go: string; onGo(): void }) => (
  <p className="flex flex-wrap items-center gap-x-1.5">
    {lead}
    <button
      type="button"
      onClick={onGo}
      className="min-h-10 rounded-sm font-medium text-ice underline-offset-2 hover:underline"
    >
      {go}
    </button>
  </p>
)

/** What the server warns of before it has a keyset; null until that is known. */
function useServerWarnings(): readonly Failure[] | null {
  // Asked once: nobody watches the signer here.
  const { data, isPending } = useQuery({ ...statusQuery, refetchInterval: false })
  return isPending ? null : (data?.warningMessages ?? [])
}

const ServerWarnings = ({ warnings }: { warnings: readonly Failure[] }) =>
  warnings.length > 0 && (
    <section aria-label={configure.warnings} className="mb-4 flex flex-col gap-2">
      {warnings.map((warning) => (
        <Note key={warning.error} kind="warn">
          {translateMessage(warning)}
        </Note>
      ))}
    </section>
  )
