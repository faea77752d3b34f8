import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { focusOn } from '#web/lib/forms.ts'

export interface PanelProps {
  icon: LucideIcon
  title: string
  lead?: ReactNode
  /** Focuses its title when it appears, because the focused element is gone. */
  takesFocus?: boolean
  children: ReactNode
}

/** A small task of its own inside a form. */
export function Panel({ icon: Icon, title, lead, takesFocus, children }: PanelProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="rounded-md border border-ice-line bg-ice-soft px-3.5 pt-3 pb-3.5"
    >
      <h3
        id={id}
        ref={takesFocus ? focusOn : null}
        tabIndex={-1}
        className="flex items-center gap-2 font-semibold outline-none"
      >
        <Icon size={18} strokeWidth={1.8} aria-hidden className="shrink-0 text-ice" />
        {title}
      </h3>
      {lead && <p className="mt-0.5 text-sm text-ink-2">{lead}</p>}
      <div className="mt-3">{children}</div>
    </section>
  )
}
