import type Database from 'better-sqlite3'
import { read, schemaVersion } from './database.ts'
import { guardKeyOf } from './guards/guards.ts'
import { GUARDED_SINCE } from './guards/tables.ts'
import { keyIdColumn, keyIdOf } from './sealing.ts'

/** The ids of the keys that the sealed values of a database were sealed with, each once; none of an empty one. */
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

/** Whether a database has lists of its rows, which the key opens that they were made with. */
export const isGuarded = (db: Database.Database): boolean => schemaVersion(db) >= GUARDED_SINCE

/** Whether anything of a database takes a key to be of use. */
export const isSealed = (db: Database.Database): boolean =>
  isGuarded(db) || sealedKeyIds(db).length > 0

/** Whether it is the key that a database was sealed with, as far as that can be told by key ids. */
export function keyFits(db: Database.Database, key: Uint8Array): boolean {
  if (!sealedKeyIds(db).every((id) => keyIdOf(key).equals(id))) return false
  if (!isGuarded(db)) return true
  const ids = db.prepare<[], Buffer>(`SELECT DISTINCT ${keyIdColumn('sealed')} FROM guards`).pluck()
  const guardKeyId = keyIdOf(guardKeyOf(key))
  return read(db, () => ids.all()).every((id) => guardKeyId.equals(id))
}
