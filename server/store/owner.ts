import type Database from 'better-sqlite3'
import { write } from './database.ts'
import type { Guards } from './guards.ts'

/** The owner's login, as set in the console. */
export interface OwnerRecord {
  username: string
  /** A PHC string; null when it was tampered with: no password fits. */
  passwordHash: string | null
  /** Milliseconds. */
  changedAt: number
}

export type Owner = ReturnType<typeof createOwner>

/** The owner in an open, migrated database. Everything throws a StoreError when it fails. */
export function createOwner(db: Database.Database, guards: Guards) {
  const guard = guards.of<OwnerRecord>('owner')
  const put = db.prepare<[string, string, number]>(
    `INSERT OR REPLACE INTO owner (id, username, password_hash, changed_at) VALUES (1, ?, ?, ?)`,
  )
  return {
    get: (): OwnerRecord | undefined => {
      const { rows, lost } = guard.read()
      const [row] = rows
      if (row !== undefined) {
        const { username, passwordHash, changedAt } = row
        return { username, passwordHash, changedAt }
      }
      const username = lost[0]?.join(' ')
      return username === undefined ? undefined : { username, passwordHash: null, changedAt: 0 }
    },
    set: ({ username, passwordHash, changedAt }: OwnerRecord & { passwordHash: string }): void => {
      write(db, () => {
        const { rows, lost } = guard.read()
        put.run(username, passwordHash, changedAt)
        guard.record(...rows.map((row) => [row.username]), ...lost.map((id) => [id.join(' ')]), [
          username,
        ])
      })
    },
  }
}
