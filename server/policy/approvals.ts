import type { QuestionEnd } from '#contract/questions.ts'
import type { Clock } from '#lib/clock.ts'
import { ANSWER_STANDS, OPEN_MAX, OPEN_OF_CALLER_MAX, OVER_KEPT } from './limits.ts'
import type { KeptAnswer, KeptQuestion, QuestionStore } from './ports.ts'
import type { AllowedBy, RefusedBy } from './reasons.ts'
import { type Asked, requestKey } from './request.ts'
import { isSameCaller } from './rule.ts'
import { callAt } from './timer.ts'

/** How a question ended, and why. `signal`: that of the stop when it was allowed. */
export type Settlement =
  | { end: 'allowed'; reason: AllowedBy; signal: AbortSignal }
  | { end: Exclude<QuestionEnd, 'allowed'>; reason: RefusedBy }

export interface OpenQuestion extends KeptQuestion {
  /** Never rejects. */
  settled: Promise<Settlement>
  /** Not so after a restart, until its asker asks again. */
  isAwaited: boolean
}

export interface QuestionListener {
  opened(question: KeptQuestion): void
  over(question: KeptQuestion, settlement: Settlement): void
}

/** What else happens when a question ends. */
export interface Ending {
  /** The answer stands for the same request for a while. */
  stands?: boolean
  /** What is kept in the same transaction. */
  remember?: () => void
}

/** What waits for the owner of a keyset. Survives restarts. */
export interface Questions {
  /** The oldest first. */
  list(): OpenQuestion[]
  get(id: string): OpenQuestion | undefined
  /** How one ended that is over; undefined: it is open, or not known any more. */
  endOf(id: string): QuestionEnd | undefined
  /** How the owner has answered an equal request a short while ago. */
  standing(asked: Asked): KeptAnswer['end'] | null
  /**
   * Joins the question about an equal request, or opens one.
   *
   * @returns null: too many are open
   * @throws when it can't be kept, and is not open
   */
  open(asked: Asked, openFor: number): OpenQuestion | null
  /**
   * Ends a question, once.
   *
   * @returns false if it was over already: nothing was kept
   * @throws when that can't be kept, and it is still open
   */
  end(id: string, settlement: Settlement, ending?: Ending): boolean
  /** Ends them all because of the stop, and lets no answer from before it stand. */
  stopAll(): void
  listen(listener: QuestionListener): () => void
  /** Those who wait are refused; the questions stay for the next start. */
  close(): void
}

export interface QuestionsOptions {
  store: QuestionStore
  clock: Clock
  /** Ids must not repeat. */
  newId: () => string
  /** Told what could not be kept where nobody asked for it. */
  onError(error: unknown): void
}

interface Entry {
  question: OpenQuestion
  settle(settlement: Settlement): void
  callOff(): void
}

const UNANSWERED: Settlement = { end: 'ran out', reason: { by: 'unanswered' } }
const STOPPED: Settlement = { end: 'stopped', reason: { by: 'stopped' } }

