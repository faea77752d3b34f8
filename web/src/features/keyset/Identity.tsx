import { keyset as texts } from '../../../../server/contract/texts/keyset.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'

/** Who the keyset signs as. */
export function Identity({ npub }: { npub: string }) {
  return (
    <div>
      <p className="text-sm text-ink-3">{texts.identity}</p>
      <p className="flex items-center gap-1">
        <span className="min-w-0 font-mono text-mono break-all">{npub}</span>
        <CopyButton text={npub} what={texts.npubWhat} />
      </p>
    </div>
  )
}
