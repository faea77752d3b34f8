import type { Failure } from '#contract/message.ts'

/** An error whose message is for people: `why` is it with its code. */
export class CodedError extends Error {
  readonly why: Failure

  constructor(why: string | Failure, { cause }: { cause?: unknown } = {}) {
    super(typeof why === 'string' ? why : why.error, cause === undefined ? undefined : { cause })
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

export class FrostrError extends CodedError {
  override readonly name = 'FrostrError'
  readonly code: ErrorFamily
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(
    code: ErrorFamily,
    why: string | Failure,
    options: { details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(why, options)
    this.code = code
    this.details = options.details
  }
}

/**
 * Nothing was begun, and the same may be asked for again: BUSY, too much waits already; MEMORY, it would take more
 * than there is. The message is for whoever asked, and holds nothing of what was given.
 */
export class UnavailableError extends CodedError {
  override readonly name = 'UnavailableError'
  readonly code: 'BUSY' | 'MEMORY'

  constructor(code: UnavailableError['code'], why: string | Failure) {
    super(why)
    this.code = code
  }
}

/** The result of a check or a decoder: a value, or why there is none. */
export type Result<T> = { ok: true; value: T } | Failed

export type Failed = { ok: false } & Failure

export const ok = <T>(value: T): Result<T> => ({ ok: true, value })
/** @param why a message, or the failure of what this needed; a text has no code */
export const fail = (why: string | Failure): Failed => ({
  ok: false,
  ...(typeof why === 'string' ? { error: why } : why),
})
