import type Database from 'better-sqlite3'
import type { Scope } from '#contract/scopes.ts'
import { write } from './database.ts'
import type { Guards } from './guards.ts'
import { watchOutside } from './outside.ts'

/** Times are in milliseconds. */
export interface ApiKeyRecord {
  id: string
  name: string
  /** SHA-256 of the key, base64url: the key itself is not stored. */
  hash: string
  scope: Scope
  createdAt: number
  lastUsedAt: number | null
}

export type ApiKeys = ReturnType<typeof createApiKeys>

/** API keys in an open, migrated database. Everything throws a StoreError when it fails. */
export function createApiKeys(db: Database.Database, guards: Guards) {
  const guard = guards.of<ApiKeyRecord>('api_keys')
  const insert = db.prepare<[ApiKeyRecord]>(
    `INSERT INTO api_keys (id, name, hash, scope, created_at, last_used_at)
     VALUES (@id, @name, @hash, @scope, @createdAt, @lastUsedAt)`,
  )
  const remove = db.prepare<[string]>('DELETE FROM api_keys WHERE id = ?')
  const markUsed = db.prepare<[number, string]>('UPDATE api_keys SET last_used_at = ? WHERE id = ?')
  return {
    /**
     * True if another process has written to the database since the last call: a command may have made or
     * revoked a key. Takes a few microseconds.
     */
    changedOutside: watchOutside(db),
    /** Oldest first, and only those that Floe wrote. */
    list: () => guard.read().rows,
    add: (key: ApiKeyRecord): void => {
      write(db, () => {
        insert.run(key)
        guard.record([key.id])
      })
    },
    /** True if there was one. */
    delete: (id: string): boolean =>
      write(db, () => {
        const { changes } = remove.run(id)
        if (changes > 0) guard.record([id])
        return changes > 0
      }),
    /** Notes the last use of keys (id → time), all or none. */
    touch: (uses: ReadonlyMap<string, number>): void => {
      write(db, () => {
        for (const [id, at] of uses) markUsed.run(at, id)
      })
    },
  }
}
