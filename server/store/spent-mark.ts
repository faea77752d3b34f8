import type Database from 'better-sqlite3'
import { read, type StoreLog, withoutSync, writeOne } from './database.ts'

/** How much of the nonce file is used up (nonces/state.ts). */
export interface SpentMark {
  /** Rises by one whenever the file is made again. */
  generation: number
  /** A random id of the file: two made at the same generation differ. */
  file: string
  /** How many of its nonces were ever used up. */
  spent: number
}

export type SpentMarks = ReturnType<typeof createSpentMarks>

/**
 * Stores the mark outside the nonce file, in an open, migrated database, so that an older file put back alone is
 * detected.
 *
 * @param options.onOlder called when an older file was found, and emptied
 */
export function createSpentMarks({
  db,
  log,
  onOlder,
}: {
  db: Database.Database
  log: StoreLog
  onOlder(): void
}) {
  const put = preparePut(db)
  /** On the disk when it returns. Throws a StoreError. */
  const keep = ({ generation, file, spent }: SpentMark): void => {
    writeOne(db, () => put.run(generation, file, spent))
  }
  let works = true

  return {
    get: () => read(db, () => markIn(db)),
    keep,
    /**
     * Survives the process's end when it returns, and a power cut with the next commit of anything. Does not
     * wait for the disk. A failure is logged once; the next mark includes this one.
     */
    keepWithoutSync: (mark: SpentMark): void => {
      try {
        withoutSync(db, 'FULL', () => keep(mark))
        works = true
      } catch (err) {
        if (works) log.warn({ err }, 'how many nonces are used up could not be kept')
        works = false
      }
    },
    onOlder,
  }
}

const preparePut = (db: Database.Database) =>
  db.prepare<[number, string, number]>(
    'INSERT OR REPLACE INTO spent_mark (id, generation, file, spent) VALUES (1, ?, ?, ?)',
  )

/** The mark of an open database, if one was kept. */
export const markIn = (db: Database.Database): SpentMark | undefined =>
  db.prepare<[], SpentMark>('SELECT generation, file, spent FROM spent_mark').get()

/** Keeps a mark, in the caller's transaction if there is one. */
export const putMark = (db: Database.Database, { generation, file, spent }: SpentMark): void =>
  void preparePut(db).run(generation, file, spent)

/** The mark that is further. */
export const furtherMark = (
  one: SpentMark | undefined,
  other: SpentMark | undefined,
): SpentMark | undefined => {
  if (one === undefined || other === undefined) return one ?? other
  if (one.generation !== other.generation) return one.generation > other.generation ? one : other
  return one.spent > other.spent ? one : other
}
