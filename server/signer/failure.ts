import { policyOutcome, request } from '#contract/codes.ts'
import type { Failure as Why } from '#contract/message.ts'

/**
 * The kind of a failure, for code that depends on it; `why` is for people.
 *
 * - `invalid`: the request can never succeed
 * - `busy`: too many requests are waiting
 * - `stopped`: the signer is being stopped
 * - `timeout`: no answer in time
 * - `notPersisted`: the disk can't be written
 * - `declined`: the person at a peer has said no
 * - `unanswered`: the person at a peer has not answered
 *
 * The last two are not retried: that person would be asked again.
 */
export type FailureCode =
  | 'invalid'
  | 'busy'
  | 'stopped'
  | 'timeout'
  | 'notPersisted'
  | 'declined'
  | 'unanswered'

/** A request of ours that failed. Without a code, peers or relays did not do their part. */
export interface Failure {
  ok: false
  why: Why
  code?: FailureCode | undefined
}

/** The failure of a request that can never succeed. */
export const invalid = (why: Why): Failure => ({ ok: false, why, code: 'invalid' })

/** The failure of everything under way when the signer stops. */
export const STOPPED: Failure = { ok: false, why: request.stopped, code: 'stopped' }

/** The failure of everything under way when the owner stops everything. */
export const STOPPED_BY_OWNER: Failure = {
  ok: false,
  why: policyOutcome.stopped,
  code: 'stopped',
}

/** The result of some work, or `STOPPED_BY_OWNER` as soon as the signal aborts. */
export function unlessStopped<T>(
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T | Failure> {
  if (signal.aborted) return Promise.resolve(STOPPED_BY_OWNER)
  return new Promise((resolve, reject) => {
    const stop = () => resolve(STOPPED_BY_OWNER)
    signal.addEventListener('abort', stop)
    work()
      .finally(() => signal.removeEventListener('abort', stop))
      .then(resolve, reject)
  })
}

/** The result of a promise; null after `ms` milliseconds, or when `signal` aborts. */
export async function within<T>(
  promise: Promise<T>,
  ms: number,
  signal?: AbortSignal,
): Promise<T | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const giveUp = () => resolve(null)
  const timer = setTimeout(giveUp, ms)
  if (signal?.aborted) giveUp()
  signal?.addEventListener('abort', giveUp)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}
