import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { dataFolder as texts } from '#contract/messages.ts'
import { StoreError, toStoreError } from './errors.ts'
import { createPrivately } from './files.ts'

/** A file that exists while a process owns the folder. */
export const ownerFileIn = (dataDir: string): string => join(dataDir, 'floe.pid')

export type FolderLock = ReturnType<typeof lockFolder>

/**
 * Makes this process the only owner of the data folder until `release()` or its end, however it ends: the lock is
 * the operating system's, on `floe.lock`, held through an open exclusive SQLite transaction. SQLite also refuses a
 * second lock inside one process, which the operating system alone would grant.
 *
 * No code in this process may open `floe.lock` (or `floe.db`) other than through SQLite: closing any other handle
 * on the file drops the lock (POSIX fcntl). For the same reason the owner's process id is in a file of its own,
 * `floe.pid`.
 *
 * Throws LOCKED at once, naming the owner, when the folder is taken.
 */
export function lockFolder(dataDir: string) {
  const file = join(dataDir, 'floe.lock')
  const ownerFile = ownerFileIn(dataDir)
  createPrivately(file)
  const held = holdExclusively(file, () => texts.locked(dataDir, readOwner(ownerFile)))
  writeOwner(ownerFile)
  return {
    /** Gives the folder back. To be called once. */
    release: (): void => {
      // First the name, then the lock: otherwise the next owner's name could be removed.
      try {
        rmSync(ownerFile, { force: true })
      } finally {
        held.close()
      }
    },
  }
}

function holdExclusively(file: string, describeOwner: () => string): Database.Database {
  // SQLite must not make it: it would follow a link.
  const db = new Database(file, { timeout: 0, fileMustExist: true })
  try {
    db.pragma('journal_mode = MEMORY')
    db.pragma('locking_mode = EXCLUSIVE')
    db.exec('BEGIN EXCLUSIVE')
    return db
  } catch (error) {
    db.close()
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new StoreError('LOCKED', describeOwner(), { cause: error })
    }
    throw toStoreError(error, file)
  }
}

function writeOwner(file: string): void {
  try {
    // The host too: in containers process ids are small and much the same everywhere.
    // Made again: an existing one is another process's, and may be a link.
    rmSync(file, { force: true })
    writeFileSync(file, `${process.pid} ${hostname()}\n`, { mode: 0o600, flag: 'wx' })
  } catch {
    // The name is only for another process's error message.
  }
}

function readOwner(file: string): { pid: string; host: string } | undefined {
  try {
    const [, pid, host] = /^(\d+) (\S+)\n$/.exec(readFileSync(file, 'utf8')) ?? []
    return pid === undefined || host === undefined ? undefined : { pid, host }
  } catch {
    return undefined
  }
}
