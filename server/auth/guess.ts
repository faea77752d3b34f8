import { auth as texts } from '../contract/messages.ts'
import { isBusy } from './errors.ts'
import type { Limiter } from './limiter.ts'
import type { AuthRefusal } from './outcomes.ts'

/** When to try again after too many passwords were being checked at once. Seconds. */
const BUSY_RETRY = 1

/**
 * Checks a password, counting it in the client's bucket of failed credentials before the work is
 * done, so that many at once don't all slip past the limit. The count is taken back if the password
 * is right or gets no turn.
 *
 * @param check what the password gives access to, or null when it is wrong
 */
export async function guess<T>(
  limiter: Limiter,
  clientKey: string,
  check: () => Promise<T | null>,
): Promise<{ ok: true; value: T } | AuthRefusal> {
  const counted = limiter.consume('failed', clientKey)
  if (!counted.ok) return limited(counted.retryAfter)
  try {
    const value = await check()
    if (value === null) return { ok: false, error: texts.invalidCredentials }
    limiter.refund('failed', clientKey)
    return { ok: true, value }
  } catch (error) {
    limiter.refund('failed', clientKey)
    return refusalOf(error)
  }
}

/** Checks what the client has used before, which counts only once it is no longer valid. */
export async function verifyFamiliar<T>(
  limiter: Limiter,
  clientKey: string,
  check: () => Promise<T | null>,
): Promise<{ ok: true; value: T } | AuthRefusal> {
  try {
    const value = await check()
    if (value !== null) return { ok: true, value }
    limiter.consume('failed', clientKey)
    return { ok: false, error: texts.invalidCredentials }
  } catch (error) {
    return refusalOf(error)
  }
}

export const limited = (retryAfter: number): AuthRefusal => ({
  ok: false,
  error: texts.tooMany(retryAfter),
  retryAfter,
})

/** Turns a full queue into a refusal; anything else is thrown on. */
export function refusalOf(error: unknown): AuthRefusal {
  if (!isBusy(error)) throw error
  return { ok: false, error: texts.busy, retryAfter: BUSY_RETRY }
}
