import { readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type Database from 'better-sqlite3'
import { store as texts } from '#contract/messages.ts'
import { schemaVersion } from './database.ts'
import { StoreError, type StoreErrorCode, toStoreError } from './errors.ts'
import { createPrivately, syncFile, syncFolder } from './files.ts'
import type { StoreLog } from './log.ts'

/** Copies from before an update: enough to go back two updates further than the last. */
const COPIES_KEPT = 3

/** Errors that already say what to do. */
const PASSED_ON: readonly StoreErrorCode[] = ['FULL', 'FORGED', 'WRONG_KEY']

export interface Migration {
  version: number
  name: string
  /** Changes the schema; runs inside a transaction and must not end it. */
  up(db: Database.Database): void
}

/** Throws NEWER_DATABASE when the file's schema is one that the migrations don't reach. */
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

/** Makes the schema of a version in an empty database. */
export function makeSchema(
  db: Database.Database,
  migrations: readonly Migration[],
  version: number,
): void {
  for (const migration of migrations.slice(0, version)) migration.up(db)
}

const latest = (migrations: readonly Migration[]): number => migrations.at(-1)?.version ?? 0

/** A whole, synced copy beside the database; it replaces one of an earlier try. */
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
 * The oldest go, once the update has worked; never the copy of this update, even where others are
 * of later ones, because somebody has gone back since.
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
