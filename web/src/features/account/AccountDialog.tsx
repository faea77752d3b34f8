import { useState } from 'react'
import { account as texts } from '../../../../server/contract/texts/account.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { AuditLog } from '../audit/AuditLog.tsx'
import { BackupsPanel } from '../backups/BackupsPanel.tsx'
import { NoticesPanel } from '../notices/NoticesPanel.tsx'
import { KeysPanel } from './KeysPanel.tsx'
import { LoginPanel } from './LoginPanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'

export interface AccountDialogProps {
  /** Who is signed in; null: no login is needed. */
  userId: string | null
  onClose(): void
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
export default function AccountDialog({ userId, onClose, onDoubt }: AccountDialogProps) {
  const isOpen = userId === null
  const [tab, choose] = useState<Tab>(isOpen ? 'audit' : 'login')

  // Without logins nothing else clears what this page knows.
  const startAnew = () => (isOpen ? location.reload() : onDoubt())

  return (
    <Dialog open onClose={onClose} title={texts.title} wide>
      {isOpen && (
        <div className="mb-4">
          <Note kind="warn">{texts.open}</Note>
        </div>
      )}
      {/* A minimum height, so that the foot does not jump from one tab to the next. */}
      <div className="min-h-112">
        <Segments
          label={texts.tabsLabel}
          tabs={isOpen ? OPEN_TABS : ALL_TABS}
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
      </div>
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
    </Dialog>
  )
}
