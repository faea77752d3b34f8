import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { common } from '../../../server/contract/texts/common.ts'
import { shell } from '../../../server/contract/texts/shell.ts'
import { StopButton } from '../features/stop/StopButton.tsx'
import { lazyPart } from '../lib/load-part.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Logo } from '../ui/Logo.tsx'
import { PartFrame } from '../ui/PartFrame.tsx'
import { ThemeButton } from './ThemeButton.tsx'

const AccountDialog = lazyPart(() => import('../features/account/AccountDialog.tsx'))

export interface HeaderProps {
  /** The keyset's. */
  name?: string | undefined
  /** Who is signed in; null: no login is needed. */
  userId?: string | null
  onLogout?(): void
  /** The session may have another user's name now, or have ended. */
  onDoubt?(): void
  /** Opens sessions, API keys, password and audit. */
  withAccount?: boolean
}

/** The product, the keyset, who is signed in, and their buttons. */
export function Header({ name, userId = null, onLogout, onDoubt, withAccount }: HeaderProps) {
  const [accountOpen, setAccountOpen] = useState(false)
  return (
    <div className="@container">
      {/* In rem: large text takes two lines. */}
      <header className="flex items-center gap-x-3 gap-y-2 py-4.5 @max-[20rem]:flex-wrap">
        <Logo />
        <h1 className="shrink-0 text-[1rem] font-[650] tracking-tight">{common.title}</h1>
        {name !== undefined && (
          <p className="hidden min-w-0 shrink-[99] truncate text-ink-3 sm:block">· {name}</p>
        )}
        <div className="ml-auto flex min-w-0 items-center gap-x-2 gap-y-2 @max-[20rem]:flex-wrap @max-[20rem]:justify-end">
          {withAccount && <StopButton />}
          <ThemeButton />
          {withAccount && (
            <IconButton
              icon={UserRound}
              label={shell.account}
              onClick={() => setAccountOpen(true)}
            />
          )}
          {userId !== null && (
            <>
              <span className="min-w-0 truncate text-xs text-ink-3">{userId}</span>
              <Button className="shrink-0" onClick={onLogout}>
                {shell.logout}
              </Button>
            </>
          )}
        </div>
      </header>
      {accountOpen && (
        <PartFrame>
          <AccountDialog
            userId={userId}
            onClose={() => setAccountOpen(false)}
            onDoubt={() => onDoubt?.()}
          />
        </PartFrame>
      )}
    </div>
  )
}
