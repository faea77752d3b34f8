import { CodedError } from '#lib/errors.ts'

/**
 * - UNFIT: not igloo-server's, damaged, or nothing to import
 * - NEWER: a newer igloo-server has written it
 * - PASSWORD: it is missing or wrong
 * - USER: the user is not given, or unknown
 * - RUNNING: igloo-server is not stopped
 * - TAKEN: Floe has a keyset already
 */
export type ImportErrorCode = 'UNFIT' | 'NEWER' | 'PASSWORD' | 'USER' | 'RUNNING' | 'TAKEN'

/** The message is for the owner: what is wrong and what to do. It never holds a secret. */
export class ImportError extends CodedError<ImportErrorCode> {
  override readonly name = 'ImportError'
}
