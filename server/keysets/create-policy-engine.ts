import { randomUUID } from 'node:crypto'
import type { Question, QuestionEnd, ShownEvent } from '#contract/questions.ts'
import type { Caller } from '#contract/rules.ts'
import type { KeysetLog } from '#events/event-log.ts'
import { questionView } from '#policy/approval-view.ts'
import { createPolicy, type Policy, type PolicyOptions } from '#policy/create-policy.ts'
import { DecisionLog, type DecisionRecord } from '#policy/decision-log.ts'
import { createDoors, type DoorsOptions } from './callers.ts'
import type { CurrentEvents } from './current-events.ts'

type NameOf = (caller: Caller) => string | undefined

export interface KeysetPolicyOptions extends Omit<PolicyOptions, 'doors' | 'newId'>, DoorsOptions {
  /** Tells those who may answer of questions. */
  log: Pick<KeysetLog, 'question'>
  /** Finds what an event that is asked about would replace. */
  currentEvents: Pick<CurrentEvents, 'find'>
  audit(record: DecisionRecord): void
  /** A caller as the audit names it. */
  actorOf(caller: Caller): string
  /**
   * Tells an owner who is not at the console; never throws.
   *
   * @param news.end how the question ended; it is open without
   */
  tellOwner(news: { question: Question; nameOf: NameOf; end?: QuestionEnd }): void
  /** A question is over, so many milliseconds after it was asked. */
  onOver(waited: number): void
}

/** What decides about a keyset's key, and what its owner sees of that. */
export interface KeysetPolicy extends Policy {
  /** What waits for the owner, the oldest first. */
  waiting(): Question[]
}

/** The rules of a keyset, with whom they concern, and who is told. */
export function createKeysetPolicy(options: KeysetPolicyOptions): KeysetPolicy {
  const { clock, log, programName, currentEvents } = options
  const decisionLog = new DecisionLog(options)
  const rules = createPolicy({
    ...options,
    doors: createDoors(options),
    newId: randomUUID,
    onDecision: (asked, policyOutcome) => {
      decisionLog.ruled(asked, policyOutcome)
      options.onDecision(asked, policyOutcome)
    },
  })
  const { book, questions } = rules
  const { nameOf } = book
  /** By the id of an open question; null: none is found, or not yet. */
  const replaced = new Map<string, ShownEvent | null>()
  const viewOf = (question: Parameters<typeof questionView>[0]): Question => {
    const replaces = replaced.get(question.id)
    const view = questionView(question, { clock, nameOf })
    return { ...view, ...(replaces && { replaces }) }
  }

  /** Looks once for what an event would replace, and tells of the question anew when that is found. */
  const findReplaced = ({ id, event }: Question) => {
    if (event === undefined || replaced.has(id)) return
    const finding = currentEvents.find(event)
    if (finding === undefined) return
    replaced.set(id, null)
    void finding.then((found) => {
      const question = questions.get(id)
      if (found === null || question === undefined) return
      replaced.set(id, found)
      log.question({ question: viewOf(question) })
    })
  }

  const unlisten = questions.listen({
    opened: (question) => {
      const view = viewOf(question)
      log.question({ question: view })
      options.tellOwner({ question: view, nameOf })
      findReplaced(view)
    },
    over: (question, settlement) => {
      decisionLog.over(question, settlement)
      options.onOver(clock.now() - question.askedAt)
      log.question({ over: question.id, end: settlement.end })
      options.tellOwner({ question: viewOf(question), nameOf, end: settlement.end })
      replaced.delete(question.id)
    },
  })

  // A key may have been revoked by a command while no server ran.
  for (const caller of callersOf(book)) {
    if (caller.door === 'program' && programName(caller.id) === undefined) book.forget(caller)
  }

  return {
    ...rules,
    waiting: () => {
      const views = questions.list().map(viewOf)
      // Those from before a restart, and those that had to wait for others.
      views.forEach(findReplaced)
      return views
    },
    close: () => {
      rules.close()
      unlisten()
      decisionLog.close()
    },
  }
}

/** Those for whom something is kept. */
const callersOf = (book: Pick<Policy['book'], 'callerViews' | 'ruleViews'>): Caller[] => [
  ...book.callerViews().map(({ caller }) => caller),
  ...book
    .ruleViews()
    .flatMap(({ whom }) => (typeof whom === 'object' && 'id' in whom ? [whom] : [])),
]
