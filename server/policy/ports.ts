import type { QuestionEnd } from '#contract/questions.ts'
import type { Caller, Effect, Operation, Preset } from '#contract/rules.ts'
import type { Asked } from './request.ts'
import type { Rule } from './rule.ts'

/**
 * What the judge keeps. Everything that is written is on the disk before the call returns, or the call
 * throws; times are Unix milliseconds.
 */
export interface RuleStore {
  /** The oldest first. Those that somebody other than Floe has changed or taken out are as Floe wrote them. */
  list(): Rule[]
  /** @returns its id, which is never given twice */
  add(rule: Omit<Rule, 'id'>): number
  /** True if there was one. */
  delete(id: number): boolean
}

/** How often callers have used limited rules. */
export interface UseStore {
  /** Those that are not older than the longest period, the oldest first. */
  list(): Use[]
  add(use: Use): void
  /** Forgets those before a time. */
  trim(before: number): void
}

export interface Use {
  rule: number
  /** `callerKey` of it. */
  caller: string
  /** Whole milliseconds. */
  at: number
  times: number
}

/** What the owner has set for a caller. */
export interface Standing {
  caller: Caller
  /** Null: none. */
  name: string | null
  /** Null: as its door has it. */
  preset: Preset | null
  isSuspended: boolean
}

export interface StandingStore {
  list(): Standing[]
  /** Replaces what was set for this caller. */
  set(standing: Standing): void
  /** Forgets a caller that is gone. */
  delete(caller: Caller): void
}

/** A question as it is kept: what it shows is sealed, and deleted once it is decided. */
export interface KeptQuestion {
  id: string
  asked: Asked
  askedAt: number
  runsOutAt: number
}

/** An answer that stands for the same request for a while. */
export interface KeptAnswer {
  id: string
  /** `requestKey` of what was answered. */
  request: string
  end: Extract<QuestionEnd, 'allowed' | 'refused'>
  until: number
}

export interface QuestionStore {
  /** Those that are open, and the answers that still stand. */
  list(): { open: KeptQuestion[]; answers: KeptAnswer[] }
  open(question: KeptQuestion): void
  /**
   * Ends a question, in one transaction with what `remember` keeps; its content is deleted.
   *
   * @returns false if it was not open any more, and nothing was kept
   */
  end(id: string, answer: KeptAnswer | null, remember?: () => void): boolean
  /** Forgets answers that no longer stand at a time. Questions that ran out are ended, not forgotten. */
  trim(before: number): void
}

/** Null: not stopped. `until` null: until it is lifted. */
export interface StopRecord {
  since: number
  until: number | null
}

/** Survives restarts, and restores of a back-up that was made before. */
export interface StopStore {
  get(): StopRecord | null
  set(stop: StopRecord | null): void
  /** True if something else was kept from outside since this was last asked, or may have been. */
  changedOutside(): boolean
}

/** What the doors say of their callers. */
export interface Doors {
  /**
   * Why nothing is done for a caller, whatever the rules say: it, or the client of it that asks, is no
   * longer known, or its switch for this operation is off. Null if they decide.
   */
  bar(asked: Pick<Asked, 'caller' | 'client' | 'operation'>): 'gone' | 'switch' | null
  /** What a door does by itself, where neither a rule nor a preset says something. */
  byDoor(caller: Caller, operation: Operation): Effect
  /** What a caller is called where its owner has given it no name for us. */
  nameOf(caller: Caller): string | undefined
}
