import type Database from 'better-sqlite3'
import { LIMIT_PERIODS } from '#contract/rules.ts'
import type { Use, UseStore } from '#policy/limit-usage.ts'
import { read, writeOne } from './database.ts'

const LONGEST_PERIOD = Math.max(...Object.values(LIMIT_PERIODS))

export function createUses(
  db: Database.Database,
  { keyset, now }: { keyset: number; now(): number },
): UseStore {
  const since = db.prepare<[number, number], Use>(
    'SELECT rule, caller, at, times FROM uses WHERE keyset = ? AND at >= ? ORDER BY at',
  )
  const add = db.prepare<[number, number, number, string, number]>(
    `INSERT INTO uses (keyset, at, rule, caller, times) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (keyset, at, rule, caller) DO UPDATE SET times = times + excluded.times`,
  )
  const forget = db.prepare<[number, number]>('DELETE FROM uses WHERE keyset = ? AND at < ?')
  return {
    list: () => read(db, () => since.all(keyset, now() - LONGEST_PERIOD)),
    add: ({ rule, caller, at, times }) => {
      writeOne(db, () => add.run(keyset, at, rule, caller, times))
    },
    trim: (before) => {
      writeOne(db, () => forget.run(keyset, before))
    },
  }
}
