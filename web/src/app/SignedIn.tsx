import { useQuery } from '@tanstack/react-query'
import { Settings } from 'lucide-react'
import { useState } from 'react'
import { useLinkInHash } from '../features/apps/link-in-hash.ts'
import { NeedsButton } from '../features/home/NeedsButton.tsx'
import { type Places, PlacesProvider } from '../features/home/places.ts'
import { StopButton, WhileStopped } from '../features/home/StopButton.tsx'
import { WaitingQuestions } from '../features/policy/WaitingQuestions.tsx'
import type { SectionId } from '../features/settings/section-props.ts'
import { savedQuery } from '../features/setup/credentials/env.ts'
import { WithEnv } from '../features/setup/credentials/WithEnv.tsx'
import { ApiError } from '../lib/api-client.ts'
import { lazyPart } from '../lib/load-part.ts'
import { reasonOf } from '../lib/query-client.ts'
import { common, shell } from '../texts/texts.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Note } from '../ui/Note.tsx'
import { PartFrame } from '../ui/PartFrame.tsx'
import { Preload } from '../ui/Preload.tsx'
import { Header } from './Header.tsx'
import { IdentityMenu } from './IdentityMenu.tsx'
import { Loading } from './Loading.tsx'
import { MainScreen } from './MainScreen.tsx'
import { Page } from './Page.tsx'
import { firstScreen, type Screen, useScreen } from './screen.ts'

const RequestsDialog = lazyPart(() => import('../features/setup/joining/RequestsDialog.tsx'))
const MovingScreen = lazyPart(() => import('../features/setup/moving/MovingScreen.tsx'))
const DevicesScreen = lazyPart(() => import('../features/devices/DevicesScreen.tsx'))
const StartScreen = lazyPart(() => import('../features/setup/StartScreen.tsx'))
const SettingsScreen = lazyPart(() => import('../features/settings/SettingsScreen.tsx'))
const LeaveDialog = lazyPart(async () => {
  const { LeaveDialog } = await import('../features/setup/keyset/LeaveDialog.tsx')
  return { default: LeaveDialog }
})

// The login is loaded before the session ends, because the server may be away by then.
const NEXT = [() => import('./LoginPage.tsx')]

const SIGNER: Screen = { at: 'main', tab: 'signer' }
/** Screens that share another's `PartFrame`: it is not mounted again between them. */
const FRAMES: Partial<Record<Screen['at'], Screen['at']>> = { device: 'main', app: 'main' }

export interface SignedInProps {
  /** Who is signed in; null: no login is needed. */
  userId: string | null
  onLogout(): void
  /** Called when the session may have ended. */
  onCheckAccess(): void
}

/** Loads the settings and shows the screen that they lead to. */
export default function SignedIn({ userId, onLogout, onCheckAccess }: SignedInProps) {
  const saved = useQuery(savedQuery)
  // Stays on its first screen, whatever others do to the settings meanwhile.
  const { screen, open, finish, leaving } = useScreen(
    saved.data === undefined ? null : firstScreen(saved.data),
  )
  const [isAnswering, setAnswering] = useState(false)
  const [areRequestsShown, showRequests] = useState(false)
  useLinkInHash((link) => open({ at: 'main', tab: 'apps', link }))

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

  if (screen === null) return <Loading />
  const name = saved.data.configured ? saved.data.name || shell.savedShare : undefined
  const home = firstScreen(saved.data)
  // The signer's tab says itself that signing is stopped.
  const isHome = screen.at === 'main' && screen.tab === 'signer'
  const toSigner = () => finish(SIGNER)
  const openSettings = (section?: SectionId) =>
    open({ at: 'settings', ...(section !== undefined && { section }) })
  const places: Places = {
    onConfigure: () => open({ at: 'configure' }),
    onDevices: (share) => open({ at: 'devices', ...(share !== undefined && { share }) }),
    onDevice: (pubkey) => open({ at: 'device', pubkey }),
    onApp: (id) => open({ at: 'app', id }),
    onActivity: () => open({ at: 'main', tab: 'activity' }),
    onMove: () => open({ at: 'moving' }),
    onSettings: openSettings,
    onSigner: (part) => open({ at: 'main', tab: 'signer', part }),
    onRequests: () => showRequests(true),
    onQuestions: () => setAnswering(true),
  }
  return (
    <PlacesProvider value={places}>
      <Page
        header={
          <Header
            userId={userId}
            onLogout={onLogout}
            identity={
              name !== undefined && (
                <IdentityMenu
                  name={name}
                  userId={userId}
                  onLogout={onLogout}
                  onColours={() => openSettings('browser')}
                />
              )
            }
            buttons={
              <>
                <StopButton isConfigured={name !== undefined} />
                <NeedsButton />
                <IconButton icon={Settings} label={shell.settings} onClick={() => openSettings()} />
              </>
            }
          />
        }
      >
        {userId !== null && <Preload parts={NEXT} />}
        {!isHome && <WhileStopped />}
        <WaitingQuestions
          isOpen={isAnswering}
          onOpen={() => setAnswering(true)}
          onClose={() => setAnswering(false)}
        />
        {/* By its key, a screen that could not be shown gives way to the next. */}
        <PartFrame
          key={FRAMES[screen.at] ?? screen.at}
          fallback={<p role="status">{common.loading}</p>}
        >
          {screen.at === 'configure' ? (
            <StartScreen
              saved={saved.data}
              way={screen.way ?? 'bring'}
              onWay={(way) => open({ at: 'configure', way })}
              onLeave={() => finish({ at: 'configure' })}
              onDone={toSigner}
              onKept={() => finish({ at: 'devices', share: 'first' })}
              onApp={(link) => open({ at: 'main', tab: 'apps', link })}
              onRestored={() => (userId === null ? location.reload() : onCheckAccess())}
            />
          ) : screen.at === 'settings' ? (
            <SettingsScreen
              saved={saved.data}
              userId={userId}
              section={screen.section}
              onSection={openSettings}
              onList={() => finish({ at: 'settings' })}
              onDone={() => finish(home)}
              onConfigure={() => open({ at: 'configure' })}
              onCredentials={() => places.onSigner('status')}
              onCheckAccess={onCheckAccess}
            />
          ) : screen.at === 'devices' ? (
            <DevicesScreen
              begin={screen.share}
              onApps={() => open({ at: 'main', tab: 'apps' })}
              onDone={toSigner}
            />
          ) : screen.at === 'moving' ? (
            <WithEnv saved={saved.data} onBack={toSigner}>
              {(env) => (
                <MovingScreen
                  env={env}
                  isOf2026={saved.data.keyset?.generation === '2026'}
                  onDone={toSigner}
                />
              )}
            </WithEnv>
          ) : (
            <MainScreen
              saved={saved.data}
              shown={screen}
              onTab={(tab) => open({ at: 'main', tab })}
              onLeave={(tab) => finish({ at: 'main', tab })}
              onCheckAccess={onCheckAccess}
            />
          )}
        </PartFrame>
        {areRequestsShown && (
          <PartFrame>
            <RequestsDialog npub={saved.data.keyset?.npub} onClose={() => showRequests(false)} />
          </PartFrame>
        )}
        {leaving && (
          <PartFrame>
            <LeaveDialog
              open
              title={shell.leaving.title}
              text={shell.leaving.text}
              words={shell.leaving}
              onStay={leaving.stay}
              onLeave={leaving.leave}
            />
          </PartFrame>
        )}
      </Page>
    </PlacesProvider>
  )
}
