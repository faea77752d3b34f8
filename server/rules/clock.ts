/** What the time is for everything that is allowed for a while. */
export interface Clock {
  /** Unix milliseconds, whole. Goes forward only, however the machine's clock is set. */
  now(): number
  /** A time of this clock as the machine's clock has it now, for people. */
  iso(at: number): string
}

export interface ClockSources {
  /** Unix milliseconds. */
  wall?: () => number
  /** Milliseconds of a clock that nobody sets. */
  monotonic?: () => number
}

/** Milliseconds. */
const DRIFT = 1_000

/**
 * A clock that says what the machine's said at the start and goes on by itself: when that one is set, no
 * limit is freed and none is held longer. Time for which the machine sleeps may not count.
 */
export function createClock({
  wall = Date.now,
  monotonic = () => performance.now(),
}: ClockSources = {}): Clock {
  const start = wall() - monotonic()
  const now = () => Math.floor(start + monotonic())
  /** By how much the machine's clock was set since the start; that it drifts a little is no news. */
  const setBy = () => {
    const by = wall() - now()
    return Math.abs(by) < DRIFT ? 0 : by
  }
  return { now, iso: (at) => new Date(at + setBy()).toISOString() }
}
