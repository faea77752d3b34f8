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
  address: string | null
  /** A short description of the browser. */
  browser: string | null
}

export type Sessions = ReturnType<typeof createSessions>

/** Login sessions in an open, migrated database. Everything throws a StoreError when it fails. */
export function createSessions(db: Database.Database, guards: Guards) {
  const guard = guards.of<SessionRecord & { endedAt: null }>('sessions')
  const endedHashes = db
    .prepare<[number], string>(
      'SELECT hash FROM sessions WHERE ended_at IS NOT NULL ORDER BY ended_at DESC LIMIT ?',
    )
    .pluck()
  const insert = db.prepare<[SessionRecord]>(
    `INSERT INTO sessions
       (hash, user_id, scope, opened_by, created_at, last_used_at, expires_at, address, browser)
     VALUES (@hash, @userId, @scope, @openedBy, @createdAt, @lastUsedAt, @expiresAt, @address, @browser)`,
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
    list: (): SessionRecord[] => guard.read().rows.map(({ endedAt: _, ...session }) => session),
    /** Hashes of those that have ended, the newest first, at most `max`. */
    ended: (max: number) => read(db, () => endedHashes.all(max)),
    add: (session: SessionRecord): void => {
      write(db, () => {
        insert.run(session)
        guard.record([session.hash])
      })
    },
    /**
     * Marks sessions as ended, all or none; one that is not there changes nothing.
     *
     * @param kept how many ended sessions stay, and how many of one credential: the newest of each
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
