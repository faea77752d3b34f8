import type Database from 'better-sqlite3'
import { createCounter, EVENT_IDS } from './counters.ts'
import { read, write } from './database.ts'

/** Small settings that concern no keyset, none of which opens anything; never a secret. */
export interface ProcessSettings {
  get(name: string): string | undefined
  /** Throws a StoreError when it fails. */
  set(name: string, value: string): void
  /**
   * Sets aside `count` event ids and returns the first of them. An id is given out once, even
   * over restarts and crashes; unused ones of a block are skipped. Throws a StoreError.
   */
  reserveEventIds(count: number): number
}

/** The settings of the process in an open, migrated database. */
export function createProcessSettings(db: Database.Database): ProcessSettings {
  const getSetting = db
    .prepare<[string], string>('SELECT value FROM process_settings WHERE name = ?')
    .pluck()
  const eventIds = createCounter(db, EVENT_IDS)

  return {
    get: (name) => read(db, () => getSetting.get(name)),

    set: (name, value) => {
      write(db, () => keepProcessSetting(db, name, value))
    },

    reserveEventIds: (count) => {
      if (!Number.isSafeInteger(count) || count < 1) throw new RangeError('count must be positive')
      return write(db, () => eventIds.raise(count)) - count + 1
    },
  }
}

/** A setting of the process, inside the caller's transaction. */
export function keepProcessSetting(db: Database.Database, name: string, value: string): void {
  db.prepare<[string, string]>(
    'INSERT OR REPLACE INTO process_settings (name, value) VALUES (?, ?)',
  ).run(name, value)
}
