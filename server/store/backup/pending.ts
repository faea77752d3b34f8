import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openExisting, peekSchemaVersion, type StoreLog } from '../database.ts'
import { toStoreError } from '../errors.ts'
import { syncFolder, timeInName } from '../files.ts'
import { removeNonces } from '../nonces/file.ts'
import { KEY_FILE } from '../sealing-key.ts'

/**
 * A restore is decided by one rename: once a checked database is named `floe.db.restore`, the next owner of
 * the data folder puts it in place before anything else. Every step can be repeated, so a crash between two
 * steps only delays the rest:
 *
 *   floe.db.restoring    being copied and checked; deleted by the next start
 *   secret.key.restore   its key; counts only while floe.db.restore is there
 *   floe.db.restore      decided
 *
 * 1. The old files (database, write-ahead log, key) are renamed to `….before-restore-<time>`, with the
 *    time of the decision, which is the same at every try.
 * 2. The nonces are deleted: the back-up may be of another share, or older than nonces that were used.
 * 3. The key gets its name, then the database.
 * 4. The oldest of the replaced databases are removed.
 */
export const pendingNames = (dataDir: string) => ({
  copy: join(dataDir, 'floe.db.restoring'),
  key: join(dataDir, `${KEY_FILE}.restore`),
  database: join(dataDir, 'floe.db.restore'),
})

/** Logs of a database file, which SQLite would apply to the new one. */
const LOGS = ['-wal', '-journal']
const SHARED_MEMORY = '-shm'

/**
 * Finishes a decided restore, and deletes an undecided one. To be called by the owner of the folder (lock.ts) before it
 * opens the database. Throws a StoreError.
 */
export function finishRestore(dataDir: string, log: StoreLog): void {
  const file = join(dataDir, 'floe.db')
  const pending = pendingNames(dataDir)
  try {
    if (!existsSync(pending.database)) {
      clearUndecided(dataDir)
      return
    }
    const decidedAt = statSync(pending.database).mtimeMs
    const kept = replacedName(file, decidedAt)
    settle(file)
    keep(file, kept)
    for (const suffix of LOGS) keep(`${file}${suffix}`, `${kept}${suffix}`)
    rmSync(`${file}${SHARED_MEMORY}`, { force: true })
    removeNonces(dataDir)
    if (existsSync(pending.key)) {
      const key = join(dataDir, KEY_FILE)
      keep(key, replacedName(key, decidedAt))
      renameSync(pending.key, key)
    }
    // The database must not be there without its key, nor beside another's log or old nonces.
    syncFolder(dataDir)
    renameSync(pending.database, file)
    syncFolder(dataDir)
    dropReplaced(dataDir, decidedAt, log)
    if (existsSync(kept)) {
      log.warn({}, `a back-up was put in place; what was there is kept as ${kept}`)
    } else {
      log.info({}, 'a back-up was put in place')
    }
  } catch (error) {
    throw toStoreError(error, pending.database)
  }
}

/** Deletes what a crash left of an undecided restore. */
function clearUndecided(dataDir: string): void {
  const pending = pendingNames(dataDir)
  rmSync(pending.key, { force: true })
  rmSync(`${pending.key}.new`, { force: true })
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith('floe.db.restoring')) rmSync(join(dataDir, name), { force: true })
  }
}

/** Merges the write-ahead log, so that what is kept is one file. */
function settle(file: string): void {
  if (!existsSync(file)) return
  try {
    // Read-only first: opened for writing, a damaged database would lose its log.
    peekSchemaVersion(file)
    const db = openExisting(file)
    try {
      db.pragma('wal_checkpoint(TRUNCATE)')
      db.pragma('journal_mode = DELETE')
    } finally {
      db.close()
    }
  } catch {
    // A damaged database is kept with its log.
  }
}

function keep(path: string, as: string): void {
  if (existsSync(path)) renameSync(path, as)
}

/** `<file>.before-restore-<time>`: a file that a restore replaced. */
const MARK = '.before-restore-'

/** How many replaced databases are kept, however old. */
const NEWEST_KEPT = 3
/**
 * None younger than this is removed: an owner who tries several back-ups may want back what was there before
 * the first.
 */
const KEPT_FOR = 30 * 24 * 3_600_000

/** The name of a file that is replaced by a restore at this instant. */
export const replacedName = (file: string, ms: number): string => `${file}${MARK}${timeInName(ms)}`

/**
 * Removes databases that restores replaced, with their logs, once a restore at `now` (milliseconds)
 * is in place: all but the newest three and those of the last 30 days. A replaced key is never
 * removed: back-ups outside this folder may be sealed with it, and it may be the last copy.
 */
export function dropReplaced(dataDir: string, now: number, log: StoreLog): void {
  const oldest = replacedName('floe.db', now - KEPT_FOR)
  try {
    const names = readdirSync(dataDir).filter((name) => name.startsWith(`floe.db${MARK}`))
    const databases = names
      .filter((name) => /-\d{8}T\d{6}Z$/.test(name))
      .sort()
      .reverse()
    for (const database of databases.slice(NEWEST_KEPT)) {
      if (database >= oldest) continue
      // Logs first: they are found by the database's name.
      for (const name of names.filter((other) => other.startsWith(`${database}-`))) {
        rmSync(join(dataDir, name), { force: true })
      }
      rmSync(join(dataDir, database), { force: true })
      log.info({ database }, 'a database that a restore replaced long ago was removed')
    }
    syncFolder(dataDir)
  } catch (err) {
    log.warn({ err }, 'databases that restores have replaced could not be removed')
  }
}
