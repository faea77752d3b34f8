import type Database from 'better-sqlite3'
import { HISTORY_USE_DAYS } from '#contract/limits.ts'
import { read } from './database.ts'
import { createKeepNewest } from './keep-newest.ts'

/**
 * Each bucket ends at 1.09 times (2^(1/8)) where it begins, so that a time is known to within a twentieth;
 * bucket 0 has what took less than a millisecond. Rows are kept by it: it can't be changed.
 */
const BUCKETS_PER_DOUBLING = 8
/** Two minutes: nothing takes longer than its time-out. */
const BUCKET_MAX = 136

/** The bucket of a time in milliseconds. */
export const bucketOf = (ms: number): number =>
  ms < 1 ? 0 : Math.min(BUCKET_MAX, 1 + Math.floor(Math.log2(ms) * BUCKETS_PER_DOUBLING))

/** The middle of a bucket, in milliseconds. */
const middleOf = (bucket: number): number =>
  bucket === 0 ? 0.5 : 2 ** ((bucket - 0.5) / BUCKETS_PER_DOUBLING)

/** How many signatures of a day took about how long. */
export interface AnswerDay {
  /** Whole days since 1970, in UTC. */
  day: number
  bucket: number
  answers: number
}

/** The same, with the middle of the bucket. Milliseconds. */
export type AnswerTime = Omit<AnswerDay, 'bucket'> & { took: number }

export interface AnswerDays {
  /** Inside the caller's transaction. */
  add(keyset: number, answers: readonly AnswerDay[]): void
  /** Of a keyset, from a day to another, by day and time. Throws a StoreError. */
  list(keyset: number, from: number, to: number): AnswerTime[]
}

export function createAnswerDays(db: Database.Database): AnswerDays {
  const raise = db.prepare<[number, number, number, number]>(
    `INSERT INTO answer_days (keyset, day, bucket, answers) VALUES (?, ?, ?, ?)
     ON CONFLICT (keyset, day, bucket) DO UPDATE SET answers = answers + excluded.answers`,
  )
  const between = db.prepare<[number, number, number], AnswerDay>(
    `SELECT day, bucket, answers FROM answer_days WHERE keyset = ? AND day BETWEEN ? AND ?
     ORDER BY day, bucket`,
  )
  const keepNewest = createKeepNewest(db, 'answer_days', 'day', HISTORY_USE_DAYS)
  return {
    add: (keyset, all) => {
      for (const { day, bucket, answers } of all) {
        raise.run(keyset, day, bucket, answers)
        keepNewest(keyset, day)
      }
    },
    list: (keyset, from, to) =>
      read(db, () =>
        between
          .all(keyset, from, to)
          .map(({ bucket, ...answer }) => ({ ...answer, took: middleOf(bucket) })),
      ),
  }
}
