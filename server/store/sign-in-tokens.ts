import type Database from 'better-sqlite3'
import { write } from './database.ts'
import type { Guards } from './guards.ts'

/** Beyond this many open links the oldest is deleted. */
const MAX_TOKENS = 20

export interface SignInTokenRecord {
  /** SHA-256 of the token, base64url. */
  hash: string
  /** Milliseconds. */
  expiresAt: number
}

export type SignInTokens = ReturnType<typeof createSignInTokens>

/** One-time tokens in an open, migrated database. Throws a StoreError when a write fails. */
export function createSignInTokens(db: Database.Database, guards: Guards) {
  const guard = guards.of<SignInTokenRecord>('sign_in_tokens')
  const insert = db.prepare<[string, number]>(
    'INSERT INTO sign_in_tokens (hash, expires_at) VALUES (?, ?)',
  )
  const dropExpired = db
    .prepare<[number], string>('DELETE FROM sign_in_tokens WHERE expires_at <= ? RETURNING hash')
    .pluck()
  const dropOldest = db
    .prepare<[number], string>(
      `DELETE FROM sign_in_tokens WHERE position NOT IN
         (SELECT position FROM sign_in_tokens ORDER BY position DESC LIMIT ?) RETURNING hash`,
    )
    .pluck()
  const remove = db.prepare<[string]>('DELETE FROM sign_in_tokens WHERE hash = ?')
  return {
    /** Adds a token and deletes those that had expired by `now`. */
    add: ({ hash, expiresAt }: SignInTokenRecord, now: number): void => {
      write(db, () => {
        const expired = dropExpired.all(now)
        insert.run(hash, expiresAt)
        const oldest = dropOldest.all(MAX_TOKENS)
        guard.record(...[...expired, ...oldest, hash].map((changed) => [changed]))
      })
    },
    /**
     * Uses up a token. True if it existed and had not expired by `now`. One that is valid for longer than
     * `validFor` was made by a clock that was ahead, and counts as expired.
     */
    take: (hash: string, now: number, validFor: number): boolean => {
      const found = write(db, () => {
        const token = guard.read().rows.find((row) => row.hash === hash)
        if (remove.run(hash).changes > 0) guard.record([hash])
        return token
      })
      return found !== undefined && found.expiresAt > now && found.expiresAt <= now + validFor
    },
  }
}
