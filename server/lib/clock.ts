/** A time that goes forward only. */
export interface Ticks {
  /** Unix milliseconds, whole. */
  now(): number
  /** A time of this clock, for people: ISO 8601, by the machine's clock as it is set now. */
  iso(at: number): string
}

/**
 * The time for everything with a duration (`Term`): `now`, which goes on at its own pace, however the
 * machine's clock is set. As that clock may be wrong, and the machine may have slept, a doubt is settled against a
 * use of the key: a permission rather ends too early than too late, and a stop rather too late than too early.
 */
export interface Clock extends Ticks {
  /** The machine's clock, Unix milliseconds. */
  wall(): number
  /** For permissions: like `now`, but it jumps forward with the machine's clock. It never goes back. */
  readonly latest: Ticks
}

/** A period. A permission's times are of `Clock.latest`, others of `Clock.now`. `until` null: for ever. */
export interface Term {
  since: number
  until: number | null
}

/**
 * A stored term, after a restart. If it begins in the future, as the clock was set back since, it is moved to
 * begin now.
 */
export function begun<T extends Term>(term: T, now: number): T {
  if (term.until === null || term.since <= now) return term
  return { ...term, since: now, until: now + Math.max(0, term.until - term.since) }
}

/** The time for stops and refusals: the earlier of both clocks; `now` if the machine's is before `since`. */
export const earliest = ({ now, wall }: Pick<Clock, 'now' | 'wall'>, since: number): number =>
  wall() < since ? now() : Math.min(now(), wall())

export interface ClockSources {
  /** The machine's clock, Unix milliseconds. */
  wall?: () => number
  /** Milliseconds of a clock that nobody sets. */
  monotonic?: () => number
}

/** A smaller difference is drift: the clock was not set. Milliseconds. */
const DRIFT = 1_000

/**
 * The time for intervals, in Unix milliseconds: the machine's clock when the process began, plus the time
 * since. As the machine's clock can be set at any moment, it is only for time stamps, which other machines
 * compare with their own clocks, and people read.
 */
export const steadyNow = (): number => Math.floor(performance.timeOrigin + performance.now())

/** Converts a time of `steadyNow` to the machine's clock as it is set now. Unix milliseconds. */
export const wallOf = (at: number): number => shifted(at, Date.now() - steadyNow())

/** The same for people: ISO 8601. */
export const isoOf = (at: number): string => new Date(wallOf(at)).toISOString()

/**
 * A clock that starts at the machine's time. When the machine's clock is set later, no limit is freed and none
 * lasts longer. Time in which the machine sleeps may not count.
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

/** @param setBy milliseconds by which the machine's clock was set forward since the start */
const shifted = (at: number, setBy: number): number => at + (Math.abs(setBy) < DRIFT ? 0 : setBy)
