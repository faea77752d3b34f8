import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

const KINDS = {
  plain: 'border-edge bg-surface text-ink hover:bg-sunken',
  quiet: 'border-transparent bg-transparent text-ink-2 hover:bg-line/60 hover:text-ink',
  primary: 'border-ice bg-ice text-on-ice hover:brightness-110',
  danger: 'border-bad bg-bad text-on-bad hover:brightness-110',
} as const

export interface ButtonProps extends ComponentProps<'button'> {
  kind?: keyof typeof KINDS
  /** Its action is under way: it keeps the focus, and a press does nothing. */
  busy?: boolean
}

/** A button's look, for a link that should look like one. */
const buttonClass = (kind: keyof typeof KINDS = 'plain', className?: string): string =>
  cx(
    'inline-flex min-h-8 max-sm:min-h-10 items-center justify-center gap-1.5 rounded-md border px-3 py-1 font-medium',
    'transition-colors disabled:cursor-not-allowed disabled:opacity-55',
    'aria-disabled:cursor-progress aria-disabled:opacity-75',
    KINDS[kind],
    className,
  )

/** A button with words. One that submits a form is not stopped by `busy`: the form has to see to that. */
export function Button({ kind, busy, className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      aria-disabled={busy}
      className={buttonClass(kind, className)}
      onClick={busy ? undefined : onClick}
      {...rest}
    />
  )
}

/** A link that looks like a button: it leads out of the page. */
export function ButtonLink(props: Omit<ComponentProps<'a'>, 'className'>) {
  return <a className={buttonClass()} {...props} />
}
