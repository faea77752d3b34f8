import type Database from 'better-sqlite3'

/**
 * Drops what is older than the newest so many days or hours of which there is something, and what lies in
 * the future: a clock that was wrong for a while takes nothing with it, and leaves nothing behind.
 *
 * @param table with `keyset` and a column for the day or hour
 * @returns inside the caller's transaction; does nothing but in the first call of a day or hour
 */
export function createKeepNewest(
  db: Database.Database,
  table: 'use_days' | 'answer_days' | 'presence_hours',
  column: 'day' | 'hour',
  kept: number,
): (keyset: number, now: number) => void {
  const drop = db.prepare<[number, number, number, number, number]>(
    `DELETE FROM ${table} WHERE keyset = ? AND (${column} > ? + 1 OR ${column} < (
       SELECT min(${column}) FROM (
         SELECT DISTINCT ${column} FROM ${table} WHERE keyset = ? AND ${column} <= ? + 1
         ORDER BY ${column} DESC LIMIT ?)))`,
  )
  const done = new Map<number, number>()
  return (keyset, now) => {
    if (done.get(keyset) === now) return
    drop.run(keyset, now, keyset, now, kept)
    done.set(keyset, now)
  }
}
