import { randomUUID } from 'node:crypto'
import type { Question, QuestionEnd } from '#contract/questions.ts'
import type { Caller } from '#contract/rules.ts'
import type { Clock } from '#lib/clock.ts'
import { ANSWER_REUSED_FOR, ENDED_MAX, OPEN_MAX, OPEN_OF_CALLER_MAX } from './limits.ts'
import { isHarmless, isIrreversible } from './presets.ts'
import type { AllowedBy, RefusedBy } from './reasons.ts'
import { isSameCaller, type PolicyRequest, requestKey } from './request.ts'
import { setTimeoutAt } from './timer.ts'

/** A question to the owner as it is stored: sealed, and deleted once it has ended. Unix milliseconds. */
export interface ApprovalRequest {
  id: string
  asked: PolicyRequest
  askedAt: number
  runsOutAt: number
}

/** An answer that also applies to the same request for a while. */
export interface ReusableAnswer {
  /** Of the question. */
  id: string
  /** `requestKey` of what was answered. */
  request: string
  end: Extract<QuestionEnd, 'allowed' | 'refused'>
  until: number
}

/** A write is on the disk when it returns. Throws a StoreError when it fails. */
export interface ApprovalStore {
  /** The open questions, the oldest first, and the answers that can be reused. */
  list(): { open: ApprovalRequest[]; answers: ReusableAnswer[] }
  open(question: ApprovalRequest): void
  /**
   * Ends a question and deletes its content.
   *
   * @param alsoSave saves more in the same transaction
   * @returns false if it was not open; nothing was saved
   */
  end(id: string, answer: ReusableAnswer | null, alsoSave?: () => void): boolean
  /** Deletes answers that are not reusable after a time. Questions are ended, not deleted. */
  trim(before: number): void
}

/** How a question ended, and why. `signal`: the stop's signal at the time of the answer. */
export type Settlement =
  | { end: 'allowed'; reason: AllowedBy; signal: AbortSignal }
  | { end: Exclude<QuestionEnd, 'allowed'>; reason: RefusedBy }

export interface PendingApproval extends ApprovalRequest {
  /** Never rejects. */
  settled: Promise<Settlement>
  /** False after a restart, until the caller asks again. */
  isAwaited: boolean
}

export interface ApprovalListener {
  opened(question: ApprovalRequest): void
  ended(question: ApprovalRequest, settlement: Settlement): void
}

export interface EndOptions {
  /** The answer also applies to the same request for a while. */
  isReusable?: boolean
  /** Saves more in the same transaction. */
  alsoSave?: () => void
}

/** The questions of one keyset to its owner. They survive restarts. */
export type Approvals = ReturnType<typeof createApprovals>

export interface ApprovalsOptions {
  store: ApprovalStore
  clock: Clock
  /** Called when storing fails where no caller can be given the error. */
  onError(error: unknown): void
}

interface Entry {
  question: PendingApproval
  /** Its `requestKey`. */
  request: string
  settle(settlement: Settlement): void
  cancelTimeout(): void
}

const UNANSWERED: Settlement = { end: 'ran out', reason: { by: 'unanswered' } }
const STOPPED: Settlement = { end: 'stopped', reason: { by: 'stopped' } }

