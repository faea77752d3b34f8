import { createHash } from 'node:crypto'
import type { ShownEvent } from '#contract/questions.ts'
import type { Caller, Operation } from '#contract/rules.ts'

/** What a caller wants done with the key. */
export interface PolicyRequest<O extends Operation = Operation> {
  caller: Caller
  /** The app's client that asks, x-only: what is allowed to one client is not allowed to the next. */
  client?: string | undefined
  operation: O
  /**
   * Identifies what is requested: the hashes of signatures, or the keys of key exchanges. It is stored, so it
   * contains no text that was encrypted.
   */
  subject: string
  /** At least one. All parts are allowed together, or none is. */
  parts: readonly Part[]
}

/** One signature, one key exchange, or one text. */
export interface Part {
  /** The event to sign, if known: set it only after checking the event's hash. */
  event?: ShownEvent
  /** Whom something is encrypted for or was sent by: x-only. */
  counterparty?: string
}

/**
 * The same for two requests of the same caller and client for the same thing. A digest (SHA-256, base64url),
 * because it is stored for longer than the request.
 */
export const requestKey = ({ caller, client, operation, subject }: PolicyRequest): string =>
  createHash('sha256')
    .update(
      JSON.stringify([caller.door, caller.id, operation, subject, ...(client ? [client] : [])]),
    )
    .digest('base64url')

/** A caller as one text, for maps and rows. */
export const callerKey = ({ door, id }: Caller): string => `${door}:${id}`

export const isSameCaller = (a: Caller, b: Caller): boolean => a.door === b.door && a.id === b.id
