import type Database from 'better-sqlite3'
import { read, write } from './database.ts'
import type { Sealer } from './sealing.ts'

/** The settings that both the environment and the console give. */
export const ENV_KEYS = ['GROUP_CRED', 'SHARE_CRED', 'GROUP_NAME', 'RELAYS'] as const
export type EnvKey = (typeof ENV_KEYS)[number]
export type EnvValues = Partial<Record<EnvKey, string | undefined>>

/**
 * - saved: as the console (or a call) saved it; wins over the environment
 * - environment: nothing saved, the environment has it
 * - deleted: deleted in the console; the environment's value, if any, is not used
 * - none: neither saved nor in the environment
 */
export type EnvSetting =
  | { source: 'saved' | 'environment'; value: string }
  | { source: 'deleted' | 'none'; value?: never }

export type Settings = {
  /** What is in force for each key. An empty environment variable counts as none. */
  effectiveEnv(fromEnvironment: EnvValues): Record<EnvKey, EnvSetting>
  /** Saves the given keys, all or none; a deleted key that is saved again is deleted no more. */
  saveEnv(changes: EnvValues): void
  /** Deletes keys for good, over restarts, and returns them, each once. All or none. */
  deleteEnv(keys: readonly EnvKey[]): EnvKey[]
  /** Any other small setting, never a secret. */
  get(name: string): string | undefined
  set(name: string, value: string): void
  /**
   * Sets aside `count` event ids and returns the first of them. An id is given out once, also
   * over restarts and crashes; those of a block that were not used are skipped.
   */
  reserveEventIds(count: number): number
}

const SECRET_KEYS: ReadonlySet<EnvKey> = new Set(['GROUP_CRED', 'SHARE_CRED'])
const EVENT_IDS = 'event_ids'

/** What a sealed setting is bound to: see sealing.ts. */
export const placeOfSetting = (key: EnvKey): string => `env_settings/${key}`

type EnvRow = { name: string; value: string | null; sealed: Buffer | null; deleted: 0 | 1 }

/** Settings in an open, migrated database. Every write throws a StoreError when it fails. */
export function createSettings(db: Database.Database, sealer: Sealer): Settings {
  const envRows = db.prepare<[], EnvRow>('SELECT name, value, sealed, deleted FROM env_settings')
  const putEnv = db.prepare<[EnvKey, string | null, Buffer | null, 0 | 1]>(
    'INSERT OR REPLACE INTO env_settings (name, value, sealed, deleted) VALUES (?, ?, ?, ?)',
  )
  const getSetting = db
    .prepare<[string], string>('SELECT value FROM settings WHERE name = ?')
    .pluck()
  const raiseCounter = db
    .prepare<[string, number], number>(
      `INSERT INTO counters (name, value) VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET value = value + excluded.value RETURNING value`,
    )
    .pluck()

  const settingFrom = (key: EnvKey, row: EnvRow | undefined, given = ''): EnvSetting => {
    if (row?.deleted === 1) return { source: 'deleted' }
    if (row?.sealed) return { source: 'saved', value: sealer.open(row.sealed, placeOfSetting(key)) }
    if (typeof row?.value === 'string') return { source: 'saved', value: row.value }
    return given === '' ? { source: 'none' } : { source: 'environment', value: given }
  }

  return {
    effectiveEnv: (fromEnvironment) => {
      const rows = new Map(read(db, () => envRows.all()).map((row) => [row.name, row]))
      const setting = (key: EnvKey) => settingFrom(key, rows.get(key), fromEnvironment[key])
      return {
        GROUP_CRED: setting('GROUP_CRED'),
        SHARE_CRED: setting('SHARE_CRED'),
        GROUP_NAME: setting('GROUP_NAME'),
        RELAYS: setting('RELAYS'),
      }
    },

    saveEnv: (changes) => {
      write(db, () => {
        for (const key of ENV_KEYS) {
          const value = changes[key]
          if (value === undefined) continue
          if (SECRET_KEYS.has(key))
            putEnv.run(key, null, sealer.seal(value, placeOfSetting(key)), 0)
          else putEnv.run(key, value, null, 0)
        }
      })
    },

    deleteEnv: (keys) => {
      const deleted = [...new Set(keys)]
      write(db, () => {
        for (const key of deleted) putEnv.run(key, null, null, 1)
      })
      emptyWriteAheadLog(db)
      return deleted
    },

    get: (name) => read(db, () => getSetting.get(name)),

    set: (name, value) => {
      write(db, () => keepSetting(db, name, value))
    },

    reserveEventIds: (count) => {
      if (!Number.isSafeInteger(count) || count < 1) throw new RangeError('count must be positive')
      const last = write(db, () => raiseCounter.get(EVENT_IDS, count))
      if (last === undefined) throw new TypeError('a counter always has a value')
      return last - count + 1
    },
  }
}

/** A small setting, inside the caller's transaction. */
export function keepSetting(db: Database.Database, name: string, value: string): void {
  db.prepare<[string, string]>('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)').run(
    name,
    value,
  )
}

/** What was deleted, even sealed, should not lie in the log until the next checkpoint. */
function emptyWriteAheadLog(db: Database.Database): void {
  try {
    db.pragma('wal_checkpoint(TRUNCATE)')
  } catch {
    // The deletion itself is committed; a later checkpoint does what this one could not.
  }
}
