import { AppWindow, AtSign, KeyRound, type LucideIcon, PieChart } from 'lucide-react'
import { nsecIn } from '../../lib/recognise.ts'
import { start } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import type { Carried, Way } from './ways.ts'

const texts = start.elsewhere
type Kind = keyof typeof texts

const ICONS: Record<Kind, LucideIcon> = {
  nsec: KeyRound,
  npub: AtSign,
  app: AppWindow,
  share: PieChart,
}

/** Ways out for a text that was put into the wrong place. */
export interface ElsewhereProps {
  /** Takes a text to where it belongs. */
  onElse(to: Way, text: Carried): void
  /** Opens an app's link. Undefined: there are no apps yet. */
  onApp: ((link: string) => void) | undefined
}

export interface MisplacedProps extends ElsewhereProps {
  kind: Kind
  text: string
}

/** Says what a text is that was put into the wrong place, and takes it to the right one. */
export function Misplaced({ kind, text, onElse, onApp }: MisplacedProps) {
  const { title, text: meaning, go } = texts[kind]
  const Icon = ICONS[kind]

  function wayOut(): (() => void) | undefined {
    switch (kind) {
      case 'nsec':
        return () => onElse('create', { secretKey: nsecIn(text) })
      case 'share':
        return () => onElse('bring', { pasted: text })
      case 'app':
        return onApp && (() => onApp(text.trim()))
      case 'npub':
        return undefined
    }
  }

  const onGo = wayOut()
  return (
    <section
      aria-live="polite"
      aria-label={title}
      className="rounded-md border border-ice-line bg-ice-soft px-3.5 py-3 text-sm text-ink-2"
    >
      <p className="flex items-center gap-2 font-semibold text-ink">
        <Icon size={18} strokeWidth={1.8} aria-hidden className="shrink-0 text-ice" />
        {title}
      </p>
      <p className="mt-0.5">{meaning}</p>
      {onGo && (
        <Button kind="primary" className="mt-3 min-h-10 max-sm:w-full" onClick={onGo}>
          {go}
        </Button>
      )}
    </section>
  )
}
