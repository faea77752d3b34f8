import type { Caller } from '#contract/rules.ts'

/** How often somebody has used the key on a day. */
export interface UseCount {
  /** Whole days since 1970, in UTC. */
  day: number
  /** Null: all that are not told apart. */
  caller: Caller | null
  uses: number
}

/** How many signatures of a day took about how long. */
export interface AnswerCount {
  /** Whole days since 1970, in UTC. */
  day: number
  /** Milliseconds. */
  took: number
  answers: number
}

/** When a peer, by its x-only key, last took part in a signature that was checked. Unix milliseconds. */
export interface LastProof {
  peer: string
  at: number
}

/** What is counted as the key is used. */
export interface UseHistory {
  /** From a day to another: answers by day and time, proofs with the latest first. May throw. */
  history(
    from: number,
    to: number,
  ): { uses: UseCount[]; answers: AnswerCount[]; proofs: LastProof[] }
}

/** For how long of an hour or day somebody was watched, and there. */
export interface Stretch {
  /** A peer's x-only key, or a relay's URL. */
  subject: string
  /** Milliseconds. */
  watched: number
  there: number
}

/** Whole hours since 1970. */
export type StretchOfHour = Stretch & { hour: number }
/** Whole days since 1970, in UTC. */
export type StretchOfDay = Stretch & { day: number }

/** What somebody was when last watched. Unix milliseconds. */
export interface PresenceState {
  subject: string
  there: boolean
  since: number
  watchedUntil: number
}

/** Where it is kept who was there. All of it may throw. */
export interface PresenceStore {
  states(): PresenceState[]
  /** From an hour to another. */
  hours(from: number, to: number): StretchOfHour[]
  /** From a day to another. */
  days(from: number, to: number): StretchOfDay[]
  /** Adds to the hours, and sets the states. */
  add(changes: { hours: readonly StretchOfHour[]; states: readonly PresenceState[] }): void
}
