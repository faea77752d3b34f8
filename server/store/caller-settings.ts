import type Database from 'better-sqlite3'
import type { Caller, Preset } from '#contract/rules.ts'
import type { CallerSettingsStore } from '#policy/caller-settings.ts'
import { write } from './database.ts'
import type { Guards } from './guards.ts'

type Row = {
  keyset: number
  door: Caller['door']
  caller: string
  name: string | null
  preset: Preset | null
  suspended: 0 | 1
}

export function createCallerSettings(
  db: Database.Database,
  { guards, keyset }: { guards: Guards; keyset: number },
): CallerSettingsStore {
  const guard = guards.of<Row>('standings', keyset)
  const put = db.prepare<[Row]>(
    `INSERT OR REPLACE INTO standings (keyset, door, caller, name, preset, suspended)
     VALUES (@keyset, @door, @caller, @name, @preset, @suspended)`,
  )
  const remove = db.prepare<[number, string, string]>(
    'DELETE FROM standings WHERE keyset = ? AND door = ? AND caller = ?',
  )
  return {
    list: () =>
      guard.read().rows.map(({ door, caller, name, preset, suspended }) => ({
        caller: { door, id: caller },
        name,
        preset,
        isSuspended: suspended === 1,
      })),
    set: ({ caller: { door, id }, name, preset, isSuspended }) => {
      write(db, () => {
        put.run({ keyset, door, caller: id, name, preset, suspended: isSuspended ? 1 : 0 })
        guard.record([door, id])
      })
    },
    delete: ({ door, id }) => {
      write(db, () => {
        remove.run(keyset, door, id)
        guard.record([door, id])
      })
    },
  }
}
