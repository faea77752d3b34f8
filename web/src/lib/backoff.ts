import { STREAM_BACKOFF_BASE, STREAM_BACKOFF_JITTER, STREAM_BACKOFF_MAX } from './limits.ts'

/**
 * How long to wait before connecting again: doubling from 1 s to 30 s, plus up to 1 s of jitter so
 * that many pages do not return to a restarted server at once.
 *
 * @param failures attempts in a row that have failed, from 0
 * @param random a number from 0 up to, not including, 1
 * @returns milliseconds
 */
export function reconnectDelay(failures: number, random: () => number = Math.random): number {
  const wait = Math.min(STREAM_BACKOFF_BASE * 2 ** failures, STREAM_BACKOFF_MAX)
  return wait + random() * STREAM_BACKOFF_JITTER
}
