import type Database from 'better-sqlite3'
import type { Sealer } from '../sealing.ts'
import { type EnvKey, placeOfSetting } from '../settings.ts'
import { placeOfShare } from '../shares.ts'

type Row = { id: string; sealed: Buffer }

/** What is sealed, and the place that each value is bound to. */
const SEALED: readonly { table: string; id: string; place(id: string): string }[] = [
  { table: 'env_settings', id: 'name', place: (name) => placeOfSetting(name as EnvKey) },
  { table: 'share_records', id: 'id', place: placeOfShare },
]

/**
 * Seals every sealed value of a database with another key, all of them or none. Throws what opening
 * them does: WRONG_KEY, CORRUPT.
 */
export function reseal(db: Database.Database, from: Sealer, to: Sealer): void {
  db.transaction(() => {
    for (const { table, id, place } of SEALED) {
      const rows = db.prepare<[], Row>(
        `SELECT ${id} AS id, sealed FROM ${table} WHERE sealed IS NOT NULL`,
      )
      const put = db.prepare<[Buffer, string]>(`UPDATE ${table} SET sealed = ? WHERE ${id} = ?`)
      for (const { id: row, sealed } of rows.all()) {
        put.run(to.sealBytes(from.openBytes(sealed, place(row)), place(row)), row)
      }
    }
  })()
}
