import type Database from 'better-sqlite3'
import { createLogCleaner, read, write } from './database.ts'
import { keysetPlace, type Sealer } from './sealing.ts'

/** Settings of a keyset that hold a secret. Everything throws a StoreError when it fails. */
export interface SealedSettings {
  /** Throws a StoreError (CORRUPT) if somebody other than Floe has changed or moved it. */
  get(name: string): string | undefined
  /** Null deletes it; what was there before soon stands in no file. */
  set(name: string, value: string | null): void
}

export function createSealedSettings(
  db: Database.Database,
  { sealer, keyset }: { sealer: Sealer; keyset: number },
): SealedSettings {
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
    get: (name) => {
      const sealed = read(db, () => find.get(keyset, name))
      return sealed === undefined ? undefined : sealer.open(sealed, placeOf(name))
    },
    set: (name, value) => {
      write(db, () => {
        if (value === null) remove.run(keyset, name)
        else put.run(keyset, name, sealer.seal(value, placeOf(name)))
      })
      cleanSoon()
    },
  }
}
