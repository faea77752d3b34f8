import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { focusOn } from '#web/lib/forms.ts'
import { common, keyset as texts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FormFoot } from '#web/ui/FormFoot.tsx'

export interface StepsProps {
  label: string
  /** The steps' names, in order. */
  steps: readonly string[]
  /** Counted from 0. */
  current: number
}

/** With more steps, a phone shows only the current one's name: all names would take three lines. */
const NAMED_MAX = 3

/** How far a task of several steps has got. */
export function Steps({ label, steps, current }: StepsProps) {
  return (
    <ol aria-label={label} className="mb-5 flex flex-wrap gap-x-5 gap-y-1.5 text-sm max-sm:gap-x-3">
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
              'inline-flex size-5.5 items-center justify-center rounded-full border text-sm',
              index === current && 'border-ice bg-ice text-on-ice',
              index < current && 'border-ice-line bg-ice-soft text-ice',
              index > current && 'border-line-strong',
            )}
          >
            {index < current ? <Check size={13} strokeWidth={2.2} aria-hidden /> : index + 1}
          </span>
          <span className={cx(index !== current && steps.length > NAMED_MAX && 'max-sm:sr-only')}>
            {step}
          </span>
        </li>
      ))}
    </ol>
  )
}

/**
 * A step's heading. It takes focus when the step begins: keyboard users go on from here, and a
 * screen reader says where they are.
 */
export function StepHeading({ title, lead }: { title: ReactNode; lead: ReactNode }) {
  return (
    <div className="mb-4">
      <h3 ref={focusOn} tabIndex={-1} className="text-lg font-semibold outline-none">
        {title}
      </h3>
      <p className="mt-0.5 text-ink-2">{lead}</p>
    </div>
  )
}

export interface StepButtonsProps {
  /** Without this, there is nothing left to leave. */
  onLeave?: () => void
  onBack?: (() => void) | undefined
  /** The next button. */
  children?: ReactNode
}

/** The foot of a step: leave at one end, back and next at the other. */
export function StepButtons({ onLeave, onBack, children }: StepButtonsProps) {
  return (
    <FormFoot className="mt-6">
      {onLeave && (
        <Button kind="quiet" className="-ml-3" onClick={onLeave}>
          {common.cancel}
        </Button>
      )}
      <div className="ml-auto flex flex-wrap justify-end gap-2">
        {onBack && <Button onClick={onBack}>{texts.back}</Button>}
        {children}
      </div>
    </FormFoot>
  )
}
