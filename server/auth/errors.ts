import { CodedError, UnavailableError } from '#lib/errors.ts'

/** INVALID: the input breaks the rules. The message is for the caller, from contract/codes.ts. */
export class AuthError extends CodedError<'INVALID'> {
  override readonly name = 'AuthError'
}

export const isBusy = (error: unknown): boolean =>
  error instanceof UnavailableError && error.code === 'BUSY'
