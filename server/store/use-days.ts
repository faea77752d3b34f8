import type Database from 'better-sqlite3'
import { HISTORY_USE_DAYS } from '#contract/limits.ts'
import type { Caller } from '#contract/rules.ts'
import { read } from './database.ts'
import { createKeepNewest } from './keep-newest.ts'
import { CALLERS_A_DAY } from './limits.ts'

/** How often somebody has used the key on a day. */
export interface UseDay {
  /** Whole days since 1970, in UTC. */
  day: number
  /** Null: all that are not told apart. */
  caller: Caller | null
  uses: number
}

/** Uses by day and caller; so many callers a day are told apart, and the others counted together. */
export interface UseDays {
  /** Inside the caller's transaction. */
  add(keyset: number, uses: readonly UseDay[]): void
  /** Of a keyset, from a day to another. Throws a StoreError. */
  list(keyset: number, from: number, to: number): UseDay[]
}

type Row = { day: number; door: string; caller: string; uses: number }

export function createUseDays(db: Database.Database): UseDays {
  const raise = db.prepare<[number, number, number, string, string]>(
    'UPDATE use_days SET uses = uses + ? WHERE keyset = ? AND day = ? AND door = ? AND caller = ?',
  )
  const insert = db.prepare<[number, number, string, string, number]>(
    'INSERT INTO use_days (keyset, day, door, caller, uses) VALUES (?, ?, ?, ?, ?)',
  )
  const callersOn = db
    .prepare<[number, number], number>(
      "SELECT count(*) FROM use_days WHERE keyset = ? AND day = ? AND door <> ''",
    )
    .pluck()
  const between = db.prepare<[number, number, number], Row>(
    'SELECT day, door, caller, uses FROM use_days WHERE keyset = ? AND day BETWEEN ? AND ?',
  )
  const keepNewest = createKeepNewest(db, 'use_days', 'day', HISTORY_USE_DAYS)

  const addTo = (keyset: number, { day, door, caller, uses }: Row): boolean =>
    raise.run(uses, keyset, day, door, caller).changes > 0

  return {
    add: (keyset, all) => {
      for (const { day, caller, uses } of all) {
        const row = { day, uses, door: caller?.door ?? '', caller: caller?.id ?? '' }
        if (addTo(keyset, row)) continue
        const isFull = row.door !== '' && (callersOn.get(keyset, day) ?? 0) >= CALLERS_A_DAY
        const { door, caller: id } = isFull ? { door: '', caller: '' } : row
        if (!isFull || !addTo(keyset, { ...row, door, caller: id }))
          insert.run(keyset, day, door, id, uses)
        keepNewest(keyset, day)
      }
    },
    list: (keyset, from, to) =>
      read(db, () =>
        between.all(keyset, from, to).map(({ day, door, caller, uses }) => ({
          day,
          uses,
          caller: door === '' ? null : { door: door as Caller['door'], id: caller },
        })),
      ),
  }
}
