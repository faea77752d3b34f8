import type Database from 'better-sqlite3'
import { HISTORY_USE_DAYS } from '#contract/limits.ts'
import type { Caller } from '#contract/rules.ts'
import { createKeepNewest, read } from './database.ts'
import { CALLERS_A_DAY, PROOFS_KEPT } from './limits.ts'

/**
 * Counts that are raised together with the audit's rows, and that its caps do not touch: partial signatures
 * by peer, signatures by hour, uses by day and caller, response times by day, and proofs of peers.
 */

/** Milliseconds. */
export const HOUR = 3_600_000
export const DAY = 24 * HOUR
/** A week and the current hour. */
const HOURS_KEPT = 7 * 24 + 1

/**
 * Response times are kept in buckets. Each ends at 1.09 times (2^(1/8)) where it begins, so a time is known
 * to within 5 %; bucket 0 has times below a millisecond. Stored rows depend on it: it can't be changed.
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

export interface SignatureHour {
  /** Whole hours since 1970. */
  hour: number
  signatures: number
  /** When the last of them was made. Unix milliseconds. */
  lastAt: number
}

/** How often a caller used the key on a day. */
export interface UseDay {
  /** Whole days since 1970, in UTC. */
  day: number
  /** Null: all callers beyond the first CALLERS_A_DAY of a day. */
  caller: Caller | null
  uses: number
}

/** How many signatures of a day took a time in this bucket. */
interface AnswerDay {
  /** Whole days since 1970, in UTC. */
  day: number
  bucket: number
  answers: number
}

/** The same, with the middle of the bucket as `took`, in milliseconds. */
export type AnswerTime = Omit<AnswerDay, 'bucket'> & { took: number }

/** When a peer last took part in a signature that was checked. */
export interface Proof {
  /** X-only key. */
  peer: string
  /** Unix milliseconds. */
  at: number
}

/** What to add to the counts of a keyset. While the disk is full it grows, by the hour and the caller. */
export class NewCounts {
  readonly keyset: number
  /** Partial signatures given, by peer. */
  readonly given = new Map<string, number>()
  readonly hours = new Map<number, SignatureHour>()
  readonly uses = new Map<string, UseDay>()
  readonly answers = new Map<string, AnswerDay>()
  /** When each peer was last proven, in Unix milliseconds. */
  readonly proofs = new Map<string, number>()

  constructor(keyset: number) {
    this.keyset = keyset
  }

  get isEmpty(): boolean {
    return this.hours.size === 0 && this.uses.size === 0
  }

  addGiven(peer: string, signatures: number): void {
    this.given.set(peer, (this.given.get(peer) ?? 0) + signatures)
  }

  /** @param took milliseconds */
  addSigned(at: number, signatures: number, took: number): void {
    const hour = Math.floor(at / HOUR)
    const before = this.hours.get(hour)?.signatures ?? 0
    this.hours.set(hour, { hour, signatures: before + signatures, lastAt: at })
    const [day, bucket] = [Math.floor(at / DAY), bucketOf(took)]
    const key = `${day} ${bucket}`
    const answers = (this.answers.get(key)?.answers ?? 0) + 1
    this.answers.set(key, { day, bucket, answers })
  }

  addUse(at: number, caller: Caller, times: number): void {
    const day = Math.floor(at / DAY)
    const key = `${day} ${caller.door} ${caller.id}`
    const uses = (this.uses.get(key)?.uses ?? 0) + times
    this.uses.set(key, { day, caller, uses })
  }
}

