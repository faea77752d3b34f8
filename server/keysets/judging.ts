import { randomUUID } from 'node:crypto'
import type { Question, QuestionEnd } from '../contract/questions.ts'
import type { Caller } from '../contract/rules.ts'
import type { KeysetLog } from '../node/events.ts'
import {
  createKeysetRules,
  type KeysetRules,
  type KeysetRulesOptions,
} from '../rules/keyset-rules.ts'
import { questionView } from '../rules/question-view.ts'
import { createDoors, type DoorsOptions } from './doors.ts'
import { type RulingRecord, Rulings } from './rulings.ts'

export interface JudgingOptions extends Omit<KeysetRulesOptions, 'doors' | 'newId'>, DoorsOptions {
  /** Tells those who may answer of questions. */
  log: Pick<KeysetLog, 'question'>
  audit(record: RulingRecord): void
  /** A caller as the audit names it. */
  actorOf(caller: Caller): string
  /**
   * Tells an owner who is not at the console; never throws.
   *
   * @param end how the question ended; it is open without
   */
  tellOwner(question: Question, end?: QuestionEnd): void
  /** A question is over, so many milliseconds after it was asked. */
  onOver(waited: number): void
}

/** What decides about a keyset's key, and what its owner sees of that. */
export interface Judging extends KeysetRules {
  /** What waits for the owner, the oldest first. */
  waiting(): Question[]
}

/** The rules of a keyset, with whom they concern, and who is told. */
export function createJudging(options: JudgingOptions): Judging {
  const { clock, log, programName } = options
  const rulings = new Rulings(options)
  const rules = createKeysetRules({
    ...options,
    doors: createDoors(options),
    newId: randomUUID,
    onRuling: (asked, ruling) => {
      rulings.ruled(asked, ruling)
      options.onRuling(asked, ruling)
    },
  })
  const { book, questions } = rules
  const viewOf = (question: Parameters<typeof questionView>[0]): Question =>
    questionView(question, { clock, nameOf: book.nameOf })

  const unlisten = questions.listen({
    opened: (question) => {
      const view = viewOf(question)
      log.question({ question: view })
      options.tellOwner(view)
    },
    over: (question, settlement) => {
      rulings.over(question, settlement)
      options.onOver(clock.now() - question.askedAt)
      log.question({ over: question.id, end: settlement.end })
      options.tellOwner(viewOf(question), settlement.end)
    },
  })

  // A key may have been revoked by a command while no server ran.
  for (const caller of callersOf(book)) {
    if (caller.door === 'program' && programName(caller.id) === undefined) book.forget(caller)
  }

  return {
    ...rules,
    waiting: () => questions.list().map(viewOf),
    close: () => {
      rules.close()
      unlisten()
      rulings.close()
    },
  }
}

/** Those for whom something is kept. */
const callersOf = (book: Pick<KeysetRules['book'], 'callerViews' | 'ruleViews'>): Caller[] => [
  ...book.callerViews().map(({ caller }) => caller),
  ...book
    .ruleViews()
    .flatMap(({ whom }) => (typeof whom === 'object' && 'id' in whom ? [whom] : [])),
]
