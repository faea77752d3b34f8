import { rules as texts } from '#contract/messages.ts'
import type {
  AnswerRequest,
  AnswersAnswer,
  AnswersRequest,
  QuestionEnd,
} from '#contract/questions.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import type { OpenQuestion, Questions, Settlement } from './approvals.ts'
import { decide } from './decide.ts'
import type { Uses } from './limit-usage.ts'
import { isHarmless } from './presets.ts'
import { type AllowedBy, type RefusedBy, reasonName } from './reasons.ts'
import { rememberedRule } from './remembered-rules.ts'
import type { Rule } from './rule.ts'
import type { RuleBook } from './rule-set.ts'
import type { Stop } from './stop.ts'

/** What comes of an answer. */
export type Answered =
  | { outcome: 'answered'; end: QuestionEnd }
  /** It is over: somebody else was first, or it ran out. */
  | { outcome: 'over'; end: QuestionEnd }
  | { outcome: 'unknown' }
  /** It can't be remembered as wished: the question is still open. */
  | { outcome: 'invalid'; error: string }

/** How questions are decided after they were asked. */
export interface Answers {
  /** The owner's answer. @throws when it can't be kept, and the question is still open */
  answer(id: string, request: AnswerRequest): Answered
  /**
   * The owner's one answer to several: allowed are only those that are harmless, and the others stay open.
   *
   * @throws when one can't be kept; it and those after it are still open
   */
  answerAll(request: AnswersRequest): AnswersAnswer['answers']
  /**
   * Ends the open questions that are no longer to be asked, after a change of rules, presets, suspensions or
   * switches: by what decides about them now.
   */
  review(): void
}

export interface AnswersOptions {
  book: RuleBook
  uses: Pick<Uses, 'charge'>
  questions: Questions
  stop: Pick<Stop, 'signal'>
  /** Told what could not be kept; the question stays open. */
  onError(error: unknown): void
}

export function createAnswers({ book, uses, questions, stop, onError }: AnswersOptions): Answers {
  const allowed = (reason: AllowedBy): Settlement => ({
    end: 'allowed',
    reason,
    signal: stop.signal,
  })
  const refused = (reason: RefusedBy): Settlement => ({ end: 'refused', reason })

  /** Charges the limits by which those who wait for a question use something once it is allowed. */
  const charge = ({ asked, isAwaited }: OpenQuestion) => {
    if (isAwaited) uses.charge(decide(asked, book).charges, asked.caller)
  }

  const reviewed = (question: OpenQuestion) => {
    const { verdict, reason } = decide(question.asked, book)
    if (verdict === 'ask') return
    const isAllowed = verdict === 'allow'
    questions.end(question.id, isAllowed ? allowed(reason) : refused(reason), {
      remember: () => isAllowed && charge(question),
    })
  }

  const review = () => {
    for (const question of questions.list()) {
      try {
        reviewed(question)
      } catch (error) {
        onError(error)
      }
    }
  }

  /** The rule to remember, if it would decide about the same request next time. */
  const ruleFor = (
    { asked }: OpenQuestion,
    { verdict, remember }: AnswerRequest,
  ): Result<Rule | null> => {
    if (remember === undefined) return ok(null)
    const request = rememberedRule(asked, verdict, remember)
    if (!request.ok) return request
    const draft = book.draft(request.value)
    if (!draft.ok) return draft
    const next = decide(asked, { ...book, rules: () => [...book.rules(), draft.value] })
    return next.verdict === verdict ? draft : fail(texts.outranked(reasonName(next.reason)))
  }

  const over = (id: string): Answered => {
    const end = questions.endOf(id)
    return end === undefined ? { outcome: 'unknown' } : { outcome: 'over', end }
  }

  const answer = (id: string, request: AnswerRequest): Answered => {
    const question = questions.get(id)
    if (question === undefined) return over(id)
    if (decide(question.asked, book).verdict === 'refuse') {
      reviewed(question)
      return over(id)
    }
    const drafted = ruleFor(question, request)
    if (!drafted.ok) return { outcome: 'invalid', error: drafted.error }
    const isAllowed = request.verdict === 'allow'
    let rule: Rule | null = null
    const isFirst = questions.end(
      id,
      isAllowed ? allowed({ by: 'answer' }) : refused({ by: 'answer' }),
      {
        // What is remembered decides about the next one by itself, for as long as it is there.
        stands: drafted.value === null,
        remember: () => {
          if (drafted.value !== null) rule = book.keep(drafted.value)
          if (isAllowed) charge(question)
        },
      },
    )
    if (!isFirst) return over(id)
    if (rule !== null) book.enforce(rule)
    return { outcome: 'answered', end: isAllowed ? 'allowed' : 'refused' }
  }

  const answerAll = ({ verdict, questions: ids }: AnswersRequest): AnswersAnswer['answers'] =>
    ids.map((id) => {
      const question = questions.get(id)
      if (verdict === 'allow' && question !== undefined && !isHarmless(question.asked)) {
        return { id, outcome: 'left' }
      }
      const answered = answer(id, { verdict })
      // Nothing is to be remembered that could not be.
      return { id, ...(answered.outcome === 'invalid' ? { outcome: 'left' } : answered) }
    })

  return { answer, answerAll, review }
}
