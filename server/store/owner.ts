import type Database from 'better-sqlite3'
import { read, write } from './database.ts'
import type { Guards } from './guards/guards.ts'

/** Who signs in with a password that was set in the console. */
export interface OwnerRecord {
  username: string
  /** A PHC string; null when somebody other than Floe changed it or took it out: no password fits. */
  passwordHash: string | null
  /** Milliseconds. */
  changedAt: number
}

export interface Owner {
  get(): OwnerRecord | undefined
  /** Replaces the owner before. */
  set(owner: OwnerRecord & { passwordHash: string }): void
}

type Row = { id: number; username: string; password_hash: string; changed_at: number }

/** The owner in an open, migrated database. Everything throws a StoreError when it fails. */
export function createOwner(db: Database.Database, guards: Guards): Owner {
  const guard = guards.of('owner')
  const all = db.prepare<[], Row>('SELECT * FROM owner')
  const put = db.prepare<[string, string, number]>(
    `INSERT OR REPLACE INTO owner (id, username, password_hash, changed_at) VALUES (1, ?, ?, ?)`,
  )
  const sift = () => guard.sift(read(db, () => all.all()))
  return {
    get: () => {
      const { own, lost } = sift()
      const [row] = own
      if (row !== undefined) {
        return {
          username: row.username,
          passwordHash: row.password_hash,
          changedAt: row.changed_at,
        }
      }
      const [username] = lost
      return username === undefined ? undefined : { username, passwordHash: null, changedAt: 0 }
    },
    set: ({ username, passwordHash, changedAt }) => {
      write(db, () => {
        const { own, lost } = sift()
        put.run(username, passwordHash, changedAt)
        guard.keep(...[...own.map((row) => row.username), ...lost, username].map((name) => [name]))
      })
    },
  }
}
