import { auth as texts } from '#contract/codes.ts'
import type { Message } from '#contract/message.ts'
import type { Scope } from '#contract/scopes.ts'
import { isBusy } from './errors.ts'
import type { Limiter } from './rate-limiter.ts'

/** Where a login or a password change comes from. */
export interface AuthContext {
  /** Whom the limits count, from clientAddress. */
  clientKey: string
  /** What a session that is opened is listed with. */
  origin?: SessionOrigin
}

/** From where a session is opened, and with which browser, in words of ours. */
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
  scope: Scope
  /** Idle time-out in seconds. */
  expiresIn: number
}

/** When to try again after too many passwords were being checked at once. Seconds. */
const BUSY_RETRY = 1

/**
 * Checks what a person may have chosen, and so another may guess: a password, a key or a secret. It counts in the
 * client's bucket of failed credentials before the work is done, so that many at once don't all slip past the
 * limit, and is taken back if it is right or gets no turn. When the bucket is empty nothing is looked at, whatever
 * the client has used before: a right guess is answered like a wrong one, or the limit would tell which is which.
 *
 * @param check what it gives access to, or null when it is wrong
 */
export async function guess<T>(
  limiter: Limiter,
  clientKey: string,
  check: () => T | null | Promise<T | null>,
): Promise<{ ok: true; value: T } | AuthRefusal> {
  const counted = limiter.consume('failed', clientKey)
  if (!counted.ok) return limited(counted.retryAfter)
  try {
    const value = await check()
    if (value === null) return { ok: false, ...texts.invalidCredentials }
    limiter.refund('failed', clientKey)
    return { ok: true, value }
  } catch (error) {
    limiter.refund('failed', clientKey)
    return refusalOf(error)
  }
}

export const limited = (retryAfter: number): AuthRefusal => ({
  ok: false,
  ...texts.tooMany(retryAfter),
  retryAfter,
})

/** Turns a full queue into a refusal. @throws any other error */
export function refusalOf(error: unknown): AuthRefusal {
  if (!isBusy(error)) throw error
  return { ok: false, ...texts.busy, retryAfter: BUSY_RETRY }
}