/** The counts of all keysets in the database. */
export function createCountTables(db: Database.Database) {
  const addGiven = db.prepare<[number, string, number]>(
    `INSERT INTO partial_signatures (keyset, peer, given) VALUES (?, ?, ?)
     ON CONFLICT (keyset, peer) DO UPDATE SET given = given + excluded.given`,
  )
  const allGiven = db.prepare<[number], { peer: string; given: number }>(
    'SELECT peer, given FROM partial_signatures WHERE keyset = ?',
  )
  const addHour = db.prepare<[number, number, number, number]>(
    `INSERT INTO signature_hours (keyset, hour, signatures, last_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (keyset, hour) DO UPDATE SET signatures = signatures + excluded.signatures,
                                      last_at = max(last_at, excluded.last_at)`,
  )
  const dropOldHours = db.prepare<[number, number, number]>(
    `DELETE FROM signature_hours WHERE keyset = ? AND hour <=
       (SELECT max(hour) FROM signature_hours WHERE keyset = ?) - ?`,
  )
  const allHours = db.prepare<[number], SignatureHour>(
    `SELECT hour, signatures, last_at AS lastAt FROM signature_hours WHERE keyset = ?
     ORDER BY hour`,
  )
  const addAnswers = db.prepare<[number, number, number, number]>(
    `INSERT INTO answer_days (keyset, day, bucket, answers) VALUES (?, ?, ?, ?)
     ON CONFLICT (keyset, day, bucket) DO UPDATE SET answers = answers + excluded.answers`,
  )
  const answersBetween = db.prepare<[number, number, number], AnswerDay>(
    `SELECT day, bucket, answers FROM answer_days WHERE keyset = ? AND day BETWEEN ? AND ?
     ORDER BY day, bucket`,
  )
  const putProof = db.prepare<[number, string, number]>(
    `INSERT INTO proofs (keyset, peer, at) VALUES (?, ?, ?)
     ON CONFLICT (keyset, peer) DO UPDATE SET at = excluded.at`,
  )
  // Proofs of members of earlier groups. SQLite compiles a statement again each time its LIMIT is bound.
  const dropOldProofs = db.prepare<[number, number]>(
    `DELETE FROM proofs WHERE keyset = ? AND peer NOT IN (
       SELECT peer FROM proofs WHERE keyset = ? ORDER BY at DESC LIMIT ${PROOFS_KEPT})`,
  )
  const allProofs = db.prepare<[number], Proof>(
    'SELECT peer, at FROM proofs WHERE keyset = ? ORDER BY at DESC, peer',
  )
  const keepNewestAnswers = createKeepNewest(db, 'answer_days', 'day', HISTORY_USE_DAYS)
  const useDays = createUseDays(db)

  return {
    /** Inside the caller's transaction. */
    add: ({ keyset, given, hours, uses, answers, proofs }: NewCounts): void => {
      for (const [peer, signatures] of given) addGiven.run(keyset, peer, signatures)
      for (const { hour, signatures, lastAt } of hours.values()) {
        addHour.run(keyset, hour, signatures, lastAt)
      }
      dropOldHours.run(keyset, keyset, HOURS_KEPT)
      for (const use of uses.values()) useDays.add(keyset, use)
      for (const { day, bucket, answers: count } of answers.values()) {
        addAnswers.run(keyset, day, bucket, count)
        keepNewestAnswers(keyset, day)
      }
      for (const [peer, at] of proofs) {
        putProof.run(keyset, peer, at)
        dropOldProofs.run(keyset, keyset)
      }
    },
    /** Partial signatures that a keyset gave, by peer. Throws a StoreError, like everything below. */
    given: (keyset: number) =>
      new Map(read(db, () => allGiven.all(keyset)).map(({ peer, given }) => [peer, given])),
    /** Signatures of a keyset in the last week, oldest first. Its newest hour stays, however old it is. */
    hours: (keyset: number) => read(db, () => allHours.all(keyset)),
    /** Between two days, inclusive. */
    uses: useDays.list,
    /** Between two days, inclusive, by day and time. */
    answers: (keyset: number, from: number, to: number): AnswerTime[] =>
      read(db, () => answersBetween.all(keyset, from, to)).map(({ bucket, ...answer }) => ({
        ...answer,
        took: middleOf(bucket),
      })),
    /** The latest first. */
    proofs: (keyset: number) => read(db, () => allProofs.all(keyset)),
  }
}

type UseRow = { day: number; door: string; caller: string; uses: number }

/** Beyond CALLERS_A_DAY the callers of a day share one row, whose caller is empty. */
function createUseDays(db: Database.Database) {
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
  const between = db.prepare<[number, number, number], UseRow>(
    'SELECT day, door, caller, uses FROM use_days WHERE keyset = ? AND day BETWEEN ? AND ?',
  )
  const keepNewest = createKeepNewest(db, 'use_days', 'day', HISTORY_USE_DAYS)

  return {
    /** Inside the caller's transaction. */
    add: (keyset: number, { day, caller, uses }: UseDay): void => {
      const addTo = (door: string, id: string) => raise.run(uses, keyset, day, door, id).changes > 0
      const [door, id] = [caller?.door ?? '', caller?.id ?? '']
      if (addTo(door, id)) return
      const isFull = door !== '' && (callersOn.get(keyset, day) ?? 0) >= CALLERS_A_DAY
      if (!isFull) insert.run(keyset, day, door, id, uses)
      else if (!addTo('', '')) insert.run(keyset, day, '', '', uses)
      keepNewest(keyset, day)
    },
    list: (keyset: number, from: number, to: number): UseDay[] =>
      read(db, () => between.all(keyset, from, to)).map(({ day, door, caller, uses }) => ({
        day,
        uses,
        caller: door === '' ? null : { door: door as Caller['door'], id: caller },
      })),
  }
}
