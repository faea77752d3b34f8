import type { Clock } from '#lib/clock.ts'
import { IDLE_MAX, LINK_OPEN_MAX } from './limits.ts'
import type { KeptApp } from './ports.ts'

/** How far the clocks of a command and of the server beside it may be apart. Milliseconds. */
const SLACK = 60_000

/**
 * Whether the time of an app is over, or nobody has used it for too long. It is over, too, where it was
 * paired in what is now the future: the clock was wrong then, and nothing says how long ago that was.
 *
 * @param lastUsedAt Unix milliseconds; undefined: not since the days that are kept
 */
export function isExpired(
  { until, pairedAt }: Pick<KeptApp, 'until' | 'pairedAt'>,
  lastUsedAt: number | undefined,
  clock: Pick<Clock, 'wall' | 'latest'>,
): boolean {
  if (until !== null && !isWithin({ since: pairedAt ?? 0, until }, clock)) return true
  const last = Math.max(lastUsedAt ?? 0, pairedAt ?? 0)
  return last > 0 && clock.wall() - last > IDLE_MAX
}

/** Whether a link may still be used, by which an app can be paired. Closed where it was made in the future. */
export function isOpen(
  { since, until }: NonNullable<KeptApp['invitation']>,
  clock: Pick<Clock, 'latest'>,
): boolean {
  return isWithin({ since: since ?? until - LINK_OPEN_MAX, until }, clock)
}

/** An end before the beginning was set later, when the clock was right again. */
function isWithin(
  { since, until }: { since: number; until: number },
  { latest }: Pick<Clock, 'latest'>,
): boolean {
  const now = latest.now()
  return now < until && (now >= since - SLACK || until < since)
}
