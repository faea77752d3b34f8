import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { guards as texts } from '#contract/messages.ts'
import type { MachineRecord } from './audit-rows.ts'
import { type StoreLog, schemaVersion, write } from './database.ts'
import { StoreError } from './errors.ts'
import { writeAtomically } from './files.ts'
import { GUARDED_SINCE } from './guarded-tables.ts'
import type { Guards } from './guards.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { sealForGuardedPlaces } from './sealed-values.ts'
import type { Sealer } from './sealing.ts'
import type { TamperReport } from './tamper-log.ts'

/** Beside the database once its rows are guarded: after that no unguarded database is accepted. */
const MARKER = 'floe.guarded'
const MARKER_TEXT =
  'The rows of floe.db are known by lists that are sealed. As long as this file is here, a floe.db of\n' +
  'an older Floe, which has no such lists, is not taken for this one. Leave it here.\n'

export interface UpgradeOptions {
  db: Database.Database
  guards: Guards
  sealer: Sealer
  log: StoreLog
  /** Accepts all rows as they are, for an owner who changed them. */
  adopt?: boolean
  /** Whether the old database is copied first; false for one that is itself a copy. */
  keepCopy?: boolean
}

/**
 * Migrates a database to the newest schema, with the lists of its guarded rows: a new database gets them,
 * and so does one from before there were any; rows that Floe did not write are deleted (guards.ts). All or
 * nothing. Throws a StoreError.
 *
 * @returns whether rows were accepted as they are
 */
export function upgrade(options: UpgradeOptions): boolean {
  const { db, guards, sealer, log, adopt = false, keepCopy = true } = options
  const from = schemaVersion(db)
  const wasGuarded = from >= GUARDED_SINCE
  const lost = wasGuarded && !adopt ? guards.clean(from) : undefined
  migrate(db, migrations, log, {
    keepCopy,
    finish: () => {
      if (!wasGuarded) sealAnew(db, sealer, adopt)
      else if (adopt) deleteSealed(db)
      guards.rebuild(lost)
    },
  })
  // There was nothing to migrate.
  if (adopt && schemaVersion(db) === from) {
    write(db, () => {
      deleteSealed(db)
      guards.rebuild()
    })
  }
  const adopted = adopt || (from > 0 && !wasGuarded)
  if (adopted) log.info({ from }, texts.adopted)
  return adopted
}

/** Throws FORGED for a database without guards in a folder that had a guarded one. */
export function refuseUnguarded(dataDir: string, db: Database.Database): void {
  const version = schemaVersion(db)
  if (version > 0 && version < GUARDED_SINCE && existsSync(join(dataDir, MARKER))) {
    throw new StoreError('FORGED', texts.broughtBack(db.name))
  }
}

/** To be called once the database is guarded. */
export function writeMarker(dataDir: string): void {
  const file = join(dataDir, MARKER)
  if (!existsSync(file)) writeAtomically(file, MARKER_TEXT)
}

/** For the audit: rows that somebody other than Floe added, changed or deleted. */
export const tamperRecord = (report: TamperReport): MachineRecord => ({
  actor: 'self',
  action: 'database.changed',
  outcome: 'refused',
  detail: report,
})

/** For the audit: all rows of a database of schema `from` were accepted as they are. */
export const adoptedRecord = (from: number): MachineRecord => ({
  actor: 'self',
  action: 'database.adopt',
  outcome: 'ok',
  detail: { from },
})

/**
 * Deletes what was sealed with a key that may be lost, and could then never be opened, such as approvals and
 * notification channels; and the answers, as nobody can see which are in force.
 */
const deleteSealed = (db: Database.Database): void =>
  void db.exec(
    'DELETE FROM questions; DELETE FROM answers; DELETE FROM sealed_settings; DELETE FROM apps; ' +
      'DELETE FROM spares',
  )

/** Values from a guarded database do not open here: somebody has passed it off as an unguarded one. */
function sealAnew(db: Database.Database, sealer: Sealer, lenient: boolean): void {
  try {
    sealForGuardedPlaces(db, sealer, { lenient })
  } catch (cause) {
    if (!(cause instanceof StoreError) || cause.code !== 'CORRUPT') throw cause
    throw new StoreError('FORGED', texts.broughtBack(db.name), { cause })
  }
}
