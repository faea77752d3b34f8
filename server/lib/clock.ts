/** A time that goes forward only. */
export interface Ticks {
  /** Unix milliseconds, whole. */
  now(): number
  /** A time of this clock as the machine's clock has it now, for people. */
  iso(at: number): string
}

/**
 * What the time is for what lasts a while: `now`, which goes on by itself, however the machine's clock is
 * set. That one may be wrong, or the machine may have slept: what is done for a while errs on the side of
 * doing nothing with the key (`Term`).
 */
export interface Clock extends Ticks {
  /** What the machine's clock says: Unix milliseconds. */
  wall(): number
  /** For what is allowed: as `now`, but that it goes forward with the machine's clock, and never back. */
  readonly latest: Ticks
}

/** What lasts from one time to another, by the clock of what it is. `until` null: for ever. */
export interface Term {
  since: number
  until: number | null
}

/**
 * A term as it is after a restart: one that begins in the future, by a clock that has been set back since,
 * begins now.
 */
export function begun<T extends Term>(term: T, now: number): T {
  if (term.until === null || term.since <= now) return term
  return { ...term, since: now, until: now + Math.max(0, term.until - term.since) }
}

/** What the time is for what is stopped or refused: the earlier, unless that is before it began. */
export const earliest = ({ now, wall }: Pick<Clock, 'now' | 'wall'>, since: number): number =>
  wall() < since ? now() : Math.min(now(), wall())

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
 * A clock that begins with what the machine's says now: when that one is set, no limit is freed and none is
 * held longer. Time for which the machine sleeps may not count.
 */
export function createClock({
  wall = Date.now,
  monotonic = () => performance.now(),
}: ClockSources = {}): Clock {
  const ticksBy = (start: () => number): Ticks => {
    const now = () => Math.floor(start() + monotonic())
    return { now, iso: (at) => new Date(shifted(at, wall() - now())).toISOString() }
  }
  const start = wall() - monotonic()
  let latest = start
  return {
    ...ticksBy(() => start),
    wall,
    latest: ticksBy(() => {
      latest = Math.max(latest, wall() - monotonic())
      return latest
    }),
  }
}

/** @param setBy by how much the machine's clock was set since the start; that it drifts a little is no news */
const shifted = (at: number, setBy: number): number => at + (Math.abs(setBy) < DRIFT ? 0 : setBy)
