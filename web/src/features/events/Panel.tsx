import { X } from 'lucide-react'
import type { ReactNode } from 'react'
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
