import { useId } from 'react'
import { Switch } from './Switch.tsx'

export interface SwitchRowProps {
  title: string
  /** What it means, and costs. */
  hint: string
  checked: boolean
  onChange(checked: boolean): void
}

/** A switch beside what it does. */
export function SwitchRow({ title, hint, ...state }: SwitchRowProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <p id={id} className="font-medium">
          {title}
        </p>
        <p id={`${id}-hint`} className="mt-0.5 text-xs text-ink-3">
          {hint}
        </p>
      </div>
      <Switch labelledBy={id} describedBy={`${id}-hint`} {...state} />
    </div>
  )
}
