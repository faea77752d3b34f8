import { TIMER_MAX } from './limits.ts'

/**
 * Calls back at a time of a clock that may run differently from timers. Keeps no process alive.
 *
 * @param at in that clock's milliseconds
 * @returns cancels it
 */
export function setTimeoutAt(at: number, now: () => number, callback: () => void): () => void {
  let timer: NodeJS.Timeout
  const wait = () => {
    const left = at - now()
    if (left <= 0) callback()
    else timer = start(left)
  }
  const start = (left: number) => setTimeout(wait, Math.min(left, TIMER_MAX)).unref()
  timer = start(Math.max(0, at - now()))
  return () => clearTimeout(timer)
}
