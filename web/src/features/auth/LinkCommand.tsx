import { access as texts } from '../../../../server/contract/texts/access.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'

/** The command that prints a fresh sign-in link where the server runs. */
export function LinkCommand() {
  return (
    <div className="mt-2 flex items-center gap-1 rounded-md border border-line bg-surface py-0.5 pr-1 pl-3">
      <code className="min-w-0 flex-1 font-mono text-mono text-ink">{texts.linkCommand}</code>
      <CopyButton text={texts.linkCommand} what={texts.theCommand} />
    </div>
  )
}
