/** The time limits of a relay connection. Milliseconds. Only tests change them. */
export const RELAY_TIMINGS = {
  connectTimeout: 4_400,
  publishTimeout: 4_400,
  eoseTimeout: 4_400,
  pingInterval: 15_000,
  pongTimeout: 10_000,
  backoffBase: 1_000,
  backoffMax: 30_000,
  /** The shortest wait before a new attempt, whatever the jitter. */
  backoffFloor: 100,
  /**
   * A relay that restarts is back within a minute or so. Until the waits since the last connection add up
   * to `eagerFor`, no single wait exceeds `eagerMax` (or the base, if that is more): a request sent to us
   * in that time is answered before its sender gives up.
   */
  eagerFor: 90_000,
  eagerMax: 4_000,
  /** A connection that lasted this long resets the backoff when it ends. */
  stableAfter: 10_000,
  /** How long a relay that sends more than we can read is left alone: at first, and at most. */
  overloadBase: 30_000,
  overloadMax: 600_000,
  /** How long we send less to a relay that asks for it: at first, and at most. */
  slowDownBase: 60_000,
  slowDownMax: 16 * 60_000,
}

export type RelayTimings = typeof RELAY_TIMINGS

/** The time limits, clocks and randomness that the parts of a pool share. */
export interface RelayClock {
  timings: RelayTimings
  /** For intervals: Unix milliseconds of a clock that nobody sets. */
  now(): number
  /** For stamps: Unix milliseconds of the machine's clock. */
  wall(): number
  random(): number
}

/** The longest `Retry-After` of a relay that we follow. Milliseconds. */
export const RELAY_RETRY_AFTER_MAX = 3_600_000
/** How long a relay may take to read what was written to it before its connection is cut. Milliseconds. */
export const FLUSH_TIMEOUT = 1_000
/** A subscription starts this long before the last event that was heard on it. Seconds. */
export const SINCE_OFFSET_S = 5
