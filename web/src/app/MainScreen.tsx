import type { CredentialsAnswer } from '#contract/credentials.ts'
import { WithEnv } from '../features/setup/credentials/WithEnv.tsx'
import { WatchChanges } from '../features/signer/watch-changes.ts'
import { lazyPart } from '../lib/load-part.ts'
import { common, shell } from '../texts/texts.ts'
import { Button } from '../ui/Button.tsx'
import { PartFrame } from '../ui/PartFrame.tsx'
import { Segments } from '../ui/Segments.tsx'
import { SignerTab } from './SignerTab.tsx'
import type { Tab } from './screen.ts'

const ActivityTab = lazyPart(() => import('../features/activity/ActivityTab.tsx'))
const AppsTab = lazyPart(() => import('../features/apps/AppsTab.tsx'))
const RecoverTab = lazyPart(() => import('../features/setup/recover/RecoverTab.tsx'))

export interface MainScreenProps {
  saved: CredentialsAnswer
  tab: Tab
  /** An app's link, with which the page was opened. */
  link: string | undefined
  /** The signer's details are what its owner has come for. */
  toDetails: boolean
  onTab(tab: Tab): void
  onConfigure(): void
  onCheckAccess(): void
  /** Called when the owner wants to move the keyset to the 2026 protocol. */
  onMove(): void
  /** Called when the owner wants to see to the keyset's other devices. */
  onDevices(): void
}

/** The signer once it has its credentials: its tabs, of which only the chosen one is mounted. */
export function MainScreen({
  saved,
  tab,
  link,
  toDetails,
  onTab,
  onConfigure,
  onCheckAccess,
  onMove,
  onDevices,
}: MainScreenProps) {
  return (
    <section aria-label={shell.card}>
      <Segments
        label={shell.screens}
        tabs={[
          { value: 'signer', text: shell.tabs.signer },
          { value: 'apps', text: shell.tabs.apps },
          { value: 'activity', text: shell.tabs.activity },
          { value: 'recover', text: shell.tabs.recover },
        ]}
        value={tab}
        onChange={onTab}
        beside={
          <Button kind="quiet" className="max-sm:hidden" onClick={onConfigure}>
            {shell.backToConfigure}
          </Button>
        }
      >
        {tab === 'signer' ? (
          <SignerTab
            saved={saved}
            toDetails={toDetails}
            onCheckAccess={onCheckAccess}
            onActivity={() => onTab('activity')}
            onMove={onMove}
            onDevices={onDevices}
          />
        ) : (
          <PartFrame fallback={<p role="status">{common.loading}</p>}>
            <WatchChanges />
            {tab === 'apps' ? (
              <AppsTab key={link} saved={saved} link={link} onMove={onMove} />
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
