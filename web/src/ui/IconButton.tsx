import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { Tooltip } from './Tooltip.tsx'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon
  /** What it does: the button's name, and its tooltip. */
  label: string
  /** What the tooltip says in place of the name, such as why it can't be pressed now. */
  hint?: string | undefined
  /** The icon turns while this is true. */
  busy?: boolean
  /** For use in a row of small text. */
  small?: boolean
}

/** A button without words: screen readers get its name, and a tooltip shows it to everyone. */
export function IconButton(props: IconButtonProps) {
  const { icon: Icon, label, hint, busy, small, className, ...rest } = props
  return (
    <Tooltip text={hint ?? label}>
      <button
        type="button"
        aria-label={label}
        aria-disabled={busy}
        className={cx(
          'inline-flex shrink-0 items-center justify-center rounded-md',
          small ? 'touch size-6 text-ink-3' : 'size-8 text-ink-2 max-sm:size-10',
          'transition-colors hover:bg-line/60 hover:text-ink disabled:cursor-not-allowed disabled:opacity-40',
          className,
        )}
        {...rest}
      >
        <Icon size={16} strokeWidth={1.8} aria-hidden className={cx(busy && 'animate-spin')} />
      </button>
    </Tooltip>
  )
}
