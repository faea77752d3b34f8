import type { CSSProperties } from 'react'
import type { EventType } from '#contract/events.ts'

/** The specification's colours; a type without one is gray. */
const COLORS: Record<EventType, string> = {
  system: 'other',
  info: 'other',
  warning: 'other',
  error: 'error',
  ready: 'ready',
  disconnect: 'disconnect',
  bifrost: 'bifrost',
  sign: 'sign',
  ecdh: 'ecdh',
}

export const types = Object.keys(COLORS) as EventType[]

/** The type of an entry, in its colour. At least 4.5:1 on either ground of a row, light and dark. */
export function TypeTag({ type }: { type: EventType }) {
  return (
    <span
      style={{ '--tag': `var(--tag-${COLORS[type]})` } as CSSProperties}
      className="inline-block rounded-sm bg-[color-mix(in_srgb,var(--tag)_16%,transparent)] px-1.75 text-xs font-semibold text-[color-mix(in_srgb,var(--tag)_66%,var(--tag-pole))]"
    >
      {type}
    </span>
  )
}
