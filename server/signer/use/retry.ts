import { setTimeout as delay } from 'node:timers/promises'
import type { SignFailureCode } from '#contract/signing.ts'
import { RETRY_BASE, RETRY_MAX } from './limits.ts'
import type { Outcome } from './request.ts'

/** Failures that may pass: a peer or a relay comes back. */
const PASSING: ReadonlySet<SignFailureCode> = new Set([
  'SIGN_FAILED',
  'SIGN_TIMEOUT',
  'NODE_UNAVAILABLE',
])

export interface RetryOptions {
  /** How long to retry; milliseconds. */
  tryFor: number
  /** Ends a pause when it aborts. */
  signal?: AbortSignal
  /** Whether the result may not be given out any more. */
  isOver?(): boolean
  /** Milliseconds; tests pass their own. */
  now?(): number
  pause?(ms: number, signal: AbortSignal | undefined): Promise<unknown>
}

/**
 * Repeats an attempt, with growing pauses, until it succeeds, fails for good, or the time is over.
 *
 * @param attempt must not reject
 */
export async function retryWhileUnavailable<T>(
  options: RetryOptions,
  attempt: () => Outcome<T> | Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const { tryFor, signal, isOver = () => false, now = () => performance.now() } = options
  const { pause = (ms) => delay(ms, undefined, { signal }).catch(() => {}) } = options
  const end = now() + tryFor
  for (let ms = RETRY_BASE; ; ms = Math.min(2 * ms, RETRY_MAX)) {
    const outcome = await attempt()
    if (outcome.ok || !PASSING.has(outcome.code) || isOver()) return outcome
    if (now() + ms > end) return outcome
    await pause(ms, signal)
    if (isOver()) return outcome
  }
}
