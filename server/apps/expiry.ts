import { IDLE_MAX } from './limits.ts'
import type { KeptApp } from './ports.ts'

/**
 * Whether the time of an app is over, or nobody has used it for too long. Times are Unix milliseconds.
 *
 * @param lastUsedAt undefined: not since the days that are kept
 */
export function isExpired(
  { until, pairedAt }: Pick<KeptApp, 'until' | 'pairedAt'>,
  lastUsedAt: number | undefined,
  now: number,
): boolean {
  if (until !== null && until <= now) return true
  const last = Math.max(lastUsedAt ?? 0, pairedAt ?? 0)
  return last > 0 && now - last > IDLE_MAX
}
