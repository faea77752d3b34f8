/** Outlines on a grid of 24, drawn with round strokes. */
const PATHS = {
  ok: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8 12.5l2.8 2.8L16 9.5',
  bad: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9 9l6 6M15 9l-6 6',
  wait: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3 2',
  unknown: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8.5 12h7',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5M12 8v.01',
  warn: 'M12 4 21 19.5H3zM12 10v4.5M12 17v.01',
  ping: 'M5 12a7 7 0 0 1 12-5l2 2M19 12a7 7 0 0 1-12 5l-2-2M19 4v5h-5M5 20v-5h5',
  chevron: 'm9 6 6 6-6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  offline: 'M4 4l16 16M7 17.5a4 4 0 0 1 .3-8M11 6.8A6 6 0 0 1 17.5 11a3.5 3.5 0 0 1 2 5.5',
} as const

export type IconName = keyof typeof PATHS

/** A drawing beside a word that says the same; so it is hidden from screen readers. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
