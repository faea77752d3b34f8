import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { store as texts } from '#contract/codes.ts'
import { StoreError, toStoreError } from './errors.ts'
import { createPrivately } from './files.ts'

/** How long a write waits while another process (a back-up) has the database. Milliseconds. */
export const BUSY_TIMEOUT = 5_000
/** How large the write-ahead log may stay on the disk after a checkpoint. */
const WAL_BYTES_KEPT = 4 * 1024 * 1024
/**
 * Pages of the file in memory. better-sqlite3's default of 16 MB would fill with the latest rows of the audit,
 * which are rarely read.
 */
const CACHE_KIB = 1024

/**
 * Opens the database, or makes an empty one, with the settings that the store relies on.
 * The caller owns the folder (lock.ts) and closes the database. Throws a StoreError.
 */
export function openDatabase(file: string): Database.Database {
  createPrivately(file)
  return openExisting(file)
}

/** The same for an existing database; throws if there is none. */
export function openExisting(file: string): Database.Database {
  let db: Database.Database | undefined
  try {
    db = new Database(file, { timeout: BUSY_TIMEOUT, fileMustExist: true })
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.pragma('foreign_keys = ON')
    db.pragma('trusted_schema = OFF')
    // A deleted credential leaves no bytes behind in the file.
    db.pragma('secure_delete = ON')
    db.pragma('temp_store = MEMORY')
    db.pragma(`cache_size = -${CACHE_KIB}`)
    db.pragma(`journal_size_limit = ${WAL_BYTES_KEPT}`)
    return db
  } catch (error) {
    db?.close()
    throw toStoreError(error, file)
  }
}

/**
 * The schema version of a database file, read without changing a byte of it: a database that is refused must stay
 * as it was. 0 if the file is missing or empty, or if a transaction has to be rolled back before anyone can read
 * it, which takes opening it for writing. Throws CORRUPT.
 */
export function peekSchemaVersion(file: string): number {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return 0
  let db: Database.Database | undefined
  try {
    db = new Database(file, { readonly: true, timeout: BUSY_TIMEOUT })
    return schemaVersion(db)
  } catch (error) {
    const interrupted =
      error instanceof Database.SqliteError && error.code === 'SQLITE_READONLY_ROLLBACK'
    if (interrupted) return 0
    throw toStoreError(error, file)
  } finally {
    db?.close()
  }
}

export const schemaVersion = (db: Database.Database): number =>
  Number(db.pragma('user_version', { simple: true }))

/**
 * Checks every table for damage except the audit, whose check takes longer the larger it is. A back-up checks
 * the whole database. Throws CORRUPT.
 */
export function checkTables(db: Database.Database): void {
  const found = read(db, () => {
    const tables = db
      .prepare<[], string>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('audit', 'sqlite_sequence')",
      )
      .pluck()
      .all()
    return tables.map((table) => db.pragma(`quick_check('${table}')`, { simple: true }))
  })
  const damage = found.find((result) => result !== 'ok')
  if (damage !== undefined) {
    throw new StoreError('CORRUPT', texts.corrupt(db.name, String(damage)))
  }
}

/**
 * Runs `work` without waiting for the disk. Its commits survive the end of the process at once, and a power
 * cut after the next synced commit (synchronous = NORMAL). No effect inside a transaction.
 *
 * @param usual the setting to go back to
 */
export function withoutSync<T>(db: Database.Database, usual: 'FULL' | 'EXTRA', work: () => T): T {
  if (db.inTransaction) return work()
  // `pragma` takes fifteen times as long as `exec`.
  db.exec('PRAGMA synchronous = NORMAL')
  try {
    return work()
  } finally {
    db.exec(`PRAGMA synchronous = ${usual}`)
  }
}

type Transaction = Database.Transaction<(work: () => unknown) => unknown>

/** By database, because making one costs as much as a small write. */
const transactions = new WeakMap<Database.Database, Transaction>()

/** Runs `work` in one transaction, on the disk when this returns. Throws a StoreError. */
export function write<T>(db: Database.Database, work: () => T): T {
  const transaction = transactions.get(db) ?? db.transaction((run: () => unknown) => run())
  transactions.set(db, transaction)
  try {
    return transaction.immediate(work) as T
  } catch (error) {
    throw toStoreError(error, db.name)
  }
}

/**
 * Removes deleted data, even sealed, from the write-ahead log before the next checkpoint. Does nothing inside
 * a transaction: call it after that.
 */
export function emptyWriteAheadLog(db: Database.Database): void {
  if (db.inTransaction) return
  try {
    db.pragma('wal_checkpoint(TRUNCATE)')
  } catch {
    // The deletion itself is committed; a later checkpoint does what this one could not.
  }
}

/** @returns a function that empties the log soon after the present transaction, once for any number of calls */
export function createLogCleaner(db: Database.Database): () => void {
  let isPlanned = false
  return () => {
    if (isPlanned) return
    isPlanned = true
    setImmediate(() => {
      isPlanned = false
      if (db.open) emptyWriteAheadLog(db)
    })
  }
}

/** Runs `work`, which only reads. Throws a StoreError. */
export function read<T>(db: Database.Database, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw toStoreError(error, db.name)
  }
}

/**
 * Runs one statement that writes. SQLite makes it a transaction of its own, on the disk when this returns,
 * without the statements that begin and end one. Throws a StoreError.
 */
export const writeOne: typeof read = read

/**
 * Deletes all but the newest `kept` days or hours that have rows, and rows of the future: a clock that was
 * wrong for a while neither deletes rows nor leaves any behind.
 *
 * @param table with `keyset` and a column for the day or hour
 * @returns a function to call inside a transaction; it deletes only at the first call of a day or hour
 */
export function createKeepNewest(
  db: Database.Database,
  table: 'use_days' | 'answer_days' | 'presence_hours',
  column: 'day' | 'hour',
  kept: number,
): (keyset: number, now: number) => void {
  const drop = db.prepare<[number, number, number, number, number]>(
    `DELETE FROM ${table} WHERE keyset = ? AND (${column} > ? + 1 OR ${column} < (
       SELECT min(${column}) FROM (
         SELECT DISTINCT ${column} FROM ${table} WHERE keyset = ? AND ${column} <= ? + 1
         ORDER BY ${column} DESC LIMIT ?)))`,
  )
  const done = new Map<number, number>()
  return (keyset, now) => {
    if (done.get(keyset) === now) return
    drop.run(keyset, now, keyset, now, kept)
    done.set(keyset, now)
  }
}

/** The part of a pino logger that the store uses. */
export type StoreLog = Readonly<
  Record<'info' | 'warn' | 'error', (details: object, message: string) => void>
>
