import { rules as texts } from '#contract/messages.ts'
import type { AnswerRequest, Remember } from '#contract/questions.ts'
import { LOGIN_KINDS } from '#contract/rule-terms.ts'
import { kinds as kindsOfRule, LASTS, type RuleRequest } from '#contract/rules.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { LOGIN_CONSENT_MAX } from './limits.ts'
import type { Asked } from './request.ts'

/** The rule that an answer to a question is remembered as, for this caller, or why it can't be. */
export function rememberedRule(
  asked: Asked,
  verdict: AnswerRequest['verdict'],
  remember: Remember,
): Result<RuleRequest> {
  const { caller, operation } = asked
  const span = LASTS[remember.for]
  const isLogin = asked.parts.some(({ event }) => event && LOGIN_KINDS.has(event.kind))
  if (isLogin && verdict === 'allow' && (span === null || span > LOGIN_CONSENT_MAX)) {
    return fail(texts.loginForLong)
  }
  const rule = { whom: caller, operation, verdict, for: remember.for }
  switch (remember.scope) {
    case 'operation':
      return ok(rule)
    case 'kind':
      return withKinds(rule, asked)
    case 'counterparty':
      return withCounterparty(rule, asked)
  }
}

function withKinds(rule: RuleRequest, { operation, parts }: Asked): Result<RuleRequest> {
  if (operation !== 'sign') return fail(texts.noKind)
  const kinds = new Set<number>()
  for (const { event } of parts) {
    if (event === undefined) return fail(texts.blindKind)
    kinds.add(event.kind)
  }
  const listed = kindsOfRule.safeParse([...kinds])
  return listed.success ? ok({ ...rule, kinds: listed.data }) : fail(texts.kindsUnfit)
}

function withCounterparty(rule: RuleRequest, { parts }: Asked): Result<RuleRequest> {
  const [counterparty, ...others] = new Set(parts.map((part) => part.counterparty))
  if (counterparty === undefined) return fail(texts.noCounterparty)
  if (others.length > 0) return fail(texts.severalCounterparties)
  return ok({ ...rule, counterparty })
}
