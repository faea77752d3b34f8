/**
 * - BUSY: too much password work is waiting; try again shortly
 * - INVALID: the input breaks the rules
 */
export type AuthErrorCode = 'BUSY' | 'INVALID'

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
  error instanceof AuthError && error.code === 'BUSY'
