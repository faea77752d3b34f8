import type Database from 'better-sqlite3'
import { emptyWriteAheadLog, read, write } from './database.ts'
import type { Guards } from './guards/guards.ts'
import { GUARDED, isGuardedSetting } from './guards/tables.ts'
import { guardedPlace, type Sealer } from './sealing.ts'

/** The settings that both the environment and the console give. */
export const ENV_KEYS = ['GROUP_CRED', 'SHARE_CRED', 'GROUP_NAME', 'RELAYS'] as const
export type EnvKey = (typeof ENV_KEYS)[number]
export type EnvValues = Partial<Record<EnvKey, string | undefined>>

/**
 * - saved: as the console (or a call) saved it; wins over the environment
 * - environment: nothing saved, the environment has it
 * - deleted: deleted in the console; the environment's value, if any, is not used. The same where
 *   somebody other than Floe has changed what was saved, or taken it out
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
  /** Whether a setting that opens something was saved, and somebody other than Floe has changed it or taken it out. */
  isLost(name: string): boolean
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
export const placeOfSetting = (key: EnvKey): string => guardedPlace(`env_settings/${key}`)

type EnvRow = { name: string; value: string | null; sealed: Buffer | null; deleted: 0 | 1 }

/** Settings in an open, migrated database. Every write throws a StoreError when it fails. */
export function createSettings(db: Database.Database, sealer: Sealer, guards: Guards): Settings {
  const envGuard = guards.of('env_settings')
  const guard = guards.of('settings')
  const envRows = db.prepare<[], EnvRow>('SELECT name, value, sealed, deleted FROM env_settings')
  const putEnv = db.prepare<[EnvKey, string | null, Buffer | null, 0 | 1]>(
    'INSERT OR REPLACE INTO env_settings (name, value, sealed, deleted) VALUES (?, ?, ?, ?)',
  )
  const getSetting = db
    .prepare<[string], string>('SELECT value FROM settings WHERE name = ?')
    .pluck()
  const guardedRows = db.prepare<[], { name: string; value: string }>(
    `SELECT name, value FROM settings WHERE ${GUARDED.settings.where}`,
  )
  const raiseCounter = db
    .prepare<[string, number], number>(
      `INSERT INTO counters (name, value) VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET value = value + excluded.value RETURNING value`,
    )
    .pluck()

  const siftSettings = () => guard.sift(read(db, () => guardedRows.all()))

  const settingFrom = (key: EnvKey, row: EnvRow | undefined, given = ''): EnvSetting => {
    if (row?.deleted === 1) return { source: 'deleted' }
    if (row?.sealed) return { source: 'saved', value: sealer.open(row.sealed, placeOfSetting(key)) }
    if (typeof row?.value === 'string') return { source: 'saved', value: row.value }
    return given === '' ? { source: 'none' } : { source: 'environment', value: given }
  }

  return {
    effectiveEnv: (fromEnvironment) => {
      const { own, lost } = envGuard.sift(read(db, () => envRows.all()))
      const rows = new Map(own.map((row) => [row.name, row]))
      const setting = (key: EnvKey): EnvSetting =>
        lost.includes(key)
          ? { source: 'deleted' }
          : settingFrom(key, rows.get(key), fromEnvironment[key])
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
          envGuard.keep([key])
        }
      })
    },

    deleteEnv: (keys) => {
      const deleted = [...new Set(keys)]
      write(db, () => {
        for (const key of deleted) putEnv.run(key, null, null, 1)
        envGuard.keep(...deleted.map((key) => [key]))
      })
      emptyWriteAheadLog(db)
      return deleted
    },

    get: (name) => {
      if (!isGuardedSetting(name)) return read(db, () => getSetting.get(name))
      return siftSettings().own.find((row) => row.name === name)?.value
    },

    isLost: (name) => isGuardedSetting(name) && siftSettings().lost.includes(name),

    set: (name, value) => {
      write(db, () => {
        keepSetting(db, name, value)
        if (isGuardedSetting(name)) guard.keep([name])
      })
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
