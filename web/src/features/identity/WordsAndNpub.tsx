import { identity as texts } from '../../texts/texts.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { IdentityWords } from './IdentityWords.tsx'

/** An identity in the form in which two screens are compared. */
export function WordsAndNpub({ npub }: { npub: string }) {
  return (
    <>
      <IdentityWords npub={npub} />
      <p className="flex items-center gap-1">
        <span className="min-w-0 font-mono text-mono break-all">{npub}</span>
        <CopyButton text={npub} what={texts.npubWhat} />
      </p>
    </>
  )
}
