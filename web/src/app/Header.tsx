import { page } from '../../../server/contract/messages.ts'
import type { Failure } from '../lib/use-polled.ts'
import { Icon } from '../ui/Icon.tsx'
import { Logo } from '../ui/Logo.tsx'

export interface HeaderProps {
  failure?: Failure | null
  /** Who is signed in; null: nobody has to be. */
  userId?: string | null
  onLogout?(): void
}

/** The name, a quiet line when the server can't be asked, and who is signed in. */
export function Header({ failure = null, userId = null, onLogout }: HeaderProps) {
  return (
    <header className="head">
      <Logo />
      <h1>{page.title}</h1>
      {failure !== null && (
        <p className="trouble">
          <Icon name="offline" />
          {page.tryingAgain(failure.error)}
        </p>
      )}
      {userId !== null && (
        <div className="who">
          <span className="who-name">{userId}</span>
          <button type="button" className="btn" onClick={onLogout}>
            {page.logout}
          </button>
        </div>
      )}
    </header>
  )
}
