import type Database from 'better-sqlite3'
import { read, schemaVersion } from './database.ts'
import { GUARDED_SINCE } from './guarded-tables.ts'
import { guardKeyOf } from './guards.ts'
import { keyIdColumn, keyIdOf } from './sealing.ts'

/** The ids of the keys that a database's values were sealed with, each once; none if nothing is sealed. */
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

/** Whether a database has lists of its rows, which only the key that made them opens. */
export const isGuarded = (db: Database.Database): boolean => schemaVersion(db) >= GUARDED_SINCE

/** Whether a database is of no use without a key. */
export const isSealed = (db: Database.Database): boolean =>
  isGuarded(db) || sealedKeyIds(db).length > 0

/** Whether this is the key that a database was sealed with, as far as key ids can tell. */
export function keyFits(db: Database.Database, key: Uint8Array): boolean {
  if (!sealedKeyIds(db).every((id) => keyIdOf(key).equals(id))) return false
  if (!isGuarded(db)) return true
  const ids = db.prepare<[], Buffer>(`SELECT DISTINCT ${keyIdColumn('sealed')} FROM guards`).pluck()
  const guardKeyId = keyIdOf(guardKeyOf(key))
  return read(db, () => ids.all()).every((id) => guardKeyId.equals(id))
}
