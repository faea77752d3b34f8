import type Database from 'better-sqlite3'
import { read } from './database.ts'

/** Milliseconds. */
export const HOUR = 3_600_000
/** A week and the current hour. */
const HOURS_KEPT = 7 * 24 + 1

export interface SignatureHour {
  /** Whole hours since 1970. */
  hour: number
  signatures: number
  /** When the last of them was made. Unix milliseconds. */
  lastAt: number
}

/** Signatures of the last week, by hour. The newest hour of a keyset stays, however old it is. */
export interface SignatureHours {
  /** Inside the caller's transaction. */
  add(keyset: number, hours: Iterable<SignatureHour>): void
  /** Of a keyset, oldest first. Throws a StoreError. */
  list(keyset: number): SignatureHour[]
}

export function createSignatureHours(db: Database.Database): SignatureHours {
  const raise = db.prepare<[number, number, number, number]>(
    `INSERT INTO signature_hours (keyset, hour, signatures, last_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (keyset, hour) DO UPDATE SET signatures = signatures + excluded.signatures,
                                      last_at = max(last_at, excluded.last_at)`,
  )
  const dropOld = db.prepare<[number, number, number]>(
    `DELETE FROM signature_hours WHERE keyset = ? AND hour <=
       (SELECT max(hour) FROM signature_hours WHERE keyset = ?) - ?`,
  )
  const all = db.prepare<[number], SignatureHour>(
    `SELECT hour, signatures, last_at AS lastAt FROM signature_hours WHERE keyset = ?
     ORDER BY hour`,
  )
  return {
    add: (keyset, hours) => {
      for (const { hour, signatures, lastAt } of hours) raise.run(keyset, hour, signatures, lastAt)
      dropOld.run(keyset, keyset, HOURS_KEPT)
    },
    list: (keyset) => read(db, () => all.all(keyset)),
  }
}
