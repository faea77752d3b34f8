import type { Clock } from '#lib/clock.ts'
import { type Answers, createAnswers } from './approval-answers.ts'
import { createQuestions, type Questions } from './approvals.ts'
import { createPolicyEngine, type PolicyEngine, type PolicyOutcome } from './engine.ts'
import { createUses } from './limit-usage.ts'
import type { Doors, QuestionStore, RuleStore, StandingStore, UseStore } from './ports.ts'
import type { Asked } from './request.ts'
import { createBook, type RuleBook } from './rule-set.ts'
import type { Stop } from './stop.ts'

/** All that decides about uses of one keyset's key. */
export interface Policy extends Answers {
  policyEngine: PolicyEngine
  book: RuleBook
  questions: Questions
  /** @param listener told that rules, presets or suspensions may be otherwise */
  onChange(listener: () => void): () => void
  /** What is open stays for the next start. */
  close(): void
}

export interface PolicyOptions {
  rules: RuleStore
  uses: UseStore
  standings: StandingStore
  questions: QuestionStore
  doors: Doors
  stop: Stop
  clock: Clock
  /** Ids of questions. They must not repeat. */
  newId: () => string
  /** Told every verdict; how a question ended, its listeners are told. */
  onDecision(asked: Asked, policyOutcome: PolicyOutcome): void
  /** Told why something could not be kept, where that shows nowhere else. */
  onError(error: unknown): void
}

/** Reads what is kept of a keyset's rules, and goes on with it. */
export function createPolicy(options: PolicyOptions): Policy {
  const { doors, stop, clock, newId, onDecision, onError } = options
  const uses = createUses({ store: options.uses, clock })
  const listeners = new Set<() => void>()
  const questions = createQuestions({ store: options.questions, clock, newId, onError })
  const book = createBook({
    rules: options.rules,
    standings: options.standings,
    uses,
    stop,
    doors,
    clock,
    onChange: () => {
      for (const listener of listeners) listener()
    },
  })
  const answers = createAnswers({ book, uses, questions, stop, onError })
  // First: what others look at is decided by then.
  listeners.add(answers.review)
  const policyEngine = createPolicyEngine({ book, uses, questions, stop, onDecision, onError })

  if (stop.isStopped) questions.stopAll()
  const unwatch = stop.onChange((isStopped) => {
    if (isStopped) questions.stopAll()
  })

  return {
    policyEngine,
    book,
    questions,
    ...answers,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => {
      unwatch()
      questions.close()
    },
  }
}
