import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Note } from './Note.tsx'

interface FormFailureProps {
  /** That what a form asked for was not done, and why; null: it has not failed. */
  text: ReactNode
  className?: string
}

/** Why a form was not done. Its place is always there, so that a screen reader tells what appears in it. */
export const FormFailure = ({ text, className }: FormFailureProps) => (
  <div role="alert" className={cx('empty:hidden', className)}>
    {text !== null && <Note kind="bad">{text}</Note>}
  </div>
)
