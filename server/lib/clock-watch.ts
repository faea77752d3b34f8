import { steadyNow } from './clock.ts'

/** How often it is looked whether the machine's clock was set, and what counts as that. Milliseconds. */
const LOOK_INTERVAL = 15_000
const SET_BY = 2_000

export interface ClockWatchOptions {
  /** What the machine's clock says, Unix milliseconds. */
  wall?: () => number
  /** Milliseconds of a clock that nobody sets. */
  now?: () => number
  /**
   * The machine's clock was set; forward, perhaps, by having slept.
   *
   * @param by milliseconds forward
   */
  onSet(by: number): void
}

/**
 * Notices within a quarter of a minute when the machine's clock is set. What is slewed, and so is never far
 * off from one look to the next, counts as right.
 *
 * @returns what ends it
 */
export function watchClock({ wall = Date.now, now = steadyNow, onSet }: ClockWatchOptions) {
  let offset = wall() - now()
  const timer = setInterval(() => {
    const before = offset
    offset = wall() - now()
    if (Math.abs(offset - before) >= SET_BY) onSet(offset - before)
  }, LOOK_INTERVAL)
  timer.unref()
  return () => clearInterval(timer)
}
