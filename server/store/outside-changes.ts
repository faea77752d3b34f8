import type Database from 'better-sqlite3'
import { read } from './database.ts'

/**
 * Notices what other processes write, such as commands.
 *
 * @returns true if one has written to the database since this was last asked; a few microseconds
 */
export function watchOutside(db: Database.Database): () => boolean {
  const dataVersion = db.prepare<[], number>('PRAGMA data_version').pluck()
  let seen = read(db, () => dataVersion.get())
  return () => {
    const version = read(db, () => dataVersion.get())
    const changed = version !== seen
    seen = version
    return changed
  }
}
