import { UnavailableError } from '#lib/errors.ts'

/** INVALID: the input breaks the rules. */
export type AuthErrorCode = 'INVALID'

/** The message is for whoever made the call, from contract/messages.ts. */
export class AuthError extends Error {
  override readonly name = 'AuthError'
  readonly code: AuthErrorCode

  constructor(code: AuthErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

export const isBusy = (error: unknown): boolean =>
  error instanceof UnavailableError && error.code === 'BUSY'
