import { policyOutcome } from '#contract/messages.ts'
import type { Failure } from '../failure.ts'

/** What becomes of what is under way when the owner stops everything. */
export const STOPPED_BY_OWNER: Failure = {
  ok: false,
  reason: policyOutcome.stopped,
  code: 'stopped',
}

/** What comes of some work, or that it was stopped, at once: nothing that it does later leaves. */
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
