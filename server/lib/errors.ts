import type { Failure } from '#contract/message.ts'

/** An error with a code for programs and a message for people. `why`: the message, and its own code, if any. */
export class CodedError<Code extends string> extends Error {
  readonly code: Code
  readonly why: Failure

  constructor(code: Code, why: string | Failure, { cause }: { cause?: unknown } = {}) {
    super(typeof why === 'string' ? why : why.error, cause === undefined ? undefined : { cause })
    this.code = code
    this.why = typeof why === 'string' ? { error: why } : why
  }
}

/**
 * The five error families of the specification (section 8). The code is for programs, the message
 * for people; the details never hold a key, a share or a nonce.
 */
export type ErrorFamily =
  | 'KEYSET_ERROR'
  | 'NODE_ERROR'
  | 'RECOVERY_ERROR'
  | 'ECHO_ERROR'
  | 'NOSTR_ERROR'

export class FrostrError extends CodedError<ErrorFamily> {
  override readonly name = 'FrostrError'
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(
    code: ErrorFamily,
    why: string | Failure,
    options: { details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(code, why, options)
    this.details = options.details
  }
}

/**
 * Nothing was begun, and the caller may try again. BUSY: too much waits already. MEMORY: it would take more than
 * there is. The message is for the caller, and holds nothing of the input.
 */
export class UnavailableError extends CodedError<'BUSY' | 'MEMORY'> {
  override readonly name = 'UnavailableError'
}

/** The result of a check or a decoder: a value, or why there is none. */
export type Result<T> = { ok: true; value: T } | Failed

export type Failed = { ok: false } & Failure

export const ok = <T>(value: T): Result<T> => ({ ok: true, value })
/** @param why a text without a code, or the failure that caused this one */
export const fail = (why: string | Failure): Failed => ({
  ok: false,
  ...(typeof why === 'string' ? { error: why } : why),
})
