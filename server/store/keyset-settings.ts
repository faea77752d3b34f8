import type Database from 'better-sqlite3'
import { type EnvKey, envKeys } from '#contract/keysets.ts'
import { createLogCleaner, emptyWriteAheadLog, read, write } from './database.ts'
import type { Guards } from './guards.ts'
import { keysetPlace, type Sealer } from './sealing.ts'

/** The settings that both the environment and the console can give. */
export type EnvValues = Partial<Record<EnvKey, string | undefined>>

/**
 * - saved: as the console (or a call) saved it; wins over the environment
 * - environment: nothing saved, the environment has it
 * - deleted: deleted in the console, or tampered with; the environment's value, if any, is not used
 * - none: neither saved nor in the environment
 */
export type EnvSetting =
  | { source: 'saved' | 'environment'; value: string }
  | { source: 'deleted' | 'none'; value?: never }

/** Other settings, never a secret. `protocol`: how the signer deals with peers, as one value. */
export type KeysetSettingName = 'protocol'

export type KeysetSettings = ReturnType<typeof createKeysetSettings>

const SECRET_KEYS: ReadonlySet<EnvKey> = new Set(['GROUP_CRED', 'SHARE_CRED'])

interface EnvRow {
  name: string
  value: string | null
  sealed: Buffer | null
  deleted: 0 | 1
}

/** The settings of one keyset in an open, migrated database. Every write throws a StoreError when it fails. */
export function createKeysetSettings(
  db: Database.Database,
  { sealer, guards, keyset }: { sealer: Sealer; guards: Guards; keyset: number },
) {
  const envGuard = guards.of<EnvRow>('env_settings', keyset)
  const guard = guards.of<{ name: string; value: string }>('settings', keyset)
  const putEnv = db.prepare<[number, EnvKey, string | null, Buffer | null, 0 | 1]>(
    'INSERT OR REPLACE INTO env_settings (keyset, name, value, sealed, deleted) VALUES (?, ?, ?, ?, ?)',
  )
  const putSetting = db.prepare<[number, KeysetSettingName, string]>(
    'INSERT OR REPLACE INTO settings (keyset, name, value) VALUES (?, ?, ?)',
  )

  const placeOf = (key: EnvKey): string => keysetPlace(keyset, `env_settings/${key}`)

  const settingFrom = (key: EnvKey, row: EnvRow | undefined, given = ''): EnvSetting => {
    if (row?.deleted === 1) return { source: 'deleted' }
    if (row?.sealed) return { source: 'saved', value: sealer.open(row.sealed, placeOf(key)) }
    if (typeof row?.value === 'string') return { source: 'saved', value: row.value }
    return given === '' ? { source: 'none' } : { source: 'environment', value: given }
  }

  return {
    /** The value in force of each key. An empty environment variable counts as none. */
    effectiveEnv: (fromEnvironment: EnvValues): Record<EnvKey, EnvSetting> => {
      const { rows, lost } = envGuard.read()
      const byName = new Map(rows.map((row) => [row.name, row]))
      const isLost = (key: EnvKey) => lost.some(([name]) => name === key)
      const setting = (key: EnvKey): EnvSetting =>
        isLost(key)
          ? { source: 'deleted' }
          : settingFrom(key, byName.get(key), fromEnvironment[key])
      return {
        GROUP_CRED: setting('GROUP_CRED'),
        SHARE_CRED: setting('SHARE_CRED'),
        GROUP_NAME: setting('GROUP_NAME'),
        RELAYS: setting('RELAYS'),
      }
    },

    /** Saves the given keys, all or none; saving a deleted key brings it back. */
    saveEnv: (changes: EnvValues): void => {
      write(db, () => {
        for (const key of envKeys) {
          const value = changes[key]
          if (value === undefined) continue
          if (SECRET_KEYS.has(key)) {
            putEnv.run(keyset, key, null, sealer.seal(value, placeOf(key)), 0)
          } else putEnv.run(keyset, key, value, null, 0)
          envGuard.record([key])
        }
      })
    },

    /** Deletes keys for good, and returns them, each once. All or none. */
    deleteEnv: (keys: readonly EnvKey[]): EnvKey[] => {
      const deleted = [...new Set(keys)]
      write(db, () => {
        for (const key of deleted) putEnv.run(keyset, key, null, null, 1)
        envGuard.record(...deleted.map((key) => [key]))
      })
      emptyWriteAheadLog(db)
      return deleted
    },

    get: (name: KeysetSettingName) => guard.read().rows.find((row) => row.name === name)?.value,

    /** Whether a saved setting was changed or deleted by somebody other than Floe. */
    isLost: (name: KeysetSettingName) => guard.read().lost.some(([lost]) => lost === name),

    set: (name: KeysetSettingName, value: string): void => {
      write(db, () => {
        putSetting.run(keyset, name, value)
        guard.record([name])
      })
    },
  }
}

export type SealedSettings = ReturnType<typeof createSealedSettings>

/** Settings of a keyset that are secret. Everything throws a StoreError when it fails. */
export function createSealedSettings(
  db: Database.Database,
  { sealer, keyset }: { sealer: Sealer; keyset: number },
) {
  const find = db
    .prepare<[number, string], Buffer>(
      'SELECT sealed FROM sealed_settings WHERE keyset = ? AND name = ?',
    )
    .pluck()
  const put = db.prepare<[number, string, Buffer]>(
    'INSERT OR REPLACE INTO sealed_settings (keyset, name, sealed) VALUES (?, ?, ?)',
  )
  const remove = db.prepare<[number, string]>(
    'DELETE FROM sealed_settings WHERE keyset = ? AND name = ?',
  )
  const placeOf = (name: string) => keysetPlace(keyset, `sealed_settings/${name}`)
  const cleanSoon = createLogCleaner(db)
  return {
    /** Throws a StoreError (CORRUPT) if it was tampered with. */
    get: (name: string): string | undefined => {
      const sealed = read(db, () => find.get(keyset, name))
      return sealed === undefined ? undefined : sealer.open(sealed, placeOf(name))
    },
    /** Null deletes it. The old value is soon in no file. */
    set: (name: string, value: string | null): void => {
      write(db, () => {
        if (value === null) remove.run(keyset, name)
        else put.run(keyset, name, sealer.seal(value, placeOf(name)))
      })
      cleanSoon()
    },
  }
}
