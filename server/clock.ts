/** What the time is for what lasts a while. */
export interface Clock {
  /** Unix milliseconds, whole. Goes forward only, however the machine's clock is set. */
  now(): number
  /** A time of this clock as the machine's clock has it now, for people. */
  iso(at: number): string
}

export interface ClockSources {
  /** Unix milliseconds, as the machine's clock says. */
  wall?: () => number
  /** Milliseconds of a clock that nobody sets. */
  monotonic?: () => number
}

/** Milliseconds. */
const DRIFT = 1_000

/**
 * The time for intervals: Unix milliseconds as they were when the process began, and on from there. What the
 * machine's clock says, which can be set at any moment, is for stamps alone: what others compare with
 * their own clocks, and what people read.
 */
export const steadyNow = (): number => Math.floor(performance.timeOrigin + performance.now())

/** A time of `steadyNow` as the machine's clock has it now. Unix milliseconds. */
export const wallOf = (at: number): number => shifted(at, Date.now() - steadyNow())

/** The same for people: ISO 8601. */
export const isoOf = (at: number): string => new Date(wallOf(at)).toISOString()

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
  return { now, iso: (at) => new Date(shifted(at, wall() - now())).toISOString() }
}

/** @param setBy by how much the machine's clock was set since the start; that it drifts a little is no news */
const shifted = (at: number, setBy: number): number => at + (Math.abs(setBy) < DRIFT ? 0 : setBy)
