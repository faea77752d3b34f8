import { useState } from 'react'
import { account as texts } from '../../../../server/contract/texts/account.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { AuditLog } from '../audit/AuditLog.tsx'
import { KeysPanel } from './KeysPanel.tsx'
import { LoginPanel } from './LoginPanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'

export interface AccountDialogProps {
  /** Who is signed in; null: nobody has to be. */
  userId: string | null
  onClose(): void
  /** Whoever is signed in may be so under another name now, or no longer. */
  onDoubt(): void
}

type Tab = keyof typeof texts.tabs

const TABS = Object.entries(texts.tabs).map(([value, text]) => ({ value: value as Tab, text }))

/** The login, who is signed in, the API keys, and the audit. */
export default function AccountDialog({ userId, onClose, onDoubt }: AccountDialogProps) {
  const [tab, choose] = useState<Tab>('login')
  return (
    <Dialog open onClose={onClose} title={texts.title} wide>
      {userId === null ? (
        <>
          <Note kind="warn">{texts.open}</Note>
          <h3 className="mt-5 mb-2 font-semibold">{texts.tabs.audit}</h3>
          <AuditLog />
        </>
      ) : (
        // A floor, so that the foot does not jump from one tab to the next.
        <div className="min-h-112">
          <Segments
            label={texts.tabsLabel}
            tabs={TABS}
            value={tab}
            onChange={(next) => choose(next)}
          >
            {tab === 'login' && <LoginPanel userId={userId} onDone={onDoubt} />}
            {tab === 'sessions' && <SessionsPanel />}
            {tab === 'keys' && <KeysPanel />}
            {tab === 'audit' && <AuditLog />}
          </Segments>
        </div>
      )}
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
