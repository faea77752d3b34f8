import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

export interface FieldProps extends Omit<ComponentProps<'input'>, 'value' | 'defaultValue'> {
  label: string
  /** Gives the label only to screen readers, where a placeholder shows the same text. */
  labelHidden?: boolean
  value: string
  onText(value: string): void
  /** What is wrong with it. The field's border is red only while something is in it. */
  error?: ReactNode
  /** A line under the field, shown while nothing is wrong. */
  hint?: ReactNode
  /** A help button beside the label. */
  help?: ReactNode
  /** A short fact at the end of the label's line. */
  fact?: ReactNode
  /** Buttons inside the field, at its end. */
  inside?: ReactNode
  mono?: boolean
}

/** A labelled one-line field. */
export function Field(props: FieldProps) {
  const { label, labelHidden, value, onText, error, hint, help, fact, inside, ...more } = props
  const { mono, className, id: given, ...rest } = more
  const own = useId()
  const id = given ?? own
  const invalid = error != null && error !== '' && value !== ''
  const said = error || hint
  return (
    <div className={cx('block', className)}>
      <span
        className={cx(
          'mb-1.5 flex min-h-6 flex-wrap items-center gap-x-1',
          labelHidden && 'sr-only',
        )}
      >
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {help}
        {fact && <span className="ml-auto text-sm text-ink-3">{fact}</span>}
      </span>
      <span
        className={cx(
          'flex min-h-9 items-center max-sm:min-h-10.5 gap-0.5 rounded-md border bg-sunken pr-1',
          'focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-ice',
          invalid ? 'border-bad' : 'border-edge',
        )}
      >
        <input
          id={id}
          value={value}
          onChange={({ target }) => onText(target.value)}
          aria-invalid={invalid || undefined}
          aria-describedby={said ? `${id}-said` : undefined}
          spellCheck={false}
          autoCapitalize="none"
          className={cx(
            'min-w-0 flex-1 self-stretch bg-transparent px-2.5 py-1.5 outline-none placeholder:text-ink-3',
            mono && 'font-mono text-mono',
          )}
          {...rest}
        />
        {inside}
      </span>
      {said && (
        <p id={`${id}-said`} className={cx('mt-1 text-sm', error ? 'text-bad' : 'text-ink-3')}>
          {said}
        </p>
      )}
    </div>
  )
}
