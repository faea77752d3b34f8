import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface FormFootProps {
  className?: string
  children: ReactNode
}

/**
 * The buttons at the foot of a card or a dialog, from edge to edge: they stay in sight where what is above
 * them is taller than the window.
 */
export const FormFoot = ({ className, children }: FormFootProps) => (
  <div
    className={cx(
      'foot sticky bottom-0 z-10 -mx-(--pad-x) -mb-(--pad-b) flex flex-wrap items-center justify-end gap-2',
      'rounded-b-lg border-t border-line bg-surface px-(--pad-x) py-3',
      'max-sm:[&>button]:min-h-11 max-sm:[&>button]:flex-1',
      className,
    )}
  >
    {children}
  </div>
)
