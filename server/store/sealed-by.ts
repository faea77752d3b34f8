import type Database from 'better-sqlite3'
import { read } from './database.ts'
import { keyIdColumn } from './sealing.ts'

/** The ids of the keys that the sealed values of a database were sealed with, each once. */
export function sealedKeyIds(db: Database.Database): Buffer[] {
  const sealed = db
    .prepare<[], Buffer>(
      `SELECT ${keyIdColumn('sealed')} FROM env_settings WHERE sealed IS NOT NULL
       UNION SELECT ${keyIdColumn('sealed')} FROM share_records`,
    )
    .pluck()
  return read(db, () => sealed.all())
}
