import type { Operation } from '#contract/rules.ts'
import type { Approvals, PendingApproval } from './approvals.ts'
import { type Charge, type Decision, decide, type PolicyState } from './decide.ts'
import type { LimitUsage } from './limit-usage.ts'
import type { AllowedBy, Reason, RefusedBy } from './reasons.ts'
import type { PolicyRequest } from './request.ts'
import type { Stop } from './stop.ts'

/** Not exported, so that only this file can make permits. */
class PermitOf<O extends Operation> {
  readonly #operation: O
  /** Aborted when the owner stops everything: nothing may be sent from then on. */
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
 * Permission for one operation with the key. Code that signs, exchanges keys or sends the group requires a
 * permit, and only the policy engine makes them: code without a decision does not compile.
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
  /** The owner's decision, or the end of the question without one. Never rejects. */
  settled: Promise<Allowed<O> | Refused>
}

export type PolicyOutcome<O extends Operation = Operation> = Allowed<O> | Refused | Pending<O>

export type PolicyEngine = ReturnType<typeof createPolicyEngine>

export interface PolicyEngineOptions {
  state: PolicyState
  usage: Pick<LimitUsage, 'charge'>
  approvals: Pick<Approvals, 'recentAnswer' | 'open'>
  stop: Pick<Stop, 'signal'>
  onDecision(request: PolicyRequest, outcome: PolicyOutcome): void
  /** Called when a use or a question can't be stored. */
  onError(error: unknown): void
}

export function createPolicyEngine(options: PolicyEngineOptions) {
  const { state, usage, approvals, stop, onDecision, onError } = options
  const refuse = (reason: RefusedBy): Refused => ({ verdict: 'refuse', reason })

  const notStored = (error: unknown): Refused => {
    onError(error)
    return refuse({ by: 'unkept' })
  }

  const allow = <O extends Operation>(
    { caller, operation }: PolicyRequest<O>,
    charges: readonly Charge[],
    reason: AllowedBy,
  ): Allowed<O> | Refused => {
    try {
      usage.charge(charges, caller)
    } catch (error) {
      return notStored(error)
    }
    return { verdict: 'allow', permit: new PermitOf(operation, stop.signal), reason }
  }

  const ask = <O extends Operation>(
    request: PolicyRequest<O>,
    { charges, reason }: Decision,
    openFor: number,
  ): PolicyOutcome<O> => {
    const answer = approvals.recentAnswer(request)
    if (answer === 'allowed') return allow(request, charges, { by: 'answer' })
    if (answer === 'refused') return refuse({ by: 'answer' })
    let question: PendingApproval | null
    try {
      question = approvals.open(request, openFor)
    } catch (error) {
      return notStored(error)
    }
    if (question === null) return refuse({ by: 'crowded' })
    const settled = question.settled.then((settlement) =>
      settlement.end === 'allowed'
        ? {
            verdict: 'allow' as const,
            permit: new PermitOf(request.operation, settlement.signal),
            reason: settlement.reason,
          }
        : refuse(settlement.reason),
    )
    return { verdict: 'ask', reason, id: question.id, runsOutAt: question.runsOutAt, settled }
  }

  const outcomeOf = <O extends Operation>(
    request: PolicyRequest<O>,
    openFor: number,
  ): PolicyOutcome<O> => {
    const decision = decide(request, state)
    switch (decision.verdict) {
      case 'allow':
        return allow(request, decision.charges, decision.reason)
      case 'refuse':
        return refuse(decision.reason)
      case 'ask':
        return ask(request, decision, openFor)
    }
  }

  return {
    /**
     * Decides on a request, at once; charges the limits of an allowed one. The same request made twice shares
     * one question, and is charged once.
     *
     * @param openFor how long a question about it stays open, in milliseconds
     */
    decide: <O extends Operation>(
      request: PolicyRequest<O>,
      { openFor }: { openFor: number },
    ): PolicyOutcome<O> => {
      const outcome = outcomeOf(request, openFor)
      onDecision(request, outcome)
      return outcome
    },
    /** Why an allowed request must not be carried out any more, whatever the rules say; null: it may. */
    blockedBy: (request: PolicyRequest): RefusedBy | null => {
      const by = state.blockedBy(request)
      return by === null ? null : { by }
    },
    /** Whether a request would be allowed now without a question. No side effects. */
    allows: (request: PolicyRequest) => decide(request, state).verdict === 'allow',
  }
}
