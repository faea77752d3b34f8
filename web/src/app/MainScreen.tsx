import type { CredentialsAnswer } from '#contract/credentials.ts'
import { WithEnv } from '../features/setup/credentials/WithEnv.tsx'
import { WatchChanges } from '../features/signer/watch-changes.ts'
import { lazyPart } from '../lib/load-part.ts'
import { common, shell } from '../texts/texts.ts'
import { PartFrame } from '../ui/PartFrame.tsx'
import { Segments } from '../ui/Segments.tsx'
import { SignerTab } from './SignerTab.tsx'
import { type Screen, TABS, type Tab } from './screen.ts'

const ActivityTab = lazyPart(() => import('../features/activity/ActivityTab.tsx'))
const AppsTab = lazyPart(() => import('../features/apps/AppsTab.tsx'))
const DevicePage = lazyPart(() => import('../features/devices/DevicePage.tsx'))
const AppPage = lazyPart(() => import('../features/apps/AppPage.tsx'))
const RecoverTab = lazyPart(() => import('../features/setup/recover/RecoverTab.tsx'))

export interface MainScreenProps {
  saved: CredentialsAnswer
  /** A tab, or the page of a device or an app. */
  shown: Extract<Screen, { at: 'main' | 'device' | 'app' }>
  onTab(tab: Tab): void
  /** Called to go back from a device or an app, also when it no longer exists. */
  onLeave(tab: Tab): void
  onCheckAccess(): void
}

/** The tabs of a signer that has credentials. Only the chosen one is mounted. */
export function MainScreen({ saved, shown, onTab, onLeave, onCheckAccess }: MainScreenProps) {
  const tab = shown.at === 'main' ? shown.tab : shown.at === 'app' ? 'apps' : 'signer'
  return (
    <section aria-label={shell.card}>
      <Segments
        label={shell.screens}
        tabs={TABS.map((value) => ({ value, text: shell.tabs[value] }))}
        value={tab}
        onChange={onTab}
        isBar
      >
        {shown.at === 'main' && tab === 'signer' ? (
          <SignerTab saved={saved} part={shown.part} onCheckAccess={onCheckAccess} />
        ) : (
          <PartFrame fallback={<p role="status">{common.loading}</p>}>
            <WatchChanges />
            {shown.at === 'device' ? (
              <DevicePage
                key={shown.pubkey}
                pubkey={shown.pubkey}
                onLeave={() => onLeave('signer')}
              />
            ) : shown.at === 'app' ? (
              <AppPage key={shown.id} id={shown.id} onLeave={() => onLeave('apps')} />
            ) : tab === 'apps' ? (
              <AppsTab key={shown.link} saved={saved} link={shown.link} />
            ) : tab === 'activity' ? (
              <ActivityTab />
            ) : (
              <WithEnv saved={saved} onBack={() => onTab('signer')}>
                {(env) => <RecoverTab env={env} />}
              </WithEnv>
            )}
          </PartFrame>
        )}
      </Segments>
    </section>
  )
}
