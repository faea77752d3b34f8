import { accessSync, constants } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { store as texts } from '#contract/codes.ts'
import type { Failure } from '#contract/message.ts'
import { CodedError } from '#lib/errors.ts'

/**
 * - LOCKED: another process owns the data folder, or holds the database
 * - NEWER_DATABASE: written by a newer Floe; left unchanged
 * - NO_DATABASE: there is none yet, or none of this version yet
 * - CORRUPT: the database or a sealed value in it is damaged
 * - FORGED: somebody other than Floe has written to the database; `floe adopt` accepts it
 * - READ_ONLY: the folder or a file in it can't be written
 * - NO_KEY, WRONG_KEY, WEAK_KEY: the sealing key is missing, another one, or too short
 * - FULL: no space left
 * - MIGRATION_FAILED: the update of the database did not work; the old one is in place
 * - NO_BACKUP: the file is not a back-up of Floe
 * - EXISTS: a file would be overwritten
 * - NO_PASSPHRASE, WRONG_PASSPHRASE: of the sealing key in a back-up
 * - TOO_LARGE: the back-up is larger than may be uploaded
 * - GONE: the record to be changed was deleted
 * - IO: any other error of the file system or SQLite
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
export class StoreError extends CodedError<StoreErrorCode> {
  override readonly name = 'StoreError'
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

/** SQLITE_READONLY_DIRECTORY → SQLITE_READONLY. */
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

/** Codes of a failing disk. */
const OF_DISK: ReadonlySet<string> = new Set(['SQLITE_IOERR', 'SQLITE_CANTOPEN', 'EIO'])

const isOfDisk = (error: Error): boolean =>
  'code' in error && OF_DISK.has(primaryCode(String(error.code)))

/** Whether it is an error of the file system with this code, such as `ENOENT`. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** Whether the whole file system is read-only, not only one file: SQLite's codes are the same for both. */
const isOnReadOnly = (error: Error, path: string): boolean =>
  hasCode(error, 'EROFS') || whyNotWritable(dirname(path)) === 'EROFS'

/** The error code of writing to a folder; null: it is writable. */
export function whyNotWritable(folder: string): string | null {
  try {
    accessSync(folder, constants.W_OK)
    return null
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'EACCES'
  }
}

/** Converts errors of SQLite and the file system on `path` to a StoreError. Others are returned as they are. */
export function toStoreError(error: unknown, path: string): unknown {
  const code = kindOf(error)
  if (code === undefined || !(error instanceof Error)) return error
  return new StoreError(code, messageFor(code, error, path), { cause: error })
}

function messageFor(code: StoreErrorCode, error: Error, path: string): Failure {
  switch (code) {
    case 'FULL':
      return texts.full(dirname(path))
    case 'LOCKED':
      return texts.busy(path)
    case 'READ_ONLY':
      return isOnReadOnly(error, path) ? texts.readOnlyFileSystem(path) : texts.notWritable(path)
    case 'CORRUPT':
      return texts.corrupt(path, error.message)
    default:
      return isOfDisk(error) ? texts.disk(path, error.message) : texts.io(path, error.message)
  }
}
