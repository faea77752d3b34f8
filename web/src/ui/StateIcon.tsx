import { cx } from './cx.ts'
import { type StateName, stateColors, stateIcons } from './tone.ts'

/** The icon of a state; `word` is its text for screen readers. */
export function StateIcon({
  state,
  word,
  size = 16,
}: {
  state: StateName
  word: string
  size?: number
}) {
  const Icon = stateIcons[state]
  return (
    <span className={cx('inline-flex shrink-0', stateColors[state])}>
      <Icon size={size} strokeWidth={1.8} aria-hidden />
      <span className="sr-only">{word}</span>
    </span>
  )
}
