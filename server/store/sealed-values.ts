import type Database from 'better-sqlite3'
import { read, schemaVersion } from './database.ts'
import { StoreError } from './errors.ts'
import {
  APPS_SINCE,
  GUARDED_SINCE,
  KEYSET_BEFORE,
  KEYSETS_SINCE,
  RESERVED_SHARES_SINCE,
  RULES_SINCE,
} from './guarded-tables.ts'
import { guardKeyOf } from './guards.ts'
import { sealedSettings } from './migrations/012-sealed-settings.ts'
import { keyIdColumn, keyIdOf, keysetPlace, type Sealer } from './sealing.ts'

type Row = { keyset: number; id: string; sealed: Buffer }

/** Tables with sealed values, the column that identifies a row, and the first schema version. */
const SEALED = [
  { table: 'env_settings', id: 'name', since: 1 },
  { table: 'share_records', id: 'id', since: 1 },
  { table: 'questions', id: 'id', since: RULES_SINCE },
  { table: 'sealed_settings', id: 'name', since: sealedSettings.version },
  { table: 'apps', id: 'id', since: APPS_SINCE },
  { table: 'spares', id: 'id', since: RESERVED_SHARES_SINCE },
] as const

/** The place that a value is bound to (sealing.ts). */
type Place = (table: string, row: Row) => string

const before: Place = (table, { id }) => `${table}/${id}`
const now: Place = (table, row) => keysetPlace(row.keyset, before(table, row))

/** The places of a database, by its schema version. */
const placesOf = (db: Database.Database): Place =>
  schemaVersion(db) < GUARDED_SINCE ? before : now

/** Opens every sealed value. Throws WRONG_KEY or CORRUPT. */
export function checkSealed(db: Database.Database, sealer: Sealer): void {
  const place = placesOf(db)
  eachSealed(db, (table, row) => {
    sealer.openBytes(row.sealed, place(table, row))
    return undefined
  })
}

/**
 * Seals every sealed value of a database with another key, all of them or none. Throws what opening
 * them does: WRONG_KEY, CORRUPT.
 */
export function reseal(db: Database.Database, from: Sealer, to: Sealer): void {
  db.transaction(() => {
    eachSealed(db, (table, row) => {
      const place = now(table, row)
      return to.sealBytes(from.openBytes(row.sealed, place), place)
    })
  })()
}

/**
 * Seals values from before rows were guarded for their present places, inside the caller's transaction.
 * Throws what opening them does.
 *
 * @param lenient values that do not open stay as they are
 */
export function sealForGuardedPlaces(
  db: Database.Database,
  sealer: Sealer,
  { lenient }: { lenient: boolean },
): void {
  eachSealed(db, (table, row) => {
    try {
      return sealer.sealBytes(sealer.openBytes(row.sealed, before(table, row)), now(table, row))
    } catch (error) {
      if (lenient && error instanceof StoreError) return undefined
      throw error
    }
  })
}

/** @param change returns what replaces a value; undefined to keep it */
function eachSealed(
  db: Database.Database,
  change: (table: string, row: Row) => Buffer | undefined,
): void {
  const version = schemaVersion(db)
  for (const { table, id } of SEALED.filter(({ since }) => version >= since)) {
    const rows = db.prepare<[], Row>(
      `SELECT ${keysetOf(db)} AS keyset, ${id} AS id, sealed FROM ${table}
       WHERE sealed IS NOT NULL`,
    )
    const put = db.prepare<[Buffer, number, string]>(
      `UPDATE ${table} SET sealed = ? WHERE ${keysetOf(db)} = ? AND ${id} = ?`,
    )
    for (const row of rows.all()) {
      const changed = change(table, row)
      if (changed !== undefined) put.run(changed, row.keyset, row.id)
    }
  }
}

/** SQL for the keyset of a row, in a database of any schema version. */
const keysetOf = (db: Database.Database): string =>
  schemaVersion(db) < KEYSETS_SINCE ? KEYSET_BEFORE : 'keyset'

/** The distinct ids of the keys that a database's values were sealed with. */
export function sealedKeyIds(db: Database.Database): Buffer[] {
  if (schemaVersion(db) === 0) return []
  const sealed = db
    .prepare<[], Buffer>(
      `SELECT ${keyIdColumn('sealed')} FROM env_settings WHERE sealed IS NOT NULL
       UNION SELECT ${keyIdColumn('sealed')} FROM share_records`,
    )
    .pluck()
  return read(db, () => sealed.all())
}

/** Whether a database has lists of its rows, which only its own key opens. */
export const isGuarded = (db: Database.Database): boolean => schemaVersion(db) >= GUARDED_SINCE

/** Whether a database is of no use without a key. */
export const isSealed = (db: Database.Database): boolean =>
  isGuarded(db) || sealedKeyIds(db).length > 0

/** Whether a database was sealed with this key, by key ids. */
export function keyFits(db: Database.Database, key: Uint8Array): boolean {
  if (!sealedKeyIds(db).every((id) => keyIdOf(key).equals(id))) return false
  if (!isGuarded(db)) return true
  const ids = db.prepare<[], Buffer>(`SELECT DISTINCT ${keyIdColumn('sealed')} FROM guards`).pluck()
  const guardKeyId = keyIdOf(guardKeyOf(key))
  return read(db, () => ids.all()).every((id) => guardKeyId.equals(id))
}
