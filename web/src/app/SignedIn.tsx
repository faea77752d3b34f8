import { useQuery } from '@tanstack/react-query'
import { Settings } from 'lucide-react'
import { useLinkInHash } from '../features/apps/link-in-hash.ts'
import { NeedsButton } from '../features/home/NeedsButton.tsx'
import { type Places, PlacesProvider } from '../features/home/places.ts'
import { StopButton, WhileStopped } from '../features/home/StopButton.tsx'
import { WaitingQuestions } from '../features/policy/WaitingQuestions.tsx'
import { type OpenSettings, SettingsOpener } from '../features/settings/open-settings.ts'
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
import { loadTooltipBubble } from '../ui/Tooltip.tsx'
import { Header } from './Header.tsx'
import { IdentityButton } from './IdentityButton.tsx'
import { loadIdentityMenu, loadLoginScreen } from './load-screens.ts'
import { MainScreen } from './MainScreen.tsx'
import { Loading, Page } from './Page.tsx'
import { firstScreen, type Screen, useScreen } from './screen.ts'

const MovingScreen = lazyPart(() => import('../features/setup/moving/MovingScreen.tsx'))
const DevicesScreen = lazyPart(() => import('../features/devices/DevicesScreen.tsx'))
const StartScreen = lazyPart(() => import('../features/setup/StartScreen.tsx'))
const SettingsScreen = lazyPart(() => import('../features/settings/SettingsScreen.tsx'))
const LeaveDialog = lazyPart(async () => {
  const { LeaveDialog } = await import('../features/setup/keyset/LeaveDialog.tsx')
  return { default: LeaveDialog }
})

const NEXT = [loadTooltipBubble, loadIdentityMenu]
// The login is loaded before the session ends, because the server may be away by then.
const NEXT_WITH_LOGIN = [loadLoginScreen, ...NEXT]

const SIGNER: Screen = { at: 'main', tab: 'signer' }
const DEVICES: Screen = { at: 'devices' }

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
  // It says itself that signing is stopped, and who asks to join.
  const isHome = screen.at === 'main' && screen.tab === 'signer'
  const toSigner = () => finish(SIGNER)
  const openSettings: OpenSettings = (section) =>
    open({ at: 'settings', ...(section !== undefined && { section }) })
  const places: Places = {
    onConfigure: () => open({ at: 'configure' }),
    onDevices: () => open(DEVICES),
    onMove: () => open({ at: 'moving' }),
    onSettings: openSettings,
    onDetails: () => open({ at: 'main', tab: 'signer', part: 'details' }),
    // Both stand above every screen.
    onRequests: toTop,
    onQuestions: toTop,
  }
  return (
    <PlacesProvider value={places}>
      <Page
        header={
          <Header
            userId={userId}
            onLogout={onLogout}
            // Without an identity and a login there is nothing to choose from.
            identity={
              (name ?? userId) === null ? undefined : (
                <IdentityButton
                  name={name ?? userId ?? common.title}
                  userId={userId}
                  isConfigured={name !== undefined}
                  onLogout={onLogout}
                  onConfigure={places.onConfigure}
                  onDevices={places.onDevices}
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
        <Preload parts={userId === null ? NEXT : NEXT_WITH_LOGIN} />
        {!isHome && <WhileStopped />}
        <WaitingQuestions withJoining={!isHome} />
        <SettingsOpener value={openSettings}>
          {/* A screen that can't be shown does not stand in the way of the next. What is carried from one way
            to a keyset to another stays. */}
          <PartFrame
            key={screen.at === 'configure' ? 'start' : screen.at}
            fallback={<p role="status">{common.loading}</p>}
          >
            {screen.at === 'start' || screen.at === 'configure' ? (
              <StartScreen
                saved={saved.data}
                way={screen.at === 'configure' ? 'bring' : (screen.way ?? null)}
                onWay={(way) => open({ at: 'start', way })}
                onLeave={() => (screen.at === 'configure' ? open : finish)({ at: 'start' })}
                onDone={toSigner}
                onKept={() => finish({ at: 'devices', first: true })}
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
                onCredentials={() => open({ at: 'main', tab: 'signer', part: 'details' })}
                onCheckAccess={onCheckAccess}
              />
            ) : screen.at === 'devices' ? (
              <DevicesScreen
                beginsWithNext={screen.first === true}
                onDeal={() => open({ at: 'moving' })}
                onDone={toSigner}
              />
            ) : screen.at === 'moving' ? (
              <WithEnv saved={saved.data} onBack={toSigner}>
                {(env) => <MovingScreen env={env} onDone={toSigner} />}
              </WithEnv>
            ) : (
              <MainScreen
                saved={saved.data}
                tab={screen.tab}
                link={screen.link}
                toDetails={screen.part === 'details'}
                onTab={(tab) => open({ at: 'main', tab })}
                onConfigure={() => open({ at: 'configure' })}
                onCheckAccess={onCheckAccess}
                onMove={() => open({ at: 'moving' })}
                onDevices={() => open(DEVICES)}
              />
            )}
          </PartFrame>
        </SettingsOpener>
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

const toTop = (): void => scrollTo({ top: 0, behavior: 'smooth' })
