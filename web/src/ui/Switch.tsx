import { Switch as Base } from '@base-ui/react/switch'
import { cx } from './cx.ts'

export interface SwitchProps {
  checked: boolean
  onChange(checked: boolean): void
  /** Ids of its name and of its description, if any. */
  labelledBy: string
  describedBy?: string | undefined
  /** The new choice is being saved. */
  busy?: boolean
  disabled?: boolean
  /** For use in a row of small text; what can be touched is larger. */
  small?: boolean
}

/** On or off, in force at once. */
export function Switch(props: SwitchProps) {
  const { checked, onChange, labelledBy, describedBy, busy, disabled, small } = props
  return (
    <Base.Root
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      checked={checked}
      onCheckedChange={onChange}
      readOnly={busy}
      disabled={disabled}
      className={cx(
        'relative flex shrink-0 cursor-pointer items-center rounded-full border border-edge bg-sunken transition-colors',
        'data-[checked]:border-ice data-[checked]:bg-ice data-[disabled]:cursor-not-allowed data-[disabled]:opacity-40',
        small
          ? 'h-4.5 w-7.5 before:absolute before:-inset-x-1.5 before:-inset-y-3'
          : 'touch h-6 w-10',
      )}
    >
      <Base.Thumb
        className={cx(
          'block rounded-full bg-edge transition-transform data-[checked]:bg-on-ice',
          small
            ? 'size-3 translate-x-[2px] data-[checked]:translate-x-[14px]'
            : 'size-4 translate-x-[3px] data-[checked]:translate-x-[19px]',
        )}
      />
    </Base.Root>
  )
}
