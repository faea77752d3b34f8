import { cx } from './cx.ts'

export interface SwitchProps {
  checked: boolean
  onChange(checked: boolean): void
  /** Ids of its name and of its description, if any. */
  labelledBy: string
  describedBy?: string | undefined
  disabled?: boolean
  /** For use in a row of small text; what can be touched is larger. */
  small?: boolean
}

/** On or off, in force at once. A press is never ignored: what is pressed last holds. */
export function Switch(props: SwitchProps) {
  const { checked, onChange, labelledBy, describedBy, disabled, small } = props
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      disabled={disabled}
      onClick={() => onChange(!checked)}
      className={cx(
        'relative flex shrink-0 cursor-pointer items-center rounded-full border transition-colors',
        checked ? 'border-ice bg-ice' : 'border-edge bg-sunken',
        'disabled:cursor-not-allowed disabled:opacity-40',
        small
          ? 'h-4.5 w-7.5 before:absolute before:-inset-x-1.5 before:-inset-y-3'
          : 'touch h-6 w-10',
      )}
    >
      <span
        className={cx(
          'block rounded-full transition-transform',
          checked ? 'bg-on-ice' : 'bg-edge',
          small ? 'size-3' : 'size-4',
          small && (checked ? 'translate-x-[14px]' : 'translate-x-[2px]'),
          !small && (checked ? 'translate-x-[19px]' : 'translate-x-[3px]'),
        )}
      />
    </button>
  )
}
