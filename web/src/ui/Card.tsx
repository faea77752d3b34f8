import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

export interface CardProps {
  title: string
  /** Shown at the end of the head. */
  actions?: ReactNode
  className?: string
  children: ReactNode
}

/** A titled surface. Its content brings its own padding (`CardBody`) or rows (`Row`). */
export function Card({ title, actions, className, children }: CardProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={cx('mb-4 rounded-lg border border-line bg-surface shadow-card', className)}
    >
      <div className="flex min-h-13 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 py-2">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {actions && <div className="ml-auto flex flex-wrap items-center gap-1">{actions}</div>}
      </div>
      {children}
    </section>
  )
}

/** Also for what reaches to the card's edges (`FormFoot`). */
const PADS = 'px-(--pad-x) pt-3.5 pb-(--pad-b) [--pad-b:0.875rem] [--pad-x:1rem]'

export function CardBody({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cx(PADS, className)}>{children}</div>
}
