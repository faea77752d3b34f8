import { Check } from 'lucide-react'
import { keyset as texts } from '../../../../server/contract/texts/keyset.ts'
import { cx } from '../../ui/cx.ts'
import type { Flow } from './flow.ts'

const STEPS = ['settings', 'shares', 'summary'] as const satisfies Flow['at'][]

/** How far it has got. */
export function Steps({ current }: { current: Flow['at'] }) {
  const at = STEPS.indexOf(current)
  return (
    <ol aria-label={texts.stepsLabel} className="mb-5 flex flex-wrap gap-x-5 gap-y-1.5 text-sm">
      {STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? 'step' : undefined}
          className={cx(
            'flex items-center gap-2',
            index === at ? 'font-semibold text-ink' : 'text-ink-3',
          )}
        >
          <span
            className={cx(
              'inline-flex size-5.5 items-center justify-center rounded-full border text-xs',
              index === at && 'border-ice bg-ice text-on-ice',
              index < at && 'border-ice-line bg-ice-soft text-ice',
              index > at && 'border-line-strong',
            )}
          >
            {index < at ? <Check size={13} strokeWidth={2.2} aria-hidden /> : index + 1}
          </span>
          {texts.steps[step]}
        </li>
      ))}
    </ol>
  )
}
