import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import type { Tone } from './tone.ts'

const TONES: Record<Tone | 'plain', string> = {
  plain: 'border-line bg-sunken text-ink-2',
  ice: 'border-transparent bg-ice-soft text-ice',
  ok: 'border-transparent bg-ok-soft text-ok',
  warn: 'border-transparent bg-warn-soft text-warn',
  bad: 'border-transparent bg-bad-soft text-bad',
}

export interface ChipProps {
  tone?: keyof typeof TONES
  icon?: LucideIcon
  children: ReactNode
}

/** A short fact in a pill. A tone never stands alone: the words say it too. */
export function Chip({ tone = 'plain', icon: Icon, children }: ChipProps) {
  return (
    <span
      className={cx(
        'inline-flex min-h-5.5 items-center gap-1 rounded-full border px-2 text-sm font-medium whitespace-nowrap max-sm:whitespace-normal',
        TONES[tone],
      )}
    >
      {Icon && <Icon size={13} strokeWidth={1.8} aria-hidden />}
      {children}
    </span>
  )
}
