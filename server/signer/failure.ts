/**
 * The kind of a failure, for code that depends on it; the reason is for people. `invalid`: nobody
 * can do what was asked for; `busy`: too much is waiting; `stopped`: the signer is being stopped;
 * `timeout`: no answer in time; `notPersisted`: what it takes can't be written to the disk; `declined`: the
 * person at a peer has said no; `unanswered`: the person there is asked, and has not answered. The last two
 * are not tried again by themselves: that person would be asked once more.
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
  reason: string
  code?: FailureCode | undefined
}
