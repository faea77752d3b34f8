import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

export interface CardProps {
  title: string
  /** Badges beside the title. */
  badges?: ReactNode
  /** Shown at the end of the head. */
  actions?: ReactNode
  className?: string
  /** There is nothing under its head. */
  headOnly?: boolean
  children: ReactNode
}

/** A titled surface. Its content brings its own padding (`CardBody`) or rows (`Row`). */
export function Card({ title, badges, actions, className, headOnly, children }: CardProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={cx('mb-4 rounded-lg border border-line bg-surface shadow-card', className)}
    >
      <div
        className={cx(
          'flex min-h-13 flex-wrap items-center gap-x-2 gap-y-1 px-4 py-2',
          !headOnly && 'border-b border-line',
        )}
      >
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {badges}
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
