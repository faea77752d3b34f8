import type Database from 'better-sqlite3'

/** Of events, which consoles ask for by. */
export const EVENT_IDS = 'event_ids'
/** Of rules, of whichever keyset. */
export const RULE_IDS = 'rule_ids'

export type CounterName = typeof EVENT_IDS | typeof RULE_IDS

/** Numbers that only rise, also over restarts, crashes and restores. */
export type Counter = {
  /** By one, or by `count`, within the caller's transaction. @returns where it then stands */
  raise(count?: number): number
}

export function createCounter(db: Database.Database, name: CounterName): Counter {
  const raise = db
    .prepare<[string, number], number>(
      `INSERT INTO counters (name, value) VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET value = value + excluded.value RETURNING value`,
    )
    .pluck()
  return {
    raise: (count = 1) => {
      const value = raise.get(name, count)
      if (value === undefined) throw new TypeError('a counter always has a value')
      return value
    },
  }
}
