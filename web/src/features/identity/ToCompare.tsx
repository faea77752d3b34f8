import { Fingerprint } from 'lucide-react'
import { useId } from 'react'
import { identity as texts } from '../../texts/texts.ts'
import { cx } from '../../ui/cx.ts'
import { WordsAndNpub } from './WordsAndNpub.tsx'

export interface ToCompareProps {
  npub: string
  /** It already has a frame around it. */
  framed?: boolean
}

/** What the device that gets a share must show as well. */
export function ToCompare({ npub, framed = false }: ToCompareProps) {
  const title = useId()
  return (
    <section
      aria-labelledby={title}
      className={cx(
        'grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5',
        !framed && 'rounded-md border border-line px-3.5 py-3',
      )}
    >
      <Fingerprint size={18} strokeWidth={1.8} aria-hidden className="mt-0.5 text-ice" />
      <div>
        <p id={title} className="font-medium">
          {texts.compareTitle}
        </p>
        <p className="mb-2 text-sm text-ink-2">{texts.compareLead}</p>
        <WordsAndNpub npub={npub} />
      </div>
    </section>
  )
}