/** Continues with the questions that were open before a restart. */
export function createApprovals({ store, clock, onError }: ApprovalsOptions) {
  /** The open questions, by id. */
  const entries = new Map<string, Entry>()
  const answers = new Map<string, ReusableAnswer>()
  const ends = new Map<string, QuestionEnd>()
  const listeners = new Set<ApprovalListener>()

  const track = (request: ApprovalRequest): PendingApproval => {
    const { promise: settled, resolve: settle } = Promise.withResolvers<Settlement>()
    const question = { ...request, settled, isAwaited: false }
    const runOut = () => forceEnd(request.id, UNANSWERED)
    entries.set(request.id, {
      ...{ question, settle, request: requestKey(request.asked) },
      cancelTimeout: setTimeoutAt(request.runsOutAt, clock.now, runOut),
    })
    return question
  }

  const rememberEnd = (id: string, end: QuestionEnd) => {
    ends.set(id, end)
    const [oldest] = ends.keys()
    if (ends.size > ENDED_MAX && oldest !== undefined) ends.delete(oldest)
  }

  const rememberAnswer = (answer: ReusableAnswer) => {
    for (const [request, { until }] of answers) {
      if (until <= clock.latest.now()) answers.delete(request)
    }
    answers.set(answer.request, answer)
  }

  const settleEntry = ({ question, settle, cancelTimeout }: Entry, settlement: Settlement) => {
    cancelTimeout()
    entries.delete(question.id)
    rememberEnd(question.id, settlement.end)
    settle(settlement)
    for (const { ended } of listeners) ended(question, settlement)
  }

  /**
   * Ends a question, once.
   *
   * @returns false if it had ended before; nothing was saved
   * @throws when the end can't be stored; the question is still open
   */
  const end = (
    id: string,
    settlement: Settlement,
    { isReusable, alsoSave }: EndOptions = {},
  ): boolean => {
    const entry = entries.get(id)
    if (entry === undefined) return false
    const answer = isReusable ? answerOf(entry.question, settlement, clock.latest.now()) : null
    if (!store.end(id, answer, alsoSave)) {
      // Somebody deleted it from the database: it must not count as allowed.
      settleEntry(entry, UNANSWERED)
      return false
    }
    if (answer !== null) rememberAnswer(answer)
    settleEntry(entry, settlement)
    return true
  }

  /** Ends a question even if that can't be stored. Must not be used to allow. */
  const forceEnd = (id: string, settlement: Settlement) => {
    try {
      end(id, settlement)
    } catch (error) {
      onError(error)
      const entry = entries.get(id)
      if (entry !== undefined) settleEntry(entry, settlement)
    }
  }

  /** Ends questions whose time is over: their timers can be late. */
  const endTimedOut = () => {
    for (const { question } of entries.values()) {
      if (question.runsOutAt <= clock.now()) forceEnd(question.id, UNANSWERED)
    }
  }

  const hasTooMany = ({ caller }: PolicyRequest): boolean => {
    if (entries.size >= OPEN_MAX) return true
    const own = [...entries.values()].filter(({ question: { asked } }) =>
      isSameCaller(asked.caller, caller),
    )
    return own.length >= OPEN_OF_CALLER_MAX
  }

  const restore = () => {
    const latest = clock.latest.now()
    store.trim(latest)
    const stored = store.list()
    for (const answer of stored.answers) {
      rememberEnd(answer.id, answer.end)
      rememberAnswer({ ...answer, until: Math.min(answer.until, latest + ANSWER_REUSED_FOR) })
    }
    for (const question of stored.open) {
      const longest = clock.now() + question.runsOutAt - question.askedAt
      track({ ...question, runsOutAt: Math.min(question.runsOutAt, longest) })
    }
    endTimedOut()
  }
  restore()

  /** The oldest first. */
  const list = (): PendingApproval[] => {
    endTimedOut()
    return [...entries.values()].map(({ question }) => question)
  }

  return {
    list,
    get: (id: string) => list().find((question) => question.id === id),
    /** How a question ended; undefined: it is open, or unknown. */
    endOf: (id: string) => ends.get(id),
    /** The owner's recent answer to the same request. */
    recentAnswer: (request: PolicyRequest) => {
      const answer = answers.get(requestKey(request))
      return answer !== undefined && answer.until > clock.latest.now() ? answer.end : null
    },
    /**
     * Joins the open question about the same request, or opens one.
     *
     * @param openFor milliseconds
     * @returns null: too many are open
     * @throws when it can't be stored; it is not open
     */
    open: (asked: PolicyRequest, openFor: number): PendingApproval | null => {
      endTimedOut()
      const key = requestKey(asked)
      let question = [...entries.values()].find(({ request }) => request === key)?.question
      if (question === undefined) {
        if (hasTooMany(asked)) return null
        const askedAt = clock.now()
        const request = { id: randomUUID(), asked, askedAt, runsOutAt: askedAt + openFor }
        store.open(request)
        question = track(request)
        for (const { opened } of listeners) opened(request)
      }
      question.isAwaited = true
      return question
    },
    end,
    /** Ends all questions because of the stop, and forgets the reusable answers. */
    stopAll: () => {
      for (const id of [...entries.keys()]) forceEnd(id, STOPPED)
      answers.clear()
      try {
        store.trim(clock.latest.now() + ANSWER_REUSED_FOR)
      } catch (error) {
        onError(error)
      }
    },
    listen: (listener: ApprovalListener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Refuses the requests that wait; the questions stay stored for the next start. */
    close: () => {
      for (const { settle, cancelTimeout } of entries.values()) {
        cancelTimeout()
        settle(UNANSWERED)
      }
      entries.clear()
    },
  }
}

const answerOf = (
  { id, asked }: ApprovalRequest,
  { end }: Settlement,
  now: number,
): ReusableAnswer | null =>
  end === 'allowed' || end === 'refused'
    ? { id, request: requestKey(asked), end, until: now + ANSWER_REUSED_FOR }
    : null

/** A question as the API shows it. */
export function questionView(
  { id, asked, askedAt, runsOutAt }: ApprovalRequest,
  { clock, nameOf }: { clock: Pick<Clock, 'iso'>; nameOf(caller: Caller): string | undefined },
): Question {
  const { caller, operation, parts } = asked
  const name = nameOf(caller)
  const events = parts.flatMap(({ event }) => event ?? [])
  const [event] = events
  const [counterparty, ...others] = new Set(parts.map((part) => part.counterparty))
  return {
    id,
    caller: { ...caller, ...(name !== undefined && { name }) },
    operation,
    ...(event !== undefined && parts.length === 1 && { kind: event.kind, event }),
    ...(event !== undefined && parts.length > 1 && { events }),
    count: parts.length,
    harmless: isHarmless(asked),
    irreversible: isIrreversible(asked),
    ...(counterparty !== undefined && others.length === 0 && { counterparty }),
    askedAt: clock.iso(askedAt),
    runsOutAt: clock.iso(runsOutAt),
  }
}
