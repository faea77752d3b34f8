import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { guards as texts } from '#contract/messages.ts'
import { schemaVersion, write } from '../database.ts'
import { StoreError } from '../errors.ts'
import { writeAtomically } from '../files.ts'
import type { StoreLog } from '../log.ts'
import { migrate } from '../migrate.ts'
import { migrations } from '../migrations/index.ts'
import { sealForGuardedPlaces } from '../reseal.ts'
import type { Sealer } from '../sealing.ts'
import type { Guards } from './guards.ts'
import { GUARDED_SINCE } from './tables.ts'

/** Beside the database, once its rows are guarded: after that no unguarded one is taken in as it is. */
const MARKER = 'floe.guarded'
const MARKER_TEXT =
  'The rows of floe.db are known by lists that are sealed. As long as this file is here, a floe.db of\n' +
  'an older Floe, which has no such lists, is not taken for this one. Leave it here.\n'

export interface BringUpOptions {
  db: Database.Database
  guards: Guards
  sealer: Sealer
  log: StoreLog
  /** Takes all rows in as they are, for an owner who changed them. */
  adopt?: boolean
}

/**
 * Brings a database up to date, and its lists of rows with it: a new one gets them, and so does one from
 * before there were any; rows that Floe did not write are taken out (guards.ts). All or nothing.
 *
 * @returns whether rows were taken in as they are
 */
export function bringUp(
  { db, guards, sealer, log, adopt = false }: BringUpOptions,
  { keepCopy = true } = {},
): boolean {
  const from = schemaVersion(db)
  const wasGuarded = from >= GUARDED_SINCE
  if (wasGuarded && !adopt) guards.settle(from)
  migrate(db, migrations, log, {
    keepCopy,
    finish: () => {
      if (!wasGuarded) sealAnew(db, sealer, adopt)
      guards.remake(wasGuarded && !adopt ? { guards, version: from } : undefined)
    },
  })
  if (adopt && schemaVersion(db) === from) {
    write(db, () => {
      forgetSealed(db)
      guards.remake()
    })
  }
  const adopted = adopt || (from > 0 && !wasGuarded)
  if (adopted) log.info({ from }, texts.adopted)
  return adopted
}

/** Throws FORGED for a database from before guards where there was one with them. */
export function refuseBroughtBack(dataDir: string, db: Database.Database): void {
  const version = schemaVersion(db)
  if (version > 0 && version < GUARDED_SINCE && existsSync(join(dataDir, MARKER))) {
    throw new StoreError('FORGED', texts.broughtBack(db.name))
  }
}

/** To be called once the database is guarded. */
export function leaveMarker(dataDir: string): void {
  const file = join(dataDir, MARKER)
  if (!existsSync(file)) writeAtomically(file, MARKER_TEXT)
}

/**
 * Those sealed with a key that is lost could never be read, neither questions nor where notices go; and
 * nobody sees which answers stand.
 */
const forgetSealed = (db: Database.Database): void =>
  void db.exec(
    'DELETE FROM questions; DELETE FROM answers; DELETE FROM sealed_settings; DELETE FROM apps; ' +
      'DELETE FROM spares',
  )

/** What was sealed with guards opens in no database that passes for one of before: somebody has made it. */
function sealAnew(db: Database.Database, sealer: Sealer, lenient: boolean): void {
  try {
    sealForGuardedPlaces(db, sealer, { lenient })
  } catch (cause) {
    if (!(cause instanceof StoreError) || cause.code !== 'CORRUPT') throw cause
    throw new StoreError('FORGED', texts.broughtBack(db.name), { cause })
  }
}
