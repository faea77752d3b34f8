import { readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { dataFolder as texts } from '#contract/messages.ts'
import { type StoreLog, schemaVersion } from './database.ts'
import { StoreError, type StoreErrorCode, toStoreError } from './errors.ts'
import { createPrivately, syncFile, syncFolder } from './files.ts'

/** Copies from before an update: enough to go back three updates. */
const COPIES_KEPT = 3

/** Errors whose messages already name the remedy. */
const PASSED_ON: readonly StoreErrorCode[] = ['FULL', 'FORGED', 'WRONG_KEY']

export interface Migration {
  version: number
  name: string
  /** Changes the schema; runs inside a transaction and must not end it. */
  up(db: Database.Database): void
}

/** Throws NEWER_DATABASE if the file's schema is newer than the migrations. */
export function refuseNewer(file: string, found: number, migrations: readonly Migration[]): void {
  const known = latest(migrations)
  if (found > known) {
    throw new StoreError('NEWER_DATABASE', texts.newerDatabase(file, found, known))
  }
}

/**
 * Brings the database to the newest version. An existing one is first copied to
 * `<file>.before-<version>`; the newest three such copies are kept. `keepCopy: false` is for a database
 * that is itself a copy. `finish` runs once the schema is the newest. The pending migrations are one
 * transaction together: after a failure in any of them the database is as the earlier release left it
 * and can read it. Throws MIGRATION_FAILED, FULL, NEWER_DATABASE, or FORGED and WRONG_KEY from `finish`.
 */
export function migrate(
  db: Database.Database,
  migrations: readonly Migration[],
  log: StoreLog,
  { keepCopy = true, finish }: { keepCopy?: boolean; finish?: () => void } = {},
): void {
  const from = schemaVersion(db)
  const to = latest(migrations)
  refuseNewer(db.name, from, migrations)
  if (from === to) return
  let copy: string | undefined
  if (from > 0 && keepCopy) {
    copy = makeCopy(db, to)
    log.info({ from, to, copy }, 'updating the database; a copy of the old one is kept')
  }
  const pending = migrations.filter(({ version }) => version > from)
  let running: Migration | undefined
  try {
    db.transaction(() => {
      for (const migration of pending) {
        running = migration
        migration.up(db)
      }
      finish?.()
      db.pragma(`user_version = ${to}`)
    }).exclusive()
  } catch (error) {
    const known = toStoreError(error, db.name)
    if (known instanceof StoreError && PASSED_ON.includes(known.code)) throw known
    const step = running === undefined ? String(to) : `${running.version} (${running.name})`
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreError('MIGRATION_FAILED', texts.migrationFailed(db.name, step, from, reason), {
      cause: error,
    })
  }
  if (copy !== undefined) dropOldCopies(db.name, copy, log)
}

const latest = (migrations: readonly Migration[]): number => migrations.at(-1)?.version ?? 0

/** Makes a synced copy beside the database; it replaces one of an earlier attempt. */
function makeCopy(db: Database.Database, version: number): string {
  const copy = `${db.name}.before-${version}`
  const unfinished = `${copy}.new`
  try {
    rmSync(unfinished, { force: true })
    createPrivately(unfinished)
    db.prepare('VACUUM INTO ?').run(unfinished)
    syncFile(unfinished)
    renameSync(unfinished, copy)
    syncFolder(dirname(copy))
    return copy
  } catch (error) {
    throw toStoreError(error, db.name)
  }
}

/**
 * Removes the oldest copies after an update, but never the copy of this update: there may be copies of later
 * updates from before somebody went back.
 */
function dropOldCopies(file: string, copy: string, log: StoreLog): void {
  const folder = dirname(file)
  const prefix = `${basename(file)}.before-`
  const versionOf = (name: string) => Number(name.slice(prefix.length))
  try {
    const copies = readdirSync(folder).filter(
      (name) =>
        name.startsWith(prefix) &&
        /^\d+$/.test(name.slice(prefix.length)) &&
        name !== basename(copy),
    )
    copies.sort((one, other) => versionOf(other) - versionOf(one))
    for (const name of copies.slice(COPIES_KEPT - 1)) rmSync(join(folder, name), { force: true })
  } catch (error) {
    log.warn({ err: error }, 'old copies of the database could not be removed')
  }
}

/**
 * The table that only back-ups have beside the schema (backup/copy.ts). Floe also starts on a back-up that
 * was put in place of the database by hand.
 */
export const BACKUP_NOTE_SQL = `CREATE TABLE floe_backup (
      made_at    INTEGER NOT NULL,
      made_by    TEXT NOT NULL,
      sealed_key BLOB
    ) STRICT`

type SchemaObject = { type: string; name: string; tbl_name: string; sql: string | null }

const NOTE: SchemaObject = {
  ...{ type: 'table', name: 'floe_backup', tbl_name: 'floe_backup' },
  sql: BACKUP_NOTE_SQL,
}

/**
 * Compares a database's schema with the one that `make` makes in an empty database, object by object and byte for byte,
 * SQLite's own objects included: an added trigger, view or index expression, or a changed table, would run inside our
 * statements.
 *
 * @returns the first object that differs or is missing, such as `trigger audit_copy`;
 *   undefined if there is none
 */
export function foreignObject(
  db: Database.Database,
  make: (empty: Database.Database) => void,
): string | undefined {
  const expected = count(schemaMadeBy(make))
  const found = count(objectsOf(db).filter((object) => keyOf(object) !== keyOf(NOTE)))
  for (const [key, times] of found) {
    if (expected.get(key) !== times) return nameOf(key)
  }
  for (const key of expected.keys()) {
    if (!found.has(key)) return nameOf(key)
  }
  return undefined
}

function schemaMadeBy(make: (empty: Database.Database) => void): SchemaObject[] {
  const empty = new Database(':memory:')
  try {
    make(empty)
    return objectsOf(empty)
  } finally {
    empty.close()
  }
}

const objectsOf = (db: Database.Database): SchemaObject[] =>
  db.prepare<[], SchemaObject>('SELECT type, name, tbl_name, sql FROM sqlite_schema').all()

const keyOf = ({ type, name, tbl_name, sql }: SchemaObject): string =>
  JSON.stringify([type, name, tbl_name, sql])

/** A damaged schema may hold an object twice. */
function count(objects: readonly SchemaObject[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of objects.map(keyOf)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

function nameOf(key: string): string {
  const [type, name] = JSON.parse(key) as string[]
  return `${type} ${name}`
}
