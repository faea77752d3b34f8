import { useState } from 'react'
import { account as texts } from '../../../../server/contract/texts/account.ts'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Note } from '../../ui/Note.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { KeysPanel } from '../account/KeysPanel.tsx'
import { LoginPanel } from '../account/LoginPanel.tsx'
import { SessionsPanel } from '../account/SessionsPanel.tsx'
import { AuditLog } from '../audit/AuditLog.tsx'
import { BackupsPanel } from '../backups/BackupsPanel.tsx'
import { useWatchChanges } from '../events/watch-changes.ts'
import { NoticesPanel } from '../notices/NoticesPanel.tsx'

export interface SettingsScreenProps {
  /** Who is signed in; null: no login is needed. */
  userId: string | null
  /** Which part to begin with; one that there is not is the first. */
  section?: string | undefined
  /** Back to the signer. */
  onDone(): void
  /** The session may have another user's name now, or have ended. */
  onDoubt(): void
}

type Tab = keyof typeof texts.tabs

const ALL_TABS = Object.entries(texts.tabs).map(([value, text]) => ({ value: value as Tab, text }))

/** The tabs that matter without logins. */
const OPEN_TABS = ALL_TABS.filter(
  ({ value }) => value !== 'login' && value !== 'sessions' && value !== 'keys',
)

/** The login, who is signed in, API keys, notices, audit and back-ups. */
export default function SettingsScreen({ userId, section, onDoubt }: SettingsScreenProps) {
  useWatchChanges()
  const isOpen = userId === null
  const tabs = isOpen ? OPEN_TABS : ALL_TABS
  const first = tabs.find(({ value }) => value === section)?.value ?? (isOpen ? 'audit' : 'login')
  const [tab, choose] = useState<Tab>(first)

  // Without logins nothing else clears what this page knows.
  const startAnew = () => (isOpen ? location.reload() : onDoubt())

  return (
    <div className="mx-auto max-w-2xl">
      <Card title={texts.title}>
        <CardBody>
          {isOpen && (
            <div className="mb-4">
              <Note kind="warn">{texts.open}</Note>
            </div>
          )}
          <Segments
            label={texts.tabsLabel}
            tabs={tabs}
            value={tab}
            onChange={(next) => choose(next)}
          >
            {tab === 'login' && !isOpen && <LoginPanel userId={userId} onDone={onDoubt} />}
            {tab === 'sessions' && <SessionsPanel />}
            {tab === 'keys' && <KeysPanel />}
            {tab === 'notices' && <NoticesPanel />}
            {tab === 'audit' && <AuditLog />}
            {tab === 'backups' && <BackupsPanel onRestored={startAnew} />}
          </Segments>
          <p className="mt-4 border-t border-line pt-2 text-xs">
            <a
              href="/api/docs"
              target="_blank"
              rel="noreferrer"
              className="inline-block py-1 text-ink-3 underline hover:text-ink"
            >
              {texts.apiDescription}
            </a>
          </p>
        </CardBody>
      </Card>
    </div>
  )
}
