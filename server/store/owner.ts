import type Database from 'better-sqlite3'
import { read, write } from './database.ts'

/** Who signs in with a password that was set in the console. */
export type OwnerRecord = {
  username: string
  /** A PHC string. */
  passwordHash: string
  /** Milliseconds. */
  changedAt: number
}

export type Owner = {
  get(): OwnerRecord | undefined
  /** Takes the place of the one before. */
  set(owner: OwnerRecord): void
}

type Row = { username: string; password_hash: string; changed_at: number }

/** The owner in an open, migrated database. Everything throws a StoreError when it fails. */
export function createOwner(db: Database.Database): Owner {
  const one = db.prepare<[], Row>('SELECT * FROM owner WHERE id = 1')
  const put = db.prepare<[string, string, number]>(
    `INSERT OR REPLACE INTO owner (id, username, password_hash, changed_at) VALUES (1, ?, ?, ?)`,
  )
  return {
    get: () => {
      const row = read(db, () => one.get())
      if (row === undefined) return undefined
      return {
        username: row.username,
        passwordHash: row.password_hash,
        changedAt: row.changed_at,
      }
    },
    set: ({ username, passwordHash, changedAt }) => {
      write(db, () => put.run(username, passwordHash, changedAt))
    },
  }
}
