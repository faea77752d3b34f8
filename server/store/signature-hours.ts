import type Database from 'better-sqlite3'
import { read } from './database.ts'

/** Milliseconds. */
export const HOUR = 3_600_000
/** A week, and the hour that is under way. */
const HOURS_KEPT = 7 * 24 + 1

export type SignatureHour = {
  /** Whole hours since 1970. */
  hour: number
  signatures: number
  /** When the last of them was made. Unix milliseconds. */
  lastAt: number
}

/** Signatures of the last week, by hour. The newest hour stays, however old it is. */
export type SignatureHours = {
  /** Within the caller's transaction. */
  add(hours: Iterable<SignatureHour>): void
  /** Oldest first. Throws a StoreError. */
  list(): SignatureHour[]
}

export function createSignatureHours(db: Database.Database): SignatureHours {
  const raise = db.prepare<[number, number, number]>(
    `INSERT INTO signature_hours (hour, signatures, last_at) VALUES (?, ?, ?)
     ON CONFLICT (hour) DO UPDATE SET signatures = signatures + excluded.signatures,
                                      last_at = max(last_at, excluded.last_at)`,
  )
  const dropOld = db.prepare<[number]>(
    'DELETE FROM signature_hours WHERE hour <= (SELECT max(hour) FROM signature_hours) - ?',
  )
  const all = db.prepare<[], SignatureHour>(
    'SELECT hour, signatures, last_at AS lastAt FROM signature_hours ORDER BY hour',
  )
  return {
    add: (hours) => {
      for (const { hour, signatures, lastAt } of hours) raise.run(hour, signatures, lastAt)
      dropOld.run(HOURS_KEPT)
    },
    list: () => read(db, () => all.all()),
  }
}
