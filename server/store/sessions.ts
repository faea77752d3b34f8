import type Database from 'better-sqlite3'
import type { Scope } from '#contract/scopes.ts'
import { read, write } from './database.ts'
import type { Guards } from './guards.ts'

/** Times are in milliseconds. */
export interface SessionRecord {
  /** SHA-256 of the session's id, base64url: the id itself is not stored. */
  hash: string
  userId: string
  scope: Scope
  /** The credential that opened it. */
  openedBy: string
  createdAt: number
  lastUsedAt: number
  /** The absolute limit. */
  expiresAt: number
  /** Where it was opened from. */
  address?: string
  /** A short description of the browser. */
  browser?: string
}

export type Sessions = ReturnType<typeof createSessions>

interface Row {
  hash: string
  user_id: string
  scope: Scope
  opened_by: string
  created_at: number
  last_used_at: number
  expires_at: number
  address: string | null
  browser: string | null
}

/** Login sessions in an open, migrated database. Everything throws a StoreError when it fails. */
export function createSessions(db: Database.Database, guards: Guards) {
  const guard = guards.of<Row>('sessions')
  const endedHashes = db
    .prepare<[number], string>(
      'SELECT hash FROM sessions WHERE ended_at IS NOT NULL ORDER BY ended_at DESC LIMIT ?',
    )
    .pluck()
  const insert = db.prepare<
    [string, string, string, string, number, number, number, string | null, string | null]
  >(
    `INSERT INTO sessions
       (hash, user_id, scope, opened_by, created_at, last_used_at, expires_at, address, browser)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const markEnded = db.prepare<[number, string]>(
    // Ended sessions are only recognised: that needs no address.
    `UPDATE sessions SET ended_at = ?, address = NULL, browser = NULL
     WHERE hash = ? AND ended_at IS NULL`,
  )
  const dropOldEnded = db.prepare<[number, number]>(
    `DELETE FROM sessions WHERE ended_at IS NOT NULL AND hash NOT IN
       (SELECT hash FROM
          (SELECT hash, ended_at,
             row_number() OVER (PARTITION BY opened_by ORDER BY ended_at DESC) AS place
           FROM sessions WHERE ended_at IS NOT NULL)
        WHERE place <= ? ORDER BY ended_at DESC LIMIT ?)`,
  )
  const markUsed = db.prepare<[number, string]>(
    'UPDATE sessions SET last_used_at = ? WHERE hash = ? AND ended_at IS NULL',
  )
  return {
    /** Sessions that have not ended, without forged rows. */
    list: (): SessionRecord[] =>
      guard.read().rows.map((row) => ({
        hash: row.hash,
        userId: row.user_id,
        scope: row.scope,
        openedBy: row.opened_by,
        createdAt: row.created_at,
        lastUsedAt: row.last_used_at,
        expiresAt: row.expires_at,
        ...(row.address !== null && { address: row.address }),
        ...(row.browser !== null && { browser: row.browser }),
      })),
    /** Hashes of those that have ended, the newest first, at most `max`. */
    ended: (max: number) => read(db, () => endedHashes.all(max)),
    add: (session: SessionRecord): void => {
      const { hash, userId, scope, openedBy, createdAt, lastUsedAt, expiresAt } = session
      const { address = null, browser = null } = session
      const times = [createdAt, lastUsedAt, expiresAt] as const
      write(db, () => {
        insert.run(hash, userId, scope, openedBy, ...times, address, browser)
        guard.record([hash])
      })
    },
    /**
     * Marks sessions as ended, all or none; one that is not there changes nothing.
     *
     * @param kept how many ended ones stay, and how many of one credential: the last of each
     */
    end: (hashes: Iterable<string>, at: number, kept: { max: number; ofOne: number }): void => {
      write(db, () => {
        const ended = [...hashes]
        for (const hash of ended) markEnded.run(at, hash)
        dropOldEnded.run(kept.ofOne, kept.max)
        guard.record(...ended.map((hash) => [hash]))
      })
    },
    /** Notes the last use of sessions (hash → time), all or none. */
    touch: (uses: ReadonlyMap<string, number>): void => {
      write(db, () => {
        for (const [hash, at] of uses) markUsed.run(at, hash)
      })
    },
  }
}
