import type Database from 'better-sqlite3'
import { write } from './database.ts'
import { changeFromOutside } from './outside.ts'

/** More links than this are not open at once; the oldest goes first. */
const MAX_TOKENS = 20

export type SignInTokenRecord = {
  /** SHA-256 of the token, base64url. */
  hash: string
  /** Milliseconds. */
  expiresAt: number
}

export type SignInTokens = {
  /** Keeps a token and drops those that had expired by `now`. */
  add(token: SignInTokenRecord, now: number): void
  /** Takes a token out, once: true if it was there and had not expired by `now`. */
  take(hash: string, now: number): boolean
}

/** One-time tokens in an open, migrated database. Throws a StoreError when a write fails. */
export function createSignInTokens(db: Database.Database): SignInTokens {
  const insert = db.prepare<[string, number]>(
    'INSERT INTO sign_in_tokens (hash, expires_at) VALUES (?, ?)',
  )
  const dropExpired = db.prepare<[number]>('DELETE FROM sign_in_tokens WHERE expires_at <= ?')
  const dropOldest = db.prepare<[number]>(
    `DELETE FROM sign_in_tokens WHERE position NOT IN
       (SELECT position FROM sign_in_tokens ORDER BY position DESC LIMIT ?)`,
  )
  const remove = db
    .prepare<[string], number>('DELETE FROM sign_in_tokens WHERE hash = ? RETURNING expires_at')
    .pluck()
  return {
    add: ({ hash, expiresAt }, now) => {
      write(db, () => {
        dropExpired.run(now)
        insert.run(hash, expiresAt)
        dropOldest.run(MAX_TOKENS)
      })
    },
    take: (hash, now) => {
      const expiresAt = write(db, () => remove.get(hash))
      return expiresAt !== undefined && expiresAt > now
    },
  }
}

/** Adds a token beside a server that may be running: see changeFromOutside for what it throws. */
export function addSignInTokenFromOutside(
  dataDir: string,
  token: SignInTokenRecord,
  now: number,
): void {
  changeFromOutside(dataDir, (db) => createSignInTokens(db).add(token, now))
}
