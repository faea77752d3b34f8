import { X } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import type { EventType } from '#contract/events.ts'
import { IconButton } from '../../ui/IconButton.tsx'

export interface PanelProps {
  id: string
  title: string
  closeLabel: string
  /** Beside the title where there is room. */
  actions?: ReactNode
  onClose(): void
  children: ReactNode
}

/** What a button in the log's head opens above the entries. */
export function Panel({ id, title, closeLabel, actions, onClose, children }: PanelProps) {
  return (
    <section id={id} aria-label={title} className="border-b border-line px-4 pt-1.5 pb-3">
      <div className="mb-1 flex flex-wrap items-center">
        <h3 className="min-w-0 flex-1 font-medium">{title}</h3>
        {actions && (
          <div className="order-last -mx-2 flex basis-full sm:order-none sm:basis-auto">
            {actions}
          </div>
        )}
        <IconButton icon={X} label={closeLabel} className="-mr-2 sm:ml-2" onClick={onClose} />
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </section>
  )
}

/** The specification's colours; a type without one is gray. */
const COLORS: Record<EventType, string> = {
  system: 'other',
  info: 'other',
  warning: 'other',
  error: 'error',
  ready: 'ready',
  disconnect: 'disconnect',
  bifrost: 'bifrost',
  sign: 'sign',
  ecdh: 'ecdh',
}

export const types = Object.keys(COLORS) as EventType[]

/** The type of an entry, in its colour. At least 4.5:1 on either ground of a row, light and dark. */
export function TypeTag({ type }: { type: EventType }) {
  return (
    <span
      style={{ '--tag': `var(--tag-${COLORS[type]})` } as CSSProperties}
      className="inline-block rounded-sm bg-[color-mix(in_srgb,var(--tag)_16%,transparent)] px-1.75 text-sm font-semibold text-[color-mix(in_srgb,var(--tag)_66%,var(--tag-pole))]"
    >
      {type}
    </span>
  )
}
