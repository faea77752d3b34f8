import { apps as texts } from '../../texts/texts.ts'

const DAY = 86_400_000

/** In how long an app is signed out by itself. Milliseconds; null: never. */
const ENDS = {
  never: null,
  '1d': DAY,
  '7d': 7 * DAY,
  '30d': 30 * DAY,
  '365d': 365 * DAY,
} as const

export type Ends = keyof typeof ENDS

export const ENDS_OPTIONS = (Object.keys(ENDS) as Ends[]).map((value) => ({
  value,
  text: texts.endsIn[value],
}))

/** @param now the server's time, Unix milliseconds */
export function untilOf(ends: Ends, now: number): string | null {
  const ms = ENDS[ends]
  return ms === null ? null : new Date(now + ms).toISOString()
}
