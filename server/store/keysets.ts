import type Database from 'better-sqlite3'
import { read } from './database.ts'
import type { Guards } from './guards/guards.ts'

/**
 * The ids of all keysets, in the order in which they were made. One that somebody other than Floe put in
 * does not count, and one that was taken out still does: its id is all that the row holds. Throws a
 * StoreError.
 */
export function listKeysets(db: Database.Database, guards: Guards): number[] {
  const rows = read(db, () => db.prepare<[], { id: number }>('SELECT id FROM keysets').all())
  const { own, lost } = guards.of('keysets').sift(rows)
  return [...own.map(({ id }) => id), ...lost.map(Number)].sort((one, other) => one - other)
}
