/// <reference path="./rate-limiter-flexible.d.ts" />
// Not from the package's entry, which loads its ways to a dozen databases.
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js'
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js'
import {
  RATE_LIMIT_AUTHENTICATED,
  RATE_LIMIT_FAILED,
  RATE_LIMIT_RECOVER,
} from '../contract/limits.ts'
import { type Consumed, createFixedWindows } from './fixed-windows.ts'

export interface RateLimitSettings {
  enabled: boolean
  /** Seconds. */
  window: number
  /** Requests in a window from a client without valid credentials. */
  max: number
}

/**
 * - anonymous: requests without valid credentials, by client
 * - failed: failed credentials and logins, by client
 * - recover: recoveries, by client
 */
export type Bucket = 'anonymous' | 'failed' | 'recover'

export interface Limiter {
  /** Counts one, and says whether it may go. */
  consume(bucket: Bucket, key: string): Promise<Consumed>
  /**
   * The same for requests with valid credentials, by credential and client. It says so at once:
   * nearly every call is one of these, and a promise would cost it more than the counting.
   */
  consumeAuthenticated(key: string): Consumed
  /** Whether a client may still try a credential, without counting. */
  mayTry(key: string): Consumed
  /** Takes one back that was counted and turned out well. */
  refund(bucket: Bucket, key: string): Promise<void>
}

/**
 * So many keys are counted in each bucket, about 1 kB each: that is what an attacker with a network
 * of /64s can make us keep. Beyond, the key whose window is the oldest is forgotten: nobody is
 * locked out by another's keys, and what the attacker gains is nothing: these many keys times ten
 * tries are already more than the passwords that can be checked in a window of 900 s, two at a
 * time, and ids of 256 bits can't be tried at all.
 */
const MAX_KEYS = 5_000

const UNLIMITED: Limiter = {
  consume: async () => ({ ok: true }),
  consumeAuthenticated: () => ({ ok: true }),
  mayTry: () => ({ ok: true }),
  refund: async () => {},
}

/**
 * Counters in fixed windows that begin with a key's first request. The clock of the buckets is the
 * process's: the library reads no other.
 */
export function createLimiter(settings: RateLimitSettings, maxKeys = MAX_KEYS): Limiter {
  if (!settings.enabled) return UNLIMITED
  const { window, max } = settings
  const failed = createFixedWindows({ points: RATE_LIMIT_FAILED, window, maxKeys })
  const buckets: Record<Bucket, Counters> = {
    anonymous: createCounters(max, window, maxKeys),
    // Looked at with every call, so without a promise.
    failed: {
      consume: async (key) => failed.consume(key),
      refund: async (key) => failed.refund(key),
    },
    recover: createCounters(RATE_LIMIT_RECOVER, window, maxKeys),
  }
  const points = max * RATE_LIMIT_AUTHENTICATED
  const authenticated = createFixedWindows({ points, window, maxKeys })
  return {
    consume: (bucket, key) => buckets[bucket].consume(key),
    consumeAuthenticated: authenticated.consume,
    mayTry: failed.look,
    refund: (bucket, key) => buckets[bucket].refund(key),
  }
}

interface Counters {
  consume(key: string): Promise<Consumed>
  refund(key: string): Promise<void>
}

function createCounters(points: number, window: number, maxKeys: number): Counters {
  const counters = new RateLimiterMemory({ points, duration: window })
  /** In the order in which their windows began; one whose window is over may still be here. */
  const keys = new Set<string>()

  const remember = async (key: string) => {
    keys.delete(key)
    keys.add(key)
    for (const oldest of keys) {
      if (keys.size <= maxKeys) break
      keys.delete(oldest)
      await counters.delete(oldest)
    }
  }

  return {
    consume: async (key) => {
      try {
        const counted = await counters.consume(key)
        if (counted.isFirstInDuration) await remember(key)
        return { ok: true }
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        // A clock that was set back must not make anyone wait for longer than a window.
        const seconds = Math.ceil(refused.msBeforeNext / 1_000)
        return { ok: false, retryAfter: Math.min(Math.max(seconds, 1), window) }
      }
    },
    refund: async (key) => {
      const counted = await counters.get(key)
      if (counted !== null && counted.consumedPoints > 0) await counters.reward(key)
    },
  }
}
