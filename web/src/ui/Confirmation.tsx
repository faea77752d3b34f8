interface ConfirmationProps {
  /** What the owner confirms. */
  text: string
  checked: boolean
  onChange(checked: boolean): void
}

/** Something to confirm before going on. */
export const Confirmation = ({ text, checked, onChange }: ConfirmationProps) => (
  <label className="flex min-h-11 items-center gap-2.5 rounded-md border border-edge bg-sunken px-3 py-2 font-medium">
    <input
      type="checkbox"
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      className="size-4.5 shrink-0 accent-ice"
    />
    {text}
  </label>
)
