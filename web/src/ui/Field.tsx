import { Field as Base } from '@base-ui/react/field'
import type { ComponentProps, ReactNode } from 'react'
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
  const { mono, className, ...rest } = more
  const invalid = error != null && error !== '' && value !== ''
  return (
    <Base.Root invalid={invalid} className={cx('block', className)}>
      <span
        className={cx(
          'mb-1.5 flex min-h-6 flex-wrap items-center gap-x-1',
          labelHidden && 'sr-only',
        )}
      >
        <Base.Label className="font-medium">{label}</Base.Label>
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
        <Base.Control
          value={value}
          onValueChange={(next) => onText(next)}
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
      {error ? (
        <Base.Error match className="mt-1 text-sm text-bad">
          {error}
        </Base.Error>
      ) : (
        hint && <Base.Description className="mt-1 text-sm text-ink-3">{hint}</Base.Description>
      )}
    </Base.Root>
  )
}
