import { identity as texts } from '../../texts/texts.ts'
import { WordsAndNpub } from './WordsAndNpub.tsx'

/** Who the keyset signs as. */
export function Identity({ npub }: { npub: string }) {
  return (
    <div>
      <p className="text-sm text-ink-3">{texts.name}</p>
      <WordsAndNpub npub={npub} />
    </div>
  )
}
