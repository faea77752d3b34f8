import { Import, type LucideIcon, Plus, Smartphone } from 'lucide-react'
import { start as texts } from '../../texts/texts.ts'
import { cx } from '../../ui/cx.ts'
import type { Way } from './ways.ts'

const SHOWN_WAYS = ['create', 'join', 'bring'] as const
export type ShownWay = (typeof SHOWN_WAYS)[number]

const ICONS: Record<ShownWay, LucideIcon> = { create: Plus, join: Smartphone, bring: Import }

export interface WayChooserProps {
  way: Way
  onWay(way: ShownWay): void
}

/** The ways to a share, of which the chosen one is shown beneath. */
export const WayChooser = ({ way, onWay }: WayChooserProps) => (
  <nav aria-label={texts.doorsLabel} className="border-b border-line px-4 py-3.5">
    <p className="text-ink-2">{texts.lead}</p>
    <ul className="mt-3 grid gap-2 sm:grid-cols-3">
      {SHOWN_WAYS.map((shown) => (
        <WayItem key={shown} shown={shown} isChosen={shown === way} onChoose={() => onWay(shown)} />
      ))}
    </ul>
  </nav>
)

interface WayItemProps {
  shown: ShownWay
  isChosen: boolean
  onChoose(): void
}

function WayItem({ shown, isChosen, onChoose }: WayItemProps) {
  const { title, text } = texts.doors[shown]
  const Icon = ICONS[shown]
  return (
    <li
      className={cx(
        'relative flex items-center gap-3 rounded-md border px-3 py-2.5 transition-colors',
        isChosen ? 'border-ice bg-ice-soft ring-1 ring-ice' : 'border-line hover:border-ice',
      )}
    >
      <Icon size={24} strokeWidth={1.8} aria-hidden className="shrink-0 text-ice" />
      <span className="min-w-0">
        <button
          type="button"
          aria-current={isChosen}
          onClick={onChoose}
          // The whole item can be pressed.
          className={
            'text-left font-semibold outline-none after:absolute after:inset-0 after:rounded-md ' +
            'focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-ice'
          }
        >
          {title}
        </button>
        <span className="block text-sm text-ink-2">{text}</span>
      </span>
    </li>
  )
}
