import { createHash } from 'node:crypto'
import type { ShownEvent } from '#contract/questions.ts'
import type { Caller, Operation } from '#contract/rules.ts'

/** What a caller wants done with the key. */
export interface Asked<O extends Operation = Operation> {
  caller: Caller
  /** The app's client that asks, x-only: what is allowed to one is not allowed to the next. */
  client?: string | undefined
  operation: O
  /**
   * Tells requests for the same thing from others: for signatures their hashes, for keys the keys. It is
   * kept, so it holds no text that was encrypted.
   */
  subject: string
  /** Its parts are allowed together, or none of them is. At least one. */
  parts: readonly Part[]
}

/** One signature, one key exchange, or one text. */
export interface Part {
  /** Of the event that is signed, where it is known: nobody but who checked its hash may give it. */
  event?: ShownEvent
  /** Whom something is encrypted for or was sent by: x-only. */
  counterparty?: string
}

/**
 * Tells a request from every other one: of another caller, for something else. A digest (SHA-256,
 * base64url), since it is kept for longer than what it is about.
 */
export const requestKey = ({ caller, client, operation, subject }: Asked): string =>
  createHash('sha256')
    .update(
      JSON.stringify([caller.door, caller.id, operation, subject, ...(client ? [client] : [])]),
    )
    .digest('base64url')
