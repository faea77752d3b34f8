import type { Operation } from '../contract/rules.ts'
import type { Reason } from './decide.ts'
import type { Asked } from './request.ts'

/** The one class whose objects are permits; it does not leave this file. */
class PermitOf<O extends Operation> {
  readonly #operation: O
  /** Aborts when the owner stops everything: nothing may leave from then on. */
  readonly signal: AbortSignal

  constructor(operation: O, signal: AbortSignal) {
    this.#operation = operation
    this.signal = signal
  }

  get operation(): O {
    return this.#operation
  }
}

/**
 * Leave to do one thing with the key. What signs, exchanges keys or hands out the group demands one, and
 * only the judge makes it: a call without a verdict does not compile.
 */
export type Permit<O extends Operation = Operation> = PermitOf<O>

export interface Allowed<O extends Operation> {
  verdict: 'allow'
  permit: Permit<O>
  reason: Reason | { by: 'answer' }
}

export interface Refused {
  verdict: 'refuse'
  reason: Reason | { by: 'answer' } | { by: 'unanswered' } | { by: 'crowded' }
}

export interface Pending<O extends Operation> {
  verdict: 'ask'
  reason: Reason
  /** Of the question. */
  id: string
  /** How the owner decides, or that the question runs out. Never rejects. */
  settled: Promise<Allowed<O> | Refused>
}

export type Ruling<O extends Operation> = Allowed<O> | Refused | Pending<O>

export interface Judge {
  /**
   * The verdict on a request, at once; a limit that allows it is charged before this returns. Equal
   * requests share a question.
   *
   * @param openFor how long a question about it stays open, in milliseconds
   */
  rule<O extends Operation>(asked: Asked<O>, options: { openFor: number }): Ruling<O>
}
