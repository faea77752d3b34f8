import type { SignInLinkFrom } from '#contract/auth.ts'
import { access as texts } from '../../texts/texts.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'

/** What makes a fresh sign-in link on this very installation. */
export function LinkCommand({ from: { by, text } }: { from: SignInLinkFrom }) {
  if (by === 'action') return <p className="mt-2 font-medium text-ink">{texts.linkAction(text)}</p>
  return (
    <div className="mt-2 flex items-center gap-1 rounded-md border border-line bg-surface py-0.5 pr-1 pl-3">
      <code className="min-w-0 flex-1 font-mono text-mono text-ink">{text}</code>
      <CopyButton text={text} what={texts.theCommand} />
    </div>
  )
}
