/** The time limits of a connection, in milliseconds. Only tests shorten them. */
import {
  RELAY_BACKOFF_BASE,
  RELAY_BACKOFF_MAX,
  RELAY_EAGER_FOR,
  RELAY_EAGER_MAX,
  RELAY_PING_INTERVAL,
  RELAY_PONG_TIMEOUT,
  RELAY_SPARE_BASE,
  RELAY_SPARE_MAX,
  RELAY_TIMEOUT,
} from './limits.ts'
export interface RelayTimings {
  connectTimeout: number
  publishTimeout: number
  eoseTimeout: number
  pingInterval: number
  pongTimeout: number
  backoffBase: number
  backoffMax: number
  /** The shortest wait before a new attempt, whatever the jitter says. */
  backoffFloor: number
  /** For so much waiting since it was connected, no wait is longer than so much; the base if that is more. */
  eagerFor: number
  eagerMax: number
  /** A connection that lasted this long restarts its backoff when it ends. */
  stableAfter: number
  /** How long a relay that sends more than can be read is left alone: at first, and at most. */
  overloadBase: number
  overloadMax: number
  /** How long a relay that asks for less is spared: at first, and at most. */
  spareBase: number
  spareMax: number
}

export const RELAY_TIMINGS: RelayTimings = {
  connectTimeout: RELAY_TIMEOUT,
  publishTimeout: RELAY_TIMEOUT,
  eoseTimeout: RELAY_TIMEOUT,
  pingInterval: RELAY_PING_INTERVAL,
  pongTimeout: RELAY_PONG_TIMEOUT,
  backoffBase: RELAY_BACKOFF_BASE,
  backoffMax: RELAY_BACKOFF_MAX,
  backoffFloor: 100,
  eagerFor: RELAY_EAGER_FOR,
  eagerMax: RELAY_EAGER_MAX,
  stableAfter: 10_000,
  overloadBase: 30_000,
  overloadMax: 600_000,
  spareBase: RELAY_SPARE_BASE,
  spareMax: RELAY_SPARE_MAX,
}
