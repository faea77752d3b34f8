import { useEffect, useState } from 'react'
import { common } from '../../../server/contract/texts/common.ts'
import { shell } from '../../../server/contract/texts/shell.ts'
import { useLinkInHash } from '../features/apps/link-in-hash.ts'
import { useSaved } from '../features/env/get-saved.ts'
import { WithEnv } from '../features/env/WithEnv.tsx'
import { WaitingQuestions } from '../features/questions/WaitingQuestions.tsx'
import { WhileStopped } from '../features/stop/WhileStopped.tsx'
import { ApiError } from '../lib/api-client.ts'
import { lazyPart, loadPart } from '../lib/load-part.ts'
import { reasonOf } from '../lib/query-client.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Note } from '../ui/Note.tsx'
import { PartFrame } from '../ui/PartFrame.tsx'
import { Header } from './Header.tsx'
import { Loading } from './Loading.tsx'
import { loadLoginScreen } from './load-login-screen.ts'
import { Page } from './Page.tsx'
import { firstScreen, type Screen } from './screen.ts'

const loadMainScreen = () => import('./MainScreen.tsx')
const MainScreen = lazyPart(loadMainScreen)
const MovingScreen = lazyPart(() => import('../features/moving/MovingScreen.tsx'))
const DevicesScreen = lazyPart(() => import('../features/devices/DevicesScreen.tsx'))
const ConfigureScreen = lazyPart(() => import('../features/configure/ConfigureScreen.tsx'))

export interface SignedInProps {
  /** Who is signed in; null: no login is needed. */
  userId: string | null
  onLogout(): void
  /** Called when the session may have ended. */
  onDoubt(): void
}

/** Loads the settings and shows the screen that they lead to. */
export function SignedIn({ userId, onLogout, onDoubt }: SignedInProps) {
  const saved = useSaved()
  const [chosen, choose] = useState<Screen | null>(null)
  useLinkInHash((link) => choose({ at: 'main', tab: 'apps', link }))

  // Loads alongside the settings, which it needs; a failure is told where it is shown.
  useEffect(() => void loadPart(loadMainScreen).catch(() => {}), [])
  // Loaded before the session ends, because the server may be away by then.
  const hasLogin = userId !== null
  useEffect(() => {
    if (hasLogin) void loadPart(loadLoginScreen).catch(() => {})
  }, [hasLogin])

  if (saved.data === undefined) {
    if (saved.error === null) return <Loading />
    const isRefused = saved.error instanceof ApiError && saved.error.status === 403
    return (
      <Page header={<Header userId={userId} onLogout={onLogout} />}>
        <Note kind={isRefused ? 'warn' : 'bad'}>
          <p role="alert" className={cx(!isRefused && 'mb-3')}>
            {isRefused ? shell.notAdmin : `${shell.loadFailed}: ${reasonOf(saved.error)}`}
          </p>
          {!isRefused && <Button onClick={() => void saved.refetch()}>{common.retry}</Button>}
        </Note>
      </Page>
    )
  }

  // Stays on its first screen, whatever others do to the settings meanwhile.
  const screen = chosen ?? firstScreen(saved.data)
  if (chosen === null) choose(screen)
  const name = saved.data.configured ? saved.data.name || shell.savedShare : undefined
  const toDevices = () => choose({ at: 'devices' })
  const toSigner = () => choose({ at: 'main', tab: 'signer' })
  return (
    <Page
      header={
        <Header name={name} userId={userId} onLogout={onLogout} onDoubt={onDoubt} withAccount />
      }
    >
      <WhileStopped />
      <WaitingQuestions withJoining={screen.at !== 'main' || screen.tab !== 'signer'} />
      <PartFrame fallback={<p role="status">{common.loading}</p>}>
        {screen.at === 'configure' ? (
          <WithEnv saved={saved.data} onBack={toSigner}>
            {(env) => <ConfigureScreen env={env} onDone={toSigner} onKept={toDevices} />}
          </WithEnv>
        ) : screen.at === 'devices' ? (
          <DevicesScreen onDone={toSigner} />
        ) : screen.at === 'moving' ? (
          <WithEnv saved={saved.data} onBack={toSigner}>
            {(env) => <MovingScreen env={env} onDone={toSigner} />}
          </WithEnv>
        ) : (
          <MainScreen
            saved={saved.data}
            openAccess={userId === null}
            tab={screen.tab}
            link={screen.link}
            onTab={(tab) => choose({ at: 'main', tab })}
            onConfigure={() => choose({ at: 'configure' })}
            onDoubt={onDoubt}
            onMove={() => choose({ at: 'moving' })}
            onDevices={toDevices}
          />
        )}
      </PartFrame>
    </Page>
  )
}
