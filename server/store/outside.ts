import { constants, statSync, utimesSync, watch } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { guards as guardTexts, dataFolder as texts } from '#contract/messages.ts'
import {
  openExisting,
  peekSchemaVersion,
  read,
  type StoreLog,
  schemaVersion,
  write,
} from './database.ts'
import { StoreError, toStoreError } from './errors.ts'
import { requireAccess } from './files.ts'
import { createGuards, type Guards } from './guards.ts'
import { ownerFileIn } from './lock.ts'
import { refuseNewer } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { findSealingKey } from './sealing-key.ts'

/**
 * Requires a database that this version can read, without changing a byte of it.
 * Throws NO_DATABASE, NEWER_DATABASE, and READ_ONLY if this user may not write it.
 */
export function requireDatabase(file: string, dataDir: string): void {
  try {
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) {
      throw new StoreError('NO_DATABASE', texts.noDatabase(dataDir))
    }
    requireAccess(file, constants.R_OK | constants.W_OK)
  } catch (error) {
    throw toStoreError(error, file)
  }
  refuseNewer(file, peekSchemaVersion(file), migrations)
}

/**
 * Changes the database of a server that may be running in another process, in one transaction, for
 * the owner's commands, and notifies that server. It does not lock the folder: SQLite orders the writes, and
 * the files are opened through SQLite alone (lock.ts has the reason).
 *
 * Throws what requireDatabase does, NO_DATABASE also when Floe has not started since it was updated,
 * and LOCKED if the database stays busy for 5 s.
 */
export function changeFromOutside<T>(dataDir: string, change: (db: Database.Database) => T): T {
  const file = join(dataDir, 'floe.db')
  requireDatabase(file, dataDir)
  const db = openExisting(file)
  try {
    const changed = write(db, () => {
      const found = schemaVersion(db)
      refuseNewer(file, found, migrations)
      if (found < migrations.length) {
        throw new StoreError('NO_DATABASE', texts.outdatedDatabase(file))
      }
      return change(db)
    })
    notifyServer(dataDir)
    return changed
  } finally {
    db.close()
  }
}

/** A data folder with the key that guards it. */
export interface GuardedFolder {
  dataDir: string
  /** SECRET_KEY, when the environment gives one. */
  secret: string | undefined
  log: StoreLog
}

/**
 * Like changeFromOutside, for guarded rows.
 *
 * Throws what changeFromOutside does, NO_KEY without the sealing key, and FORGED when it is another
 * key or the lists of rows were tampered with.
 */
export function changeGuarded<T>(
  folder: GuardedFolder,
  change: (db: Database.Database, guards: Guards, key: Buffer) => T,
): T {
  return changeFromOutside(folder.dataDir, (db) => {
    const key = findSealingKey(folder)
    if (key === undefined) throw new StoreError('NO_KEY', guardTexts.noKeyForCommand)
    return change(db, createGuards(db, key, folder.log), key)
  })
}

/** For folders where files can't be watched, such as some network folders. Milliseconds. */
const POLL_INTERVAL = 5_000

/**
 * Detects writes by other processes, such as commands.
 *
 * @returns a function: true if another process has written since its last call; takes a few microseconds
 */
export function watchOutside(db: Database.Database): () => boolean {
  const dataVersion = db.prepare<[], number>('PRAGMA data_version').pluck()
  let seen = read(db, () => dataVersion.get())
  return () => {
    const version = read(db, () => dataVersion.get())
    const changed = version !== seen
    seen = version
    return changed
  }
}

/** Notifies the server that runs on this folder, if any, that the database was changed. */
function notifyServer(dataDir: string): void {
  const now = new Date()
  try {
    utimesSync(ownerFileIn(dataDir), now, now)
  } catch {
    // No server runs, or it notices when it next polls.
  }
}

/**
 * Watches the folder that this process owns for `notifyServer`.
 *
 * @param listener called when another process has changed the database, and every few seconds; must not throw
 * @returns a function that stops watching
 */
export function watchChanges(dataDir: string, listener: () => void): () => void {
  const timer = setInterval(listener, POLL_INTERVAL).unref()
  const controller = new AbortController()
  try {
    watch(ownerFileIn(dataDir), { persistent: false, signal: controller.signal }, listener).on(
      'error',
      () => {},
    )
  } catch {
    // The file can't be watched: polling is left.
  }
  return () => {
    clearInterval(timer)
    controller.abort()
  }
}
