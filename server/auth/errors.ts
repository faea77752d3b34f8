import { CodedError } from '#lib/errors.ts'

/** INVALID: the input breaks the rules. The message is for the caller, from contract/codes.ts. */
export class AuthError extends CodedError<'INVALID'> {
  override readonly name = 'AuthError'
}
