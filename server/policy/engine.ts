import type { Operation } from '#contract/rules.ts'
import type { OpenQuestion, Questions } from './approvals.ts'
import { type Book, type Charge, type Decision, decide, type Reason } from './decide.ts'
import type { Uses } from './limit-usage.ts'
import type { AllowedBy, RefusedBy } from './reasons.ts'
import type { Asked } from './request.ts'
import type { Stop } from './stop.ts'

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
  reason: AllowedBy
}

export interface Refused {
  verdict: 'refuse'
  reason: RefusedBy
}

export interface Pending<O extends Operation> {
  verdict: 'ask'
  reason: Reason
  /** Of the question. */
  id: string
  /** Unix milliseconds. */
  runsOutAt: number
  /** How the owner decides, or that the question runs out. Never rejects. */
  settled: Promise<Allowed<O> | Refused>
}

export type PolicyOutcome<O extends Operation = Operation> = Allowed<O> | Refused | Pending<O>

export interface PolicyEngine {
  /**
   * The verdict on a request, at once; a limit that allows it is charged before this returns. Equal
   * requests share a question, and what its answer charges.
   *
   * @param openFor how long a question about it stays open, in milliseconds
   */
  rule<O extends Operation>(asked: Asked<O>, options: { openFor: number }): PolicyOutcome<O>
  /** Why what was allowed is not to be done any more, whatever the rules say; null: it is. */
  bar(asked: Asked): RefusedBy | null
  /** Whether a request would be allowed now without being asked about. Charges, asks and tells nothing. */
  allows(asked: Asked): boolean
}

export interface PolicyEngineOptions {
  book: Book
  uses: Pick<Uses, 'charge'>
  questions: Pick<Questions, 'standing' | 'open'>
  stop: Pick<Stop, 'signal'>
  /** Told every verdict; how a question ended, its listeners are told. */
  onDecision(asked: Asked, policyOutcome: PolicyOutcome): void
  /** Told why a use or a question could not be kept. */
  onError(error: unknown): void
}

export function createPolicyEngine({
  book,
  uses,
  questions,
  stop,
  onDecision,
  onError,
}: PolicyEngineOptions): PolicyEngine {
  const refuse = (reason: RefusedBy): Refused => ({ verdict: 'refuse', reason })

  const unkept = (error: unknown): Refused => {
    onError(error)
    return refuse({ by: 'unkept' })
  }

  const allow = <O extends Operation>(
    { caller, operation }: Asked<O>,
    charges: readonly Charge[],
    reason: AllowedBy,
  ): Allowed<O> | Refused => {
    try {
      uses.charge(charges, caller)
    } catch (error) {
      return unkept(error)
    }
    return { verdict: 'allow', permit: new PermitOf(operation, stop.signal), reason }
  }

  const ask = <O extends Operation>(
    asked: Asked<O>,
    { charges, reason }: Decision,
    openFor: number,
  ): PolicyOutcome<O> => {
    const answer = questions.standing(asked)
    if (answer === 'allowed') return allow(asked, charges, { by: 'answer' })
    if (answer === 'refused') return refuse({ by: 'answer' })
    let question: OpenQuestion | null
    try {
      question = questions.open(asked, openFor)
    } catch (error) {
      return unkept(error)
    }
    if (question === null) return refuse({ by: 'crowded' })
    const settled = question.settled.then((settlement) =>
      settlement.end === 'allowed'
        ? {
            verdict: 'allow' as const,
            permit: new PermitOf(asked.operation, settlement.signal),
            reason: settlement.reason,
          }
        : refuse(settlement.reason),
    )
    return { verdict: 'ask', reason, id: question.id, runsOutAt: question.runsOutAt, settled }
  }

  const decided = <O extends Operation>(asked: Asked<O>, openFor: number): PolicyOutcome<O> => {
    const decision = decide(asked, book)
    switch (decision.verdict) {
      case 'allow':
        return allow(asked, decision.charges, decision.reason)
      case 'refuse':
        return refuse(decision.reason)
      case 'ask':
        return ask(asked, decision, openFor)
    }
  }

  return {
    rule: (asked, { openFor }) => {
      const policyOutcome = decided(asked, openFor)
      onDecision(asked, policyOutcome)
      return policyOutcome
    },
    bar: (asked) => {
      const bar = book.bar(asked)
      return bar === null ? null : { by: bar }
    },
    allows: (asked) => decide(asked, book).verdict === 'allow',
  }
}
