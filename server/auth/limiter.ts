import { type Consumed, createFixedWindows } from './fixed-windows.ts'
import { RATE_LIMIT_AUTHENTICATED, RATE_LIMIT_FAILED, RATE_LIMIT_RECOVER } from './limits.ts'

export interface RateLimitSettings {
  enabled: boolean
  /** Seconds. */
  window: number
  /** Requests in a window from a client without valid credentials. */
  max: number
}

/**
 * - anonymous: requests without valid credentials, by client
 * - authenticated: requests with valid credentials, by credential and client
 * - failed: failed credentials and logins, by client
 * - recover: recoveries, by client
 */
export type Bucket = 'anonymous' | 'authenticated' | 'failed' | 'recover'

export interface Limiter {
  /** Counts one, and says whether it may go. */
  consume(bucket: Bucket, key: string): Consumed
  /** Whether a client may still try a credential, without counting. */
  mayTry(key: string): Consumed
  /** Takes one back that was counted and turned out well. */
  refund(bucket: Bucket, key: string): void
}

/**
 * So many keys are counted in each bucket: that is what an attacker with a network of /64s can make
 * us keep. Beyond, the key whose window is the oldest is forgotten: nobody is locked out by
 * another's keys, and what the attacker gains is nothing: these many keys times ten tries are
 * already more than the passwords that can be checked in a window of 900 s, two at a time, and ids
 * of 256 bits can't be tried at all.
 */
const MAX_KEYS = 5_000

const UNLIMITED: Limiter = {
  consume: () => ({ ok: true }),
  mayTry: () => ({ ok: true }),
  refund: () => {},
}

/** Counters in fixed windows that begin with a key's first request. */
export function createLimiter(
  { enabled, window, max }: RateLimitSettings,
  maxKeys = MAX_KEYS,
): Limiter {
  if (!enabled) return UNLIMITED
  const windowsOf = (points: number) => createFixedWindows({ points, window, maxKeys })
  const buckets = {
    anonymous: windowsOf(max),
    authenticated: windowsOf(max * RATE_LIMIT_AUTHENTICATED),
    failed: windowsOf(RATE_LIMIT_FAILED),
    recover: windowsOf(RATE_LIMIT_RECOVER),
  }
  return {
    consume: (bucket, key) => buckets[bucket].consume(key),
    mayTry: (key) => buckets.failed.look(key),
    refund: (bucket, key) => buckets[bucket].refund(key),
  }
}
