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

export class FrostrError extends Error {
  override readonly name = 'FrostrError'
  readonly code: ErrorFamily
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(
    code: ErrorFamily,
    message: string,
    options: { details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.details = options.details
  }
}

/**
 * Nothing was begun, and the same may be asked for again: BUSY, too much waits already; MEMORY, it would take more
 * than there is. The message is for whoever asked, and holds nothing of what was given.
 */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError'
  readonly code: 'BUSY' | 'MEMORY'

  constructor(code: UnavailableError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** The result of a check or a decoder: a value, or why there is none. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: string }

export const ok = <T>(value: T): Result<T> => ({ ok: true, value })
export const fail = <T = never>(error: string): Result<T> => ({ ok: false, error })
