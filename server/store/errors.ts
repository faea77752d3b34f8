import { accessSync, constants } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { store as texts } from '#contract/messages.ts'

/**
 * - LOCKED: another process owns the data folder, or holds the database
 * - NEWER_DATABASE: written by a newer Floe; refused untouched
 * - NO_DATABASE: there is none yet, or none of this version yet
 * - CORRUPT: the database or a sealed value in it is damaged
 * - FORGED: somebody other than Floe has written to the database; `floe adopt` is the way back
 * - READ_ONLY: the folder or a file in it can't be written
 * - NO_KEY, WRONG_KEY, WEAK_KEY: the sealing key is missing, another one, or too short
 * - FULL: no space left
 * - MIGRATION_FAILED: the update of the database did not work; the old one is in place
 * - NO_BACKUP: the file is no back-up of Floe's
 * - EXISTS: something is there that would be overwritten
 * - NO_PASSPHRASE, WRONG_PASSPHRASE: of the sealing key in a back-up
 * - TOO_LARGE: the back-up is larger than may be uploaded
 * - GONE: what was to be changed has been deleted
 * - IO: anything else that the file system or SQLite says
 */
export type StoreErrorCode =
  | 'LOCKED'
  | 'NEWER_DATABASE'
  | 'NO_DATABASE'
  | 'CORRUPT'
  | 'FORGED'
  | 'READ_ONLY'
  | 'NO_KEY'
  | 'WRONG_KEY'
  | 'WEAK_KEY'
  | 'FULL'
  | 'MIGRATION_FAILED'
  | 'NO_BACKUP'
  | 'EXISTS'
  | 'NO_PASSPHRASE'
  | 'WRONG_PASSPHRASE'
  | 'TOO_LARGE'
  | 'GONE'
  | 'IO'

/** The message is for the owner: what is wrong and what to do. It never holds a secret. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
  }
}

const BY_PRIMARY_CODE: Readonly<Record<string, StoreErrorCode>> = {
  SQLITE_FULL: 'FULL',
  SQLITE_BUSY: 'LOCKED',
  SQLITE_LOCKED: 'LOCKED',
  SQLITE_READONLY: 'READ_ONLY',
  SQLITE_CORRUPT: 'CORRUPT',
  SQLITE_NOTADB: 'CORRUPT',
}

const BY_ERRNO: Readonly<Record<string, StoreErrorCode>> = {
  ENOSPC: 'FULL',
  EDQUOT: 'FULL',
  EROFS: 'READ_ONLY',
  EACCES: 'READ_ONLY',
  EPERM: 'READ_ONLY',
}

/** SQLITE_READONLY_DIRECTORY → SQLITE_READONLY: the extended codes only tell where. */
const primaryCode = (code: string): string => code.split('_').slice(0, 2).join('_')

function kindOf(error: unknown): StoreErrorCode | undefined {
  if (error instanceof Database.SqliteError) {
    // The shared-memory file beside the database is the first to need new space.
    if (error.code === 'SQLITE_IOERR_SHMSIZE') return 'FULL'
    return BY_PRIMARY_CODE[primaryCode(error.code)] ?? 'IO'
  }
  if (error instanceof Error && 'syscall' in error && 'code' in error) {
    return BY_ERRNO[String(error.code)] ?? 'IO'
  }
  return undefined
}

/** What the disk reports, without the path or the operation. */
const OF_DISK: ReadonlySet<string> = new Set(['SQLITE_IOERR', 'SQLITE_CANTOPEN', 'EIO'])

const isOfDisk = (error: Error): boolean =>
  'code' in error && OF_DISK.has(primaryCode(String(error.code)))

/** Whether all of the file system is, and not one file: SQLite's words do not tell these apart. */
function isOnReadOnly(error: Error, path: string): boolean {
  if ('code' in error && error.code === 'EROFS') return true
  return whyNotWritable(dirname(path)) === 'EROFS'
}

/** The system's code for why a folder takes no change; null: it does. */
export function whyNotWritable(folder: string): string | null {
  try {
    accessSync(folder, constants.W_OK)
    return null
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'EACCES'
  }
}

/**
 * What SQLite or the file system threw while working on `path`, as a StoreError. Anything
 * else (a StoreError, a TypeError) is returned as it is.
 */
export function toStoreError(error: unknown, path: string): unknown {
  const code = kindOf(error)
  if (code === undefined || !(error instanceof Error)) return error
  const options = { cause: error }
  switch (code) {
    case 'FULL':
      return new StoreError(code, texts.full(dirname(path)), options)
    case 'LOCKED':
      return new StoreError(code, texts.busy(path), options)
    case 'READ_ONLY':
      return new StoreError(
        code,
        (isOnReadOnly(error, path) ? texts.readOnlyFileSystem : texts.notWritable)(path),
        options,
      )
    case 'CORRUPT':
      return new StoreError(code, texts.corrupt(path, error.message), options)
    default:
      return new StoreError(
        code,
        (isOfDisk(error) ? texts.disk : texts.io)(path, error.message),
        options,
      )
  }
}