/** Goes on with what is kept from before a restart. */
export function createQuestions({ store, clock, newId, onError }: QuestionsOptions): Questions {
  /** The open ones, by id and by what is asked. */
  const entries = new Map<string, Entry>()
  const byRequest = new Map<string, Entry>()
  const answers = new Map<string, KeptAnswer>()
  const over = new Map<string, QuestionEnd>()
  const listeners = new Set<QuestionListener>()

  const hold = (kept: KeptQuestion): OpenQuestion => {
    const { promise: settled, resolve: settle } = Promise.withResolvers<Settlement>()
    const question = { ...kept, settled, isAwaited: false }
    const callOff = callAt(kept.runsOutAt, clock.now, () => endAnyhow(kept.id, UNANSWERED))
    const entry = { question, settle, callOff }
    entries.set(kept.id, entry)
    byRequest.set(requestKey(kept.asked), entry)
    return question
  }

  const noteOver = (id: string, end: QuestionEnd) => {
    over.set(id, end)
    const [oldest] = over.keys()
    if (over.size > OVER_KEPT && oldest !== undefined) over.delete(oldest)
  }

  const noteAnswer = (answer: KeptAnswer) => {
    for (const [request, { until }] of answers) {
      if (until <= clock.latest.now()) answers.delete(request)
    }
    answers.set(answer.request, answer)
  }

  const release = ({ question, settle, callOff }: Entry, settlement: Settlement) => {
    callOff()
    entries.delete(question.id)
    byRequest.delete(requestKey(question.asked))
    noteOver(question.id, settlement.end)
    settle(settlement)
    for (const { over } of listeners) over(question, settlement)
  }

  const end = (id: string, settlement: Settlement, { stands, remember }: Ending = {}): boolean => {
    const entry = entries.get(id)
    if (entry === undefined) return false
    const answer = stands ? answerOf(entry.question, settlement, clock.latest.now()) : null
    if (!store.end(id, answer, remember)) {
      // Somebody has taken it out of the database: nobody is told that it was allowed.
      release(entry, UNANSWERED)
      return false
    }
    if (answer !== null) noteAnswer(answer)
    release(entry, settlement)
    return true
  }

  /** Ends a question whether or not that can be kept: nothing is allowed by it. */
  const endAnyhow = (id: string, settlement: Settlement) => {
    try {
      end(id, settlement)
    } catch (error) {
      onError(error)
      const entry = entries.get(id)
      if (entry !== undefined) release(entry, settlement)
    }
  }

  /** Those whose time has come before their timers did. */
  const endRunOut = () => {
    for (const { question } of entries.values()) {
      if (question.runsOutAt <= clock.now()) endAnyhow(question.id, UNANSWERED)
    }
  }

  const isCrowded = ({ caller }: Asked): boolean => {
    if (entries.size >= OPEN_MAX) return true
    const own = [...entries.values()].filter(({ question: { asked } }) =>
      isSameCaller(asked.caller, caller),
    )
    return own.length >= OPEN_OF_CALLER_MAX
  }

  const restore = () => {
    const latest = clock.latest.now()
    store.trim(latest)
    const kept = store.list()
    for (const answer of kept.answers) {
      noteOver(answer.id, answer.end)
      noteAnswer({ ...answer, until: Math.min(answer.until, latest + ANSWER_STANDS) })
    }
    for (const question of kept.open) {
      const longest = clock.now() + question.runsOutAt - question.askedAt
      hold({ ...question, runsOutAt: Math.min(question.runsOutAt, longest) })
    }
    endRunOut()
  }
  restore()

  const list = () => {
    endRunOut()
    return [...entries.values()].map(({ question }) => question)
  }

  return {
    list,
    get: (id) => list().find((question) => question.id === id),
    endOf: (id) => over.get(id),
    standing: (asked) => {
      const answer = answers.get(requestKey(asked))
      return answer !== undefined && answer.until > clock.latest.now() ? answer.end : null
    },
    open: (asked, openFor) => {
      endRunOut()
      let question = byRequest.get(requestKey(asked))?.question
      if (question === undefined) {
        if (isCrowded(asked)) return null
        const askedAt = clock.now()
        const kept = { id: newId(), asked, askedAt, runsOutAt: askedAt + openFor }
        store.open(kept)
        question = hold(kept)
        for (const { opened } of listeners) opened(kept)
      }
      question.isAwaited = true
      return question
    },
    end,
    stopAll: () => {
      for (const id of [...entries.keys()]) endAnyhow(id, STOPPED)
      answers.clear()
      try {
        store.trim(clock.latest.now() + ANSWER_STANDS)
      } catch (error) {
        onError(error)
      }
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => {
      for (const { settle, callOff } of entries.values()) {
        callOff()
        settle(UNANSWERED)
      }
      entries.clear()
      byRequest.clear()
    },
  }
}

const answerOf = (
  { id, asked }: KeptQuestion,
  { end }: Settlement,
  now: number,
): KeptAnswer | null =>
  end === 'allowed' || end === 'refused'
    ? { id, request: requestKey(asked), end, until: now + ANSWER_STANDS }
    : null
