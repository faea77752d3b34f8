import { auth as texts } from '#contract/codes.ts'
import type { Message } from '#contract/message.ts'
import { UnavailableError } from '#lib/errors.ts'
import type { Limiter } from './rate-limiter.ts'

/** Where a login or a password change comes from. */
export interface AuthContext {
  /** Whom the limits count, from clientAddress. */
  clientKey: string
  /** Shown beside the session in the list of sessions. */
  origin?: SessionOrigin
}

/** Where a session was opened, and the browser as describeBrowser names it. */
export interface SessionOrigin {
  address: string
  browser?: string
}

/** A refused login or password change. With `retryAfter` (seconds), nothing was checked. */
export interface AuthRefusal extends Message {
  ok: false
  retryAfter?: number
}

export interface OpenedSession {
  /** Returned only here. */
  sessionId: string
  userId: string
  /** Idle time-out in seconds. */
  expiresIn: number
}

/** When to try again after too many passwords were being checked at once. Seconds. */
const BUSY_RETRY = 1

/** Returns what a right credential gives access to, and null for a wrong one. */
type Check<T> = () => T | null | Promise<T | null>

/**
 * Checks a credential that a person may have chosen, so that others may guess it: a password, a key or a secret.
 * The try counts in the client's bucket of failed credentials before the check begins, so that many at once don't
 * slip past the limit. It is taken back if the check throws. When the bucket is empty nothing is checked, whatever
 * the client has used before: the refusal must not show whether a guess is right.
 */
export async function countedTry<T>(
  limiter: Limiter,
  clientKey: string,
  check: Check<T>,
): Promise<{ ok: true; value: T } | AuthRefusal> {
  const counted = limiter.consume('failed', clientKey)
  if (!counted.ok) return limited(counted.retryAfter)
  try {
    const value = await check()
    return value === null ? { ok: false, ...texts.invalidCredentials } : { ok: true, value }
  } catch (error) {
    limiter.refund('failed', clientKey)
    return refusalOf(error)
  }
}

/** A counted try that is taken back if the credential is right. */
export async function guess<T>(limiter: Limiter, clientKey: string, check: Check<T>) {
  const guessed = await countedTry(limiter, clientKey, check)
  if (guessed.ok) limiter.refund('failed', clientKey)
  return guessed
}

export const limited = (retryAfter: number): AuthRefusal => ({
  ok: false,
  ...texts.tooMany(retryAfter),
  retryAfter,
})

/** Turns a full queue into a refusal. @throws any other error */
export function refusalOf(error: unknown): AuthRefusal {
  if (!(error instanceof UnavailableError && error.code === 'BUSY')) throw error
  return { ok: false, ...texts.busy, retryAfter: BUSY_RETRY }
}
