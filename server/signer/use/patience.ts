import { setTimeout as delay } from 'node:timers/promises'
import type { SignFailureCode } from '#contract/signing.ts'
import { ANSWER_WAIT, OPEN_FOR, RETRY_BASE, RETRY_MAX } from './limits.ts'
import type { Outcome, PendingQuestion } from './request.ts'

/** How long a caller waits, and for what. Milliseconds. */
export interface Patience {
  /** How long a question to the owner stays open. */
  openFor: number
  /** How long the owner's answer is waited for; null: to the end. What is allowed goes on after that too. */
  waitFor: number | null
  /** How long it is tried again while too few share holders take part. */
  tryFor: number
  /** Told that the owner is asked. */
  onQuestion?(question: PendingQuestion): void
  /** Told that it is allowed, before anything is done. */
  onAllowed?(): void
}

export const patienceOf = (given: Partial<Patience>): Patience => ({
  openFor: OPEN_FOR,
  waitFor: ANSWER_WAIT,
  tryFor: 0,
  ...given,
})

/** What may be otherwise in a moment: a share holder or a relay comes back. */
const PASSING: ReadonlySet<SignFailureCode> = new Set([
  'SIGN_FAILED',
  'SIGN_TIMEOUT',
  'NODE_UNAVAILABLE',
])

/** Milliseconds; tests give their own. */
interface Time {
  now(): number
  pause(ms: number, signal: AbortSignal | undefined): Promise<unknown>
}

const REAL: Time = {
  now: () => performance.now(),
  pause: (ms, signal) => delay(ms, undefined, { signal }).catch(() => {}),
}

/**
 * Tries until it succeeds, fails for good, or the caller's patience is over.
 *
 * @param signal ends a pause when it aborts
 * @param isOver whether nobody may have the result any more
 * @param attempt must not reject
 */
export async function withPatience<T>(
  { tryFor, signal }: Pick<Patience, 'tryFor'> & { signal?: AbortSignal },
  isOver: () => boolean,
  attempt: () => Outcome<T> | Promise<Outcome<T>>,
  { now, pause: pauseFor }: Time = REAL,
): Promise<Outcome<T>> {
  const end = now() + tryFor
  for (let pause = RETRY_BASE; ; pause = Math.min(2 * pause, RETRY_MAX)) {
    const outcome = await attempt()
    if (outcome.ok || !PASSING.has(outcome.code) || isOver()) return outcome
    if (now() + pause > end) return outcome
    await pauseFor(pause, signal)
    if (isOver()) return outcome
  }
}
