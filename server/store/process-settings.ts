import type Database from 'better-sqlite3'
import { read, write } from './database.ts'

export type ProcessSettings = ReturnType<typeof createProcessSettings>

/** Settings of the whole process in an open, migrated database; none is a secret or grants anything. */
export function createProcessSettings(db: Database.Database) {
  const find = db
    .prepare<[string], string>('SELECT value FROM process_settings WHERE name = ?')
    .pluck()
  const put = db.prepare<[string, string]>(
    'INSERT OR REPLACE INTO process_settings (name, value) VALUES (?, ?)',
  )
  const raiseEventIds = createCounter(db, EVENT_IDS)

  return {
    get: (name: string) => read(db, () => find.get(name)),

    /** Throws a StoreError when it fails. */
    set: (name: string, value: string): void => {
      write(db, () => put.run(name, value))
    },

    /**
     * Reserves `count` event ids and returns the first. An id is never reserved twice, even over restarts and
     * crashes; unused ids are skipped. Throws a StoreError.
     */
    reserveEventIds: (count: number): number => {
      if (!Number.isSafeInteger(count) || count < 1) throw new RangeError('count must be positive')
      return write(db, () => raiseEventIds(count)) - count + 1
    },
  }
}

export const EVENT_IDS = 'event_ids'
/** Ids of rules of all keysets. */
export const RULE_IDS = 'rule_ids'

/**
 * A number that only rises, also over restarts, crashes and restores.
 *
 * @returns a function that adds to it, inside the caller's transaction, and returns the new value
 */
export function createCounter(
  db: Database.Database,
  name: typeof EVENT_IDS | typeof RULE_IDS,
): (count: number) => number {
  const raise = db
    .prepare<[string, number], number>(
      `INSERT INTO counters (name, value) VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET value = value + excluded.value RETURNING value`,
    )
    .pluck()
  return (count) => {
    const value = raise.get(name, count)
    if (value === undefined) throw new TypeError('a counter always has a value')
    return value
  }
}
