import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { cx } from './cx.ts'

export interface DisclosureProps {
  title: string
  /** Beside the title, even while closed. */
  badges?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A card that can be closed to its head. */
export function Disclosure({ title, badges, actions, children }: DisclosureProps) {
  const [open, setOpen] = useState(true)
  const panel = useId()
  return (
    <section
      aria-label={title}
      className="mb-4 rounded-lg border border-line bg-surface shadow-card"
    >
      <div className="flex min-h-13 flex-wrap items-center gap-x-2 gap-y-1 px-4 py-2">
        <h2 className="font-semibold">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={panel}
            onClick={() => setOpen(!open)}
            className="touch -mx-1 inline-flex items-center gap-1 rounded-sm px-1"
          >
            {title}
            <ChevronDown
              size={15}
              strokeWidth={1.8}
              aria-hidden
              className={cx('text-ink-3 transition-transform', !open && '-rotate-90')}
            />
          </button>
        </h2>
        {badges}
        {actions && <div className="-mr-2 ml-auto flex items-center gap-1">{actions}</div>}
      </div>
      <div id={panel} hidden={!open} className="border-t border-line">
        {open && children}
      </div>
    </section>
  )
}
