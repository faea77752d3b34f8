import { rules as texts } from '#contract/codes.ts'
import type {
  AnswerRequest,
  AnswersAnswer,
  AnswersRequest,
  QuestionEnd,
  Remember,
} from '#contract/questions.ts'
import { LOGIN_KINDS } from '#contract/rule-terms.ts'
import { kinds as kindsOfRule, LASTS, type RuleRequest } from '#contract/rules.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import type { Approvals, PendingApproval, Settlement } from './approvals.ts'
import { decide, type Rule } from './decide.ts'
import type { LimitUsage } from './limit-usage.ts'
import { LOGIN_CONSENT_MAX } from './limits.ts'
import { isHarmless } from './presets.ts'
import { type AllowedBy, type RefusedBy, reasonName } from './reasons.ts'
import type { PolicyRequest } from './request.ts'
import type { RuleSet } from './rule-set.ts'
import type { Stop } from './stop.ts'

export type Answered =
  | { outcome: 'answered'; end: QuestionEnd }
  /** The question had ended before. */
  | { outcome: 'over'; end: QuestionEnd }
  | { outcome: 'unknown' }
  /** The answer can't be remembered as requested; the question is still open. */
  | { outcome: 'invalid'; error: string }

export interface ApprovalAnswersOptions {
  ruleSet: RuleSet
  usage: Pick<LimitUsage, 'charge'>
  approvals: Approvals
  stop: Pick<Stop, 'signal'>
  /** Called when a review can't be stored; the question stays open. */
  onError(error: unknown): void
}

export function createApprovalAnswers({
  ruleSet,
  usage,
  approvals,
  stop,
  onError,
}: ApprovalAnswersOptions) {
  const allowed = (reason: AllowedBy): Settlement => ({
    end: 'allowed',
    reason,
    signal: stop.signal,
  })
  const refused = (reason: RefusedBy): Settlement => ({ end: 'refused', reason })

  /** Charges the limits for an allowed request that somebody still waits for. */
  const charge = ({ asked, isAwaited }: PendingApproval) => {
    if (isAwaited) usage.charge(decide(asked, ruleSet).charges, asked.caller)
  }

  const reviewOne = (question: PendingApproval) => {
    const { verdict, reason } = decide(question.asked, ruleSet)
    if (verdict === 'ask') return
    const isAllowed = verdict === 'allow'
    approvals.end(question.id, isAllowed ? allowed(reason) : refused(reason), {
      alsoSave: () => isAllowed && charge(question),
    })
  }

  /**
   * Decides the open questions again, after rules, presets, suspensions or switches have changed: ends those
   * that no longer need an answer.
   */
  const review = () => {
    for (const question of approvals.list()) {
      try {
        reviewOne(question)
      } catch (error) {
        onError(error)
      }
    }
  }

  /** The rule to remember; fails if it would not decide the same request. */
  const ruleToRemember = (
    { asked }: PendingApproval,
    { verdict, remember }: AnswerRequest,
  ): Result<Rule | null> => {
    if (remember === undefined) return ok(null)
    const request = rememberedRule(asked, verdict, remember)
    if (!request.ok) return request
    const draft = ruleSet.draft(request.value)
    if (!draft.ok) return draft
    const next = decide(asked, { ...ruleSet, rules: () => [...ruleSet.rules(), draft.value] })
    return next.verdict === verdict ? draft : fail(texts.outranked(reasonName(next.reason)))
  }

  const notOpen = (id: string): Answered => {
    const end = approvals.endOf(id)
    return end === undefined ? { outcome: 'unknown' } : { outcome: 'over', end }
  }

  /** The owner's answer. @throws when it can't be stored; the question is still open */
  const answer = (id: string, request: AnswerRequest): Answered => {
    const question = approvals.get(id)
    if (question === undefined) return notOpen(id)
    if (decide(question.asked, ruleSet).verdict === 'refuse') {
      reviewOne(question)
      return notOpen(id)
    }
    const draft = ruleToRemember(question, request)
    if (!draft.ok) return { outcome: 'invalid', error: draft.error }
    const isAllowed = request.verdict === 'allow'
    let rule: Rule | null = null
    const isFirst = approvals.end(
      id,
      isAllowed ? allowed({ by: 'answer' }) : refused({ by: 'answer' }),
      {
        // A remembered rule decides the next request by itself.
        isReusable: draft.value === null,
        alsoSave: () => {
          if (draft.value !== null) rule = ruleSet.save(draft.value)
          if (isAllowed) charge(question)
        },
      },
    )
    if (!isFirst) return notOpen(id)
    if (rule !== null) ruleSet.enforce(rule)
    return { outcome: 'answered', end: isAllowed ? 'allowed' : 'refused' }
  }

  /**
   * The owner's one answer to several questions. Only harmless requests are allowed; the others stay open.
   *
   * @throws when an answer can't be stored; that question and those after it are still open
   */
  const answerAll = ({ verdict, questions: ids }: AnswersRequest): AnswersAnswer['answers'] =>
    ids.map((id) => {
      const question = approvals.get(id)
      if (verdict === 'allow' && question !== undefined && !isHarmless(question.asked)) {
        return { id, outcome: 'left' }
      }
      const answered = answer(id, { verdict })
      // Only an answer with `remember` can be invalid, but the type does not say so.
      return { id, ...(answered.outcome === 'invalid' ? { outcome: 'left' } : answered) }
    })

  return { answer, answerAll, review }
}

/** The rule for this caller that an answer is remembered as. */
function rememberedRule(
  request: PolicyRequest,
  verdict: AnswerRequest['verdict'],
  remember: Remember,
): Result<RuleRequest> {
  const { caller, operation } = request
  const lasts = LASTS[remember.for]
  const isLogin = request.parts.some(({ event }) => event && LOGIN_KINDS.has(event.kind))
  if (isLogin && verdict === 'allow' && (lasts === null || lasts > LOGIN_CONSENT_MAX)) {
    return fail(texts.loginForLong)
  }
  const rule = { whom: caller, operation, verdict, for: remember.for }
  switch (remember.scope) {
    case 'operation':
      return ok(rule)
    case 'kind':
      return withKinds(rule, request)
    case 'counterparty':
      return withCounterparty(rule, request)
  }
}

function withKinds(rule: RuleRequest, { operation, parts }: PolicyRequest): Result<RuleRequest> {
  if (operation !== 'sign') return fail(texts.noKind)
  const kinds = new Set<number>()
  for (const { event } of parts) {
    if (event === undefined) return fail(texts.blindKind)
    kinds.add(event.kind)
  }
  const listed = kindsOfRule.safeParse([...kinds])
  return listed.success ? ok({ ...rule, kinds: listed.data }) : fail(texts.kindsUnfit)
}

function withCounterparty(rule: RuleRequest, { parts }: PolicyRequest): Result<RuleRequest> {
  const [counterparty, ...others] = new Set(parts.map((part) => part.counterparty))
  if (counterparty === undefined) return fail(texts.noCounterparty)
  if (others.length > 0) return fail(texts.severalCounterparties)
  return ok({ ...rule, counterparty })
}
