import { type ReactNode, useId } from 'react'

export interface CheckboxProps {
  title: string
  /** What it means. */
  hint: ReactNode
  checked: boolean
  onChange(checked: boolean): void
}

/** A choice of its own, with what it means. */
export function Checkbox({ title, hint, checked, onChange }: CheckboxProps) {
  const id = useId()
  return (
    <label className="flex gap-2.5 rounded-md border border-line px-3 py-2">
      <input
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-ice"
        checked={checked}
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className="min-w-0">
        <span id={id} className="font-medium">
          {title}
        </span>
        <span id={`${id}-hint`} className="block text-sm text-ink-2">
          {hint}
        </span>
      </span>
    </label>
  )
}
