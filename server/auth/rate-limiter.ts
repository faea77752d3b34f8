import { RATE_LIMIT_AUTHENTICATED, RATE_LIMIT_FAILED, RATE_LIMIT_RECOVER } from './limits.ts'

/** `retryAfter` in whole seconds, at least 1. */
export type Consumed = { ok: true } | { ok: false; retryAfter: number }

interface FixedWindowsOptions {
  /** How many requests may go in a window. */
  points: number
  /** Seconds. */
  window: number
  /** When there are more keys, the one with the oldest window is forgotten. */
  maxKeys: number
  /** Milliseconds of a clock that nobody sets. */
  now?: () => number
}

interface Window {
  count: number
  endsAt: number
}

/** Counters in fixed windows that begin with a key's first request. */
export function createFixedWindows(options: FixedWindowsOptions) {
  const { points, window, maxKeys, now = () => performance.now() } = options
  /** All windows are equally long, so they end in the order in which they began. */
  const windows = new Map<string, Window>()

  const begin = (key: string, at: number): Window => {
    for (const [oldest, { endsAt }] of windows) {
      if (at < endsAt && windows.size < maxKeys) break
      windows.delete(oldest)
    }
    const begun = { count: 0, endsAt: at + window * 1_000 }
    windows.set(key, begun)
    return begun
  }

  return {
    /** Counts a request and returns whether it may go. */
    consume: (key: string): Consumed => {
      const at = now()
      const last = windows.get(key)
      const current = last !== undefined && at < last.endsAt ? last : begin(key, at)
      current.count += 1
      return current.count <= points
        ? { ok: true }
        : { ok: false, retryAfter: Math.ceil((current.endsAt - at) / 1_000) }
    },
    /** Whether another request might go. Counts nothing. */
    hasRoom: (key: string): boolean => {
      const current = windows.get(key)
      return current === undefined || now() >= current.endsAt || current.count < points
    },
    /** Takes back one request that was counted. */
    refund: (key: string): void => {
      const current = windows.get(key)
      if (current !== undefined && current.count > 0) current.count -= 1
    },
    /** How many keys are kept, those whose window is over included. */
    get size(): number {
      return windows.size
    },
  }
}

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
type Bucket = 'anonymous' | 'authenticated' | 'failed' | 'recover'

export interface Limiter {
  /** Counts a request and returns whether it may go. */
  consume(bucket: Bucket, key: string): Consumed
  /** Whether a client may still try a credential, without counting. */
  mayTry(key: string): boolean
  /** Takes back one request that was counted and turned out well. */
  refund(bucket: Bucket, key: string): void
}

/**
 * The most keys in each bucket, which bounds what an attacker with a network of /64s can make us keep. When there
 * are more, the one with the oldest window is forgotten, so nobody is locked out by the keys of others. The attacker
 * gains nothing: ten tries for each of 5,000 keys are already more passwords than can be checked in a window of
 * 900 s, two at a time, and ids of 256 bits can't be guessed.
 */
const MAX_KEYS = 5_000

const UNLIMITED: Limiter = {
  consume: () => ({ ok: true }),
  mayTry: () => true,
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
    mayTry: (key) => buckets.failed.hasRoom(key),
    refund: (bucket, key) => buckets[bucket].refund(key),
  }
}
