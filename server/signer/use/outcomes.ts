import type { Caller } from '#contract/rules.ts'
import { OUTCOME_KEPT, OUTCOMES_KEPT_MAX } from './limits.ts'
import { stopped } from './refusals.ts'
import type { Outcome, PendingQuestion, Refused } from './request.ts'

/** What comes of a question, for whoever asked. */
export interface Awaited<T> {
  readonly caller: Caller
  readonly question: PendingQuestion
  /** Null until it is there. */
  readonly outcome: Outcome<T> | null
}

interface Entry<T> {
  caller: Caller
  question: PendingQuestion
  promise: Promise<Outcome<T>>
  outcome: Outcome<T> | null
  /** Aborted when the owner stops what was allowed: its result does not leave any more. */
  signal: AbortSignal | undefined
}

/** What comes of an allowed question. */
export interface Concluded<T> {
  outcome: Outcome<T>
  signal?: AbortSignal
}

/**
 * What comes of questions, by their ids: in memory, for ten minutes after it is there, so that a caller
 * that did not wait can ask for it.
 */
export class Outcomes<T> {
  readonly #entries = new Map<string, Entry<T>>()

  /**
   * Waits for what comes of a question: for all who ask the same, once.
   *
   * @param thrown what comes of it when `conclude` rejects. Must not throw
   */
  of(
    caller: Caller,
    question: PendingQuestion,
    conclude: () => Promise<Concluded<T>>,
    thrown: (error: unknown) => Refused,
  ): Promise<Outcome<T>> {
    const known = this.#entries.get(question.id)
    if (known !== undefined) return known.promise
    const entry: Entry<T> = {
      ...{ caller, question, outcome: null, signal: undefined },
      promise: conclude()
        .catch((error: unknown): Concluded<T> => ({ outcome: thrown(error) }))
        .then(({ outcome, signal }) => {
          entry.outcome = outcome
          entry.signal = signal
          this.#keep(question.id)
          return outcome
        }),
    }
    this.#entries.set(question.id, entry)
    return entry.promise
  }

  /** Undefined: not known, or not any more. */
  get(id: string): Awaited<T> | undefined {
    const entry = this.#entries.get(id)
    if (entry === undefined) return undefined
    const { caller, question, outcome, signal } = entry
    return { caller, question, outcome: outcome?.ok && signal?.aborted ? stopped : outcome }
  }

  #keep(id: string): void {
    setTimeout(() => this.#entries.delete(id), OUTCOME_KEPT).unref()
    const over = [...this.#entries].filter(([, { outcome }]) => outcome !== null)
    for (const [oldest] of over.slice(0, -OUTCOMES_KEPT_MAX)) this.#entries.delete(oldest)
  }
}
