import { Settings } from 'lucide-react'
import { common } from '../../../server/contract/texts/common.ts'
import { shell } from '../../../server/contract/texts/shell.ts'
import { StopButton } from '../features/stop/StopButton.tsx'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Logo } from '../ui/Logo.tsx'
import { ThemeButton } from './ThemeButton.tsx'

export interface HeaderProps {
  /** The keyset's. */
  name?: string | undefined
  /** Who is signed in; null: no login is needed. */
  userId?: string | null
  onLogout?(): void
  /** Opens the settings; without it there are none to open. */
  onSettings?(): void
}

/** The product, the keyset, who is signed in, and their buttons. */
export function Header({ name, userId = null, onLogout, onSettings }: HeaderProps) {
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
          {onSettings && <StopButton />}
          <ThemeButton />
          {onSettings && <IconButton icon={Settings} label={shell.settings} onClick={onSettings} />}
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
    </div>
  )
}
