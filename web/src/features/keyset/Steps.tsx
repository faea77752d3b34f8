import { Check } from 'lucide-react'
import { cx } from '../../ui/cx.ts'

export interface StepsProps {
  label: string
  /** The steps' names, in order. */
  steps: readonly string[]
  /** Counted from 0. */
  current: number
}

/** How far a task of several steps has got. */
export function Steps({ label, steps, current }: StepsProps) {
  return (
    <ol aria-label={label} className="mb-5 flex flex-wrap gap-x-5 gap-y-1.5 text-sm">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className={cx(
            'flex items-center gap-2',
            index === current ? 'font-semibold text-ink' : 'text-ink-3',
          )}
        >
          <span
            className={cx(
              'inline-flex size-5.5 items-center justify-center rounded-full border text-xs',
              index === current && 'border-ice bg-ice text-on-ice',
              index < current && 'border-ice-line bg-ice-soft text-ice',
              index > current && 'border-line-strong',
            )}
          >
            {index < current ? <Check size={13} strokeWidth={2.2} aria-hidden /> : index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  )
}
