import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock3,
  type LucideIcon,
} from 'lucide-react'

/** A state's tone: the accent for neutral, the others for states. */
export type Tone = 'ice' | 'ok' | 'warn' | 'bad'

/** The icon of a state; colour never stands alone. */
export const stateIcons = {
  ok: CircleCheck,
  bad: CircleX,
  warn: CircleAlert,
  wait: Clock3,
  unknown: CircleDashed,
} as const satisfies Record<string, LucideIcon>

export type StateName = keyof typeof stateIcons

export const stateColors: Record<StateName, string> = {
  ok: 'text-ok',
  bad: 'text-bad',
  warn: 'text-warn',
  wait: 'text-warn',
  unknown: 'text-ink-3',
}
