import type { Failure } from '#contract/message.ts'
import { CodedError, UnavailableError } from '#lib/errors.ts'

/** INVALID: the input breaks the rules. */
export type AuthErrorCode = 'INVALID'

/** The message is for whoever made the call, from contract/codes.ts. */
export class AuthError extends CodedError {
  override readonly name = 'AuthError'
  readonly code: AuthErrorCode

  constructor(code: AuthErrorCode, why: Failure) {
    super(why)
    this.code = code
  }
}

export const isBusy = (error: unknown): boolean =>
  error instanceof UnavailableError && error.code === 'BUSY'
