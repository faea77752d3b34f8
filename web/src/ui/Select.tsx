import { cx } from './cx.ts'

export interface SelectProps<T extends string> {
  label: string
  /** Gives the label only to screen readers, where the options say what is chosen. */
  labelHidden?: boolean
  value: T
  options: readonly { value: T; text: string }[]
  onChange(value: T): void
}

/** A choice among short options, as the browser shows it. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, labelHidden, value, options, onChange } = props
  return (
    <label className="block max-w-full min-w-0">
      <span className={cx('mb-1.5 block font-medium', labelHidden && 'sr-only')}>{label}</span>
      <select
        value={value}
        onChange={({ target }) => onChange(target.value as T)}
        className={cx(
          'max-w-full rounded-md border border-edge bg-sunken px-2 max-sm:min-h-10',
          labelHidden ? 'min-h-8' : 'min-h-9.5 w-full',
        )}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </label>
  )
}
