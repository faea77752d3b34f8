import { Switch as Base } from '@base-ui/react/switch'

export interface SwitchProps {
  checked: boolean
  onChange(checked: boolean): void
  /** Ids of its name and of its description, if any. */
  labelledBy: string
  describedBy?: string | undefined
  /** The new choice is being saved. */
  busy?: boolean
  disabled?: boolean
}

/** On or off, in force at once. */
export function Switch(props: SwitchProps) {
  const { checked, onChange, labelledBy, describedBy, busy, disabled } = props
  return (
    <Base.Root
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      checked={checked}
      onCheckedChange={onChange}
      readOnly={busy}
      disabled={disabled}
      className="flex h-6 w-10 shrink-0 cursor-pointer items-center rounded-full border border-edge bg-sunken transition-colors data-[checked]:border-ice data-[checked]:bg-ice data-[disabled]:cursor-not-allowed data-[disabled]:opacity-40"
    >
      <Base.Thumb className="block size-4 translate-x-[3px] rounded-full bg-edge transition-transform data-[checked]:translate-x-[19px] data-[checked]:bg-on-ice" />
    </Base.Root>
  )
}
