import type { IncomingHttpHeaders } from 'node:http'
import { RELAY_RETRY_AFTER_MAX } from './limits.ts'

/**
 * How long an answer asks to be left alone (RFC 9110, section 10.2.3): in seconds, or until a date by its
 * own clock.
 *
 * @param wall what our clock says, where the answer has no date. Unix milliseconds
 * @returns milliseconds, an hour at most; undefined if it asks for nothing that can be read
 */
export function retryAfterOf(
  { 'retry-after': wish = '', date = '' }: IncomingHttpHeaders,
  wall: number,
): number | undefined {
  const ms = /^\d+$/.test(wish)
    ? Number(wish) * 1000
    : Date.parse(wish) - (Date.parse(date) || wall)
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), RELAY_RETRY_AFTER_MAX)
}
