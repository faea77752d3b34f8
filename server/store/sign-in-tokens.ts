import { constants, statSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { store as texts } from '../contract/messages.ts'
import { openExisting, peekSchemaVersion, schemaVersion, write } from './database.ts'
import { StoreError, toStoreError } from './errors.ts'
import { requireAccess } from './files.ts'
import { refuseNewer } from './migrate.ts'
import { migrations } from './migrations/index.ts'

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

/**
 * Adds a token to the database of a server that may be running in another process, for `floe
 * sign-in-link`. It takes no lock on the folder: SQLite lets one small write in between the
 * server's own, and the files are opened by SQLite alone (lock.ts says why).
 *
 * Throws NO_DATABASE when there is none yet or Floe was not started since it was updated,
 * NEWER_DATABASE when a newer Floe wrote it, READ_ONLY when its user is another one, LOCKED when the write finds no gap within 5 s.
 */
export function addSignInTokenFromOutside(
  dataDir: string,
  token: SignInTokenRecord,
  now: number,
): void {
  const file = join(dataDir, 'floe.db')
  try {
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) {
      throw new StoreError('NO_DATABASE', texts.noDatabase(dataDir))
    }
    requireAccess(file, constants.R_OK | constants.W_OK)
  } catch (error) {
    throw toStoreError(error, file)
  }
  refuseNewer(file, peekSchemaVersion(file), migrations)
  const db = openExisting(file)
  try {
    write(db, () => {
      const found = schemaVersion(db)
      refuseNewer(file, found, migrations)
      if (found < migrations.length) {
        throw new StoreError('NO_DATABASE', texts.outdatedDatabase(file))
      }
      createSignInTokens(db).add(token, now)
    })
  } finally {
    db.close()
  }
}
