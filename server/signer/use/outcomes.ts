import type { Caller } from '#contract/rules.ts'
import { OUTCOME_KEPT, OUTCOMES_KEPT_MAX } from './limits.ts'
import { type Outcome, type PendingQuestion, type Refused, stopped } from './request.ts'

/** The result of a question to the owner, for the caller that asked. */
export interface Awaited<T> {
  readonly caller: Caller
  readonly question: PendingQuestion
  /** Null until there is one. */
  readonly outcome: Outcome<T> | null
}

interface Entry<T> extends Awaited<T> {
  promise: Promise<Outcome<T>>
  outcome: Outcome<T> | null
  /** Aborted when the owner stops everything: then the result is not given out. */
  signal: AbortSignal | undefined
}

/** The result of a question that was answered. */
export interface Concluded<T> {
  outcome: Outcome<T>
  signal?: AbortSignal
}

/**
 * Results of questions to the owner, by question id. Kept in memory for ten minutes, so that a caller
 * that did not wait can fetch its result.
 */
export class Outcomes<T> {
  readonly #entries = new Map<string, Entry<T>>()

  /**
   * The result of a question. Callers with the same question share one run of `conclude`.
   *
   * @param thrown makes the result when `conclude` rejects; must not throw
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

  /** Undefined: unknown, or no longer kept. */
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
