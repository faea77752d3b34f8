import type { CredentialsAnswer } from '#contract/credentials.ts'
import { type SignerPart, usePlaces } from '../features/home/places.ts'
import { WithEnv } from '../features/setup/credentials/WithEnv.tsx'
import { WatchChanges } from '../features/signer/watch-changes.ts'
import { lazyPart } from '../lib/load-part.ts'
import { common, shell } from '../texts/texts.ts'
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
  /** What of the signer its owner has come for. */
  part: SignerPart | undefined
  onTab(tab: Tab): void
  onCheckAccess(): void
}

/** The signer once it has its credentials: its tabs, of which only the chosen one is mounted. */
export default function MainScreen(props: MainScreenProps) {
  const { saved, tab, link, part, onTab, onCheckAccess } = props
  const { onMove } = usePlaces()
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
        isBar
      >
        {tab === 'signer' ? (
          <SignerTab saved={saved} part={part} onCheckAccess={onCheckAccess} />
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
