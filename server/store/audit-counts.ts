import type Database from 'better-sqlite3'
import type { Caller } from '#contract/rules.ts'
import { type AnswerDay, type AnswerTime, bucketOf, createAnswerDays } from './answer-days.ts'
import { read } from './database.ts'
import { createProofs, type Proof } from './proofs.ts'
import { createSignatureHours, HOUR, type SignatureHour } from './signature-hours.ts'
import { createUseDays, type UseDay } from './use-days.ts'

/** Milliseconds. */
export const DAY = 24 * HOUR

/** What to add to the counts of a keyset, which the caps don't touch. */
export interface Counts {
  keyset: number
  /** Partial signatures given, by peer. */
  peers: ReadonlyMap<string, number>
  /** Signatures, by hour. */
  hours: Iterable<SignatureHour>
  uses: readonly UseDay[]
  answers: readonly AnswerDay[]
  proofs: readonly Proof[]
}

/** Counts that are not written yet: bounded by how long a full disk stays full. */
export class NewCounts {
  readonly #peers = new Map<string, number>()
  readonly #hours = new Map<number, SignatureHour>()
  readonly #uses = new Map<string, UseDay>()
  readonly #answers = new Map<string, AnswerDay>()
  readonly #proofs = new Map<string, Proof>()

  get isEmpty(): boolean {
    return this.#hours.size === 0 && this.#uses.size === 0
  }

  of(keyset: number): Counts {
    return {
      keyset,
      peers: this.#peers,
      hours: this.#hours.values(),
      uses: [...this.#uses.values()],
      answers: [...this.#answers.values()],
      proofs: [...this.#proofs.values()],
    }
  }

  given(peer: string, signatures: number): void {
    this.#peers.set(peer, (this.#peers.get(peer) ?? 0) + signatures)
  }

  /** @param took milliseconds, if that is known */
  signed(at: number, signatures: number, took: number | undefined): void {
    const hour = Math.floor(at / HOUR)
    const before = this.#hours.get(hour)?.signatures ?? 0
    this.#hours.set(hour, { hour, signatures: before + signatures, lastAt: at })
    if (took === undefined) return
    const [day, bucket] = [Math.floor(at / DAY), bucketOf(took)]
    const key = `${day} ${bucket}`
    const answers = (this.#answers.get(key)?.answers ?? 0) + 1
    this.#answers.set(key, { day, bucket, answers })
  }

  used(at: number, caller: Caller, times: number): void {
    const day = Math.floor(at / DAY)
    const key = `${day} ${caller.door} ${caller.id}`
    const uses = (this.#uses.get(key)?.uses ?? 0) + times
    this.#uses.set(key, { day, caller, uses })
  }

  proven(at: number, peer: string): void {
    this.#proofs.set(peer, { peer, at })
  }
}

/** The counts of all keysets, as they are kept. */
export interface CountTables {
  /** Inside the caller's transaction. */
  add(counts: Counts): void
  /** Partial signatures that a keyset gave, by peer. Throws a StoreError, like everything below. */
  given(keyset: number): Map<string, number>
  /** Signatures of a keyset in the last week by hour, oldest first. */
  hours(keyset: number): SignatureHour[]
  /** From a day to another. */
  uses(keyset: number, from: number, to: number): UseDay[]
  /** From a day to another, by day and time. */
  answers(keyset: number, from: number, to: number): AnswerTime[]
  /** The latest first. */
  proofs(keyset: number): Proof[]
}

export function createCountTables(db: Database.Database): CountTables {
  const addGiven = db.prepare<[number, string, number]>(
    `INSERT INTO partial_signatures (keyset, peer, given) VALUES (?, ?, ?)
     ON CONFLICT (keyset, peer) DO UPDATE SET given = given + excluded.given`,
  )
  const allGiven = db.prepare<[number], { peer: string; given: number }>(
    'SELECT peer, given FROM partial_signatures WHERE keyset = ?',
  )
  const hours = createSignatureHours(db)
  const uses = createUseDays(db)
  const answers = createAnswerDays(db)
  const proofs = createProofs(db)
  return {
    add: ({ keyset, peers, ...of }) => {
      for (const [peer, signatures] of peers) addGiven.run(keyset, peer, signatures)
      hours.add(keyset, of.hours)
      uses.add(keyset, of.uses)
      answers.add(keyset, of.answers)
      proofs.add(keyset, of.proofs)
    },
    given: (keyset) =>
      new Map(read(db, () => allGiven.all(keyset)).map(({ peer, given }) => [peer, given])),
    hours: hours.list,
    uses: uses.list,
    answers: answers.list,
    proofs: proofs.list,
  }
}
