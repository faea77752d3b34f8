import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Note } from './Note.tsx'

interface FormFailureProps {
  /** That the form has failed, and why; null: it has not. */
  text: ReactNode
  className?: string
}

/** Why a form has failed. Its place is always there, so that a screen reader reads what appears in it. */
export const FormFailure = ({ text, className }: FormFailureProps) => (
  <div role="alert" className={cx('empty:hidden', className)}>
    {text !== null && <Note kind="bad">{text}</Note>}
  </div>
)
