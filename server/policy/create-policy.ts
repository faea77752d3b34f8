import { keepingOf } from '#contract/describe-kind.ts'
import type {
  AskedBy,
  Question,
  QuestionEnd,
  QuestionNews,
  ShownEvent,
} from '#contract/questions.ts'
import type { Caller } from '#contract/rules.ts'
import type { Clock } from '#lib/clock.ts'
import { createApprovalAnswers } from './approval-answers.ts'
import {
  type ApprovalRequest,
  type ApprovalStore,
  createApprovals,
  questionView,
} from './approvals.ts'
import type { CallerSettingsStore } from './caller-settings.ts'
import { decide } from './decide.ts'
import { DecisionLog, type DecisionLogOptions } from './decision-log.ts'
import { createPolicyEngine, type PolicyOutcome } from './engine.ts'
import { createLimitUsage, type UseStore } from './limit-usage.ts'
import type { PolicyRequest } from './request.ts'
import { type Callers, createRuleSet, type RuleStore } from './rule-set.ts'
import type { Stop } from './stop.ts'

/** Everything that decides about uses of one keyset's key. */
export type Policy = ReturnType<typeof createPolicy>

/** The event that would be replaced, or the events that would be deleted, or why none is known. */
type Replaced = ShownEvent | readonly ShownEvent[] | NonNullable<Question['unfound']>

/** A question that was opened, or that ended. `nameOf`: the names of callers. */
export interface QuestionUpdate {
  question: Question
  nameOf(caller: Caller): string | undefined
  /** Missing: it is open. */
  end?: QuestionEnd
}

export interface PolicyOptions extends DecisionLogOptions {
  store: {
    rules: RuleStore
    uses: UseStore
    callerSettings: CallerSettingsStore
    approvals: ApprovalStore
  }
  callers: Callers
  stop: Stop
  clock: Clock
  /** Sends a question, or its end, to those who may answer. */
  publish(news: QuestionNews): void
  /** Notifies an owner who is not at the console. Never throws. */
  notify(update: QuestionUpdate): void
  /**
   * Finds the event that an event would replace, or the events that it asks to be deleted, or returns why none is
   * known. Undefined: there is no search now. Never rejects.
   */
  findReplaced(event: ShownEvent): Promise<Replaced> | undefined
  onDecision(request: PolicyRequest, outcome: PolicyOutcome): void
  /** @param waited milliseconds from a question to its end */
  onQuestionEnded(waited: number): void
  /** Called when something can't be stored and no caller can be given the error. */
  onError(error: unknown): void
}

/** Continues with the stored rules and questions of a keyset. */
export function createPolicy(options: PolicyOptions) {
  const { store, callers, stop, clock, onError, findReplaced } = options
  const decisionLog = new DecisionLog(options)
  const usage = createLimitUsage({ store: store.uses, clock })
  const approvals = createApprovals({ store: store.approvals, clock, onError })
  const listeners = new Set<() => void>()
  const ruleSet = createRuleSet({
    rules: store.rules,
    settings: store.callerSettings,
    ...{ usage, stop, callers, clock },
    onChange: () => {
      for (const listener of listeners) listener()
    },
  })
  const answers = createApprovalAnswers({ ruleSet, usage, approvals, stop, onError })
  // The first listener: the others find the questions reviewed.
  listeners.add(answers.review)
  const policyEngine = createPolicyEngine({
    state: ruleSet,
    ...{ usage, approvals, stop, onError },
    onDecision: (request, outcome) => {
      decisionLog.decided(request, outcome)
      options.onDecision(request, outcome)
    },
  })

  if (stop.isStopped) approvals.stopAll()
  const unwatch = stop.onChange((isStopped) => {
    if (isStopped) approvals.stopAll()
  })

  /** The event that would be replaced, by the id of an open question. */
  const replaced = new Map<string, Replaced>()
  const { nameOf } = ruleSet
  const viewOf = (request: ApprovalRequest): Question => {
    const view = questionView(request, { clock, nameOf })
    const why = whyAsked(request)
    return { ...view, ...replacedIn(view), ...(why && { why }) }
  }

  const replacedIn = ({
    id,
    event,
  }: Question): Pick<Question, 'replaces' | 'unfound' | 'deletes'> => {
    const found = replaced.get(id)
    if (Array.isArray(found)) return { deletes: [...found] }
    if (event === undefined || !['replaceable', 'addressable'].includes(keepingOf(event.kind)))
      return {}
    const known = (found as ShownEvent | Question['unfound']) ?? 'searching'
    return typeof known === 'object' ? { replaces: known } : { unfound: known }
  }

  /** By the current rules, which may have changed since the question was opened. */
  const whyAsked = ({ asked }: ApprovalRequest): AskedBy | undefined => {
    const { verdict, reason } = decide(asked, ruleSet)
    if (verdict !== 'ask') return undefined
    return reason.by === 'rule' || reason.by === 'preset' || reason.by === 'door'
      ? reason
      : undefined
  }

  /** Searches once for the event that would be replaced, and publishes the question again with what was found. */
  const searchReplaced = ({ id, event }: Question) => {
    if (event === undefined || replaced.has(id)) return
    const search = findReplaced(event)
    if (search === undefined) return
    replaced.set(id, 'searching')
    void search.then((found) => {
      const request = approvals.get(id)
      if (request === undefined) return
      replaced.set(id, found)
      options.publish({ question: viewOf(request) })
    })
  }

  const unlisten = approvals.listen({
    opened: (request) => {
      const question = viewOf(request)
      options.publish({ question })
      options.notify({ question, nameOf })
      searchReplaced(question)
    },
    ended: (request, settlement) => {
      const { end } = settlement
      decisionLog.ended(request, settlement)
      options.onQuestionEnded(clock.now() - request.askedAt)
      options.publish({ over: request.id, end })
      options.notify({ question: viewOf(request), nameOf, end })
      replaced.delete(request.id)
    },
  })

  return {
    policyEngine,
    ruleSet,
    approvals,
    ...answers,
    /** The open questions as the API shows them, the oldest first. */
    waiting: (): Question[] => {
      const questions = approvals.list().map(viewOf)
      // Not searched yet: questions from before a restart, and those opened during too many searches.
      questions.forEach(searchReplaced)
      return questions
    },
    /** @param listener called when rules, presets or suspensions may have changed */
    onChange: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Open questions stay stored for the next start. */
    close: () => {
      unwatch()
      approvals.close()
      unlisten()
      decisionLog.close()
    },
  }
}
