import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'

export interface MoreProps {
  title: string
  /** Something in it must be seen. */
  mustShow?: boolean
  children: ReactNode
}

/** The part of a form that most leave as it is, closed at first. */
export function More({ title, mustShow = false, children }: MoreProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      open={isOpen || mustShow}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group rounded-md border border-line"
    >
      <summary className="flex min-h-10 list-none items-center gap-2 px-3 py-1.5 font-medium">
        <ChevronRight
          size={14}
          strokeWidth={1.8}
          aria-hidden
          className="shrink-0 text-ink-3 transition-transform group-open:rotate-90"
        />
        {title}
      </summary>
      <div className="grid gap-4 border-t border-line p-3">{children}</div>
    </details>
  )
}
