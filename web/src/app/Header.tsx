import { page } from '../../../server/contract/messages.ts'
import type { Failure } from '../lib/use-polled.ts'
import { Icon } from '../ui/Icon.tsx'
import { Logo } from '../ui/Logo.tsx'

/** The name, and a quiet line when the server can't be asked. */
export function Header({ failure }: { failure: Failure | null }) {
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
    </header>
  )
}
