/**
 * What kind of failure it was, for code that goes on by it; the reason is for people.
 * `invalid`: what was asked for can't be done by anyone; `busy`: too much is waiting; `stopped`:
 * the signer is being stopped; `timeout`: no answer in time.
 */
export type FailureCode = 'invalid' | 'busy' | 'stopped' | 'timeout'

/** A request of ours that failed. Without a code, peers or relays did not do their part. */
export interface Failure {
  ok: false
  reason: string
  code?: FailureCode | undefined
}
