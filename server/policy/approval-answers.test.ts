import { expect, test } from 'vitest'
import { rules as texts } from '#contract/messages.ts'
import type { Remember } from '#contract/questions.ts'
import type { Caller, Operation } from '#contract/rules.ts'
import { clockByHand } from '../../tests/support/clock-by-hand.ts'
import { allowAllCallers, openRules } from '../../tests/support/rules.ts'
import type { Scope } from '../../tests/support/scope.ts'
import type { Part, PolicyRequest } from './request.ts'

const MINUTE = 60_000
const anna: Caller = { door: 'app', id: 'anna' }
const ben = 'b0'.repeat(32)
const cleo = 'c0'.repeat(32)

const event = (kind: number): Part => ({
  event: { kind, created_at: 0, tags: [], content: '' },
})

let subjects = 0
/** A request that differs from all others. */
const request = (operation: Operation, ...parts: Part[]): PolicyRequest => {
  subjects += 1
  return { caller: anna, operation, subject: String(subjects), parts }
}
const sign = (...kinds: number[]) => request('sign', ...kinds.map(event))
const decrypt = (...keys: string[]) =>
  request('nip44.decrypt', ...keys.map((counterparty) => ({ counterparty })))

function setUp(scope: Scope) {
  const time = clockByHand(scope)
  const rules = openRules({
    clock: time.clock,
    callers: { ...allowAllCallers, byDefault: () => 'ask' },
  })
  scope.onTestFinished(rules.close)
  const decide = (asked: PolicyRequest) => rules.policyEngine.decide(asked, { openFor: 5 * MINUTE })
  /** Makes a request, and answers its question. */
  const answered = (asked: PolicyRequest, verdict: 'allow' | 'refuse', remember: Remember) => {
    const policyOutcome = decide(asked)
    if (policyOutcome.verdict !== 'ask')
      throw new Error(`${policyOutcome.verdict}: ${policyOutcome.reason.by}`)
    return rules.answer(policyOutcome.id, { verdict, remember })
  }
  return { ...rules, time, answered, verdictOn: (asked: PolicyRequest) => decide(asked).verdict }
}

test('one answer to several questions allows the harmless ones, and leaves the others open', (scope) => {
  const { answerAll, policyEngine, approvals } = setUp(scope)
  const asked = {
    note: sign(1),
    reaction: sign(7),
    encryption: request('nip44.encrypt', { counterparty: ben }),
    deletion: sign(5),
    follows: sign(3),
    login: sign(27_235),
    decryption: decrypt(ben),
    blind: request('sign', {}),
    unknown: sign(40_404),
    several: sign(1, 5),
  }
  const named = Object.entries(asked).map(([name, one]) => {
    const policyOutcome = policyEngine.decide(one, { openFor: MINUTE })
    return [policyOutcome.verdict === 'ask' ? policyOutcome.id : '', name] as const
  })
  const names = new Map(named)

  const answers = answerAll({ verdict: 'allow', questions: [...names.keys(), 'none'] })

  const withOutcome = (outcome: string) =>
    answers.filter((one) => one.outcome === outcome).map(({ id }) => names.get(id) ?? id)
  expect(withOutcome('answered')).toEqual(['note', 'reaction', 'encryption'])
  expect(withOutcome('left')).toEqual([
    ...['deletion', 'follows', 'login', 'decryption', 'blind', 'unknown', 'several'],
  ])
  expect(withOutcome('unknown')).toEqual(['none'])
  expect(approvals.list().map(({ id }) => names.get(id))).toEqual(withOutcome('left'))

  answerAll({ verdict: 'refuse', questions: [...names.keys()] })
  expect(approvals.list()).toEqual([])
})

test('an answer for a kind decides about that kind, and only for that caller', (scope) => {
  const { answered, verdictOn } = setUp(scope)
  answered(sign(1), 'allow', { scope: 'kind', for: '1h' })
  expect(verdictOn(sign(1))).toBe('allow')
  expect(verdictOn(sign(7))).toBe('ask')
  expect(verdictOn(request('sign', {}))).toBe('ask')
  expect(verdictOn({ ...sign(1), caller: { door: 'app', id: 'ben' } })).toBe('ask')
})

test('an answer for several kinds that are signed together decides about all of them', (scope) => {
  const { answered, verdictOn } = setUp(scope)
  answered(sign(1, 7, 1), 'refuse', { scope: 'kind', for: 'ever' })
  expect([1, 7, 0].map((kind) => verdictOn(sign(kind)))).toEqual(['refuse', 'refuse', 'ask'])
})

test('an answer for an operation decides about that operation', (scope) => {
  const { answered, verdictOn } = setUp(scope)
  answered(request('sign', {}), 'allow', { scope: 'operation', for: '1h' })
  expect(verdictOn(sign(1))).toBe('allow')
  expect(verdictOn(request('sign', {}))).toBe('allow')
  expect(verdictOn(decrypt(ben))).toBe('ask')
})

test('an answer for a counterparty decides about that operation with that counterparty', (scope) => {
  const { answered, verdictOn } = setUp(scope)
  answered(decrypt(ben, ben), 'allow', { scope: 'counterparty', for: '1h' })
  expect(verdictOn(decrypt(ben))).toBe('allow')
  expect(verdictOn(decrypt(cleo))).toBe('ask')
  expect(verdictOn(request('nip44.encrypt', { counterparty: ben }))).toBe('ask')
})

test.for([
  ['10m', 10 * MINUTE],
  ['1h', 60 * MINUTE],
  ['1d', 24 * 60 * MINUTE],
] as const)('an answer for %s lasts for exactly that long', ([lasts, span], scope) => {
  const { answered, verdictOn, time, ruleSet } = setUp(scope)
  answered(sign(1), 'allow', { scope: 'kind', for: lasts })
  time.pass(span - 1)
  expect(verdictOn(sign(1))).toBe('allow')
  time.pass(1)
  expect(verdictOn(sign(1))).toBe('ask')
  expect(ruleSet.ruleViews()).toEqual([])
})

const invalidAnswers: [string, PolicyRequest, Remember, string][] = [
  ['a kind that is not shown', request('sign', {}), { scope: 'kind', for: '1h' }, texts.blindKind],
  [
    'kinds of which one is not shown',
    request('sign', event(1), {}),
    { scope: 'kind', for: '1h' },
    texts.blindKind,
  ],
  [
    'more kinds than a rule takes',
    sign(...Array.from({ length: 65 }, (_, kind) => kind + 100)),
    { scope: 'kind', for: '1h' },
    texts.kindsUnfit,
  ],
  ['a kind for a decryption', decrypt(ben), { scope: 'kind', for: '1h' }, texts.noKind],
  [
    'a counterparty of a signature',
    sign(1),
    { scope: 'counterparty', for: '1h' },
    texts.noCounterparty,
  ],
  [
    'one counterparty of two',
    decrypt(ben, cleo),
    { scope: 'counterparty', for: '1h' },
    texts.severalCounterparties,
  ],
  ['a login for an hour', sign(27_235), { scope: 'kind', for: '1h' }, texts.loginForLong],
  [
    'all signatures for ever, when a login is asked about',
    sign(1, 22_242),
    { scope: 'operation', for: 'ever' },
    texts.loginForLong,
  ],
]

test.for(invalidAnswers)(
  '%s is not remembered: the error says why, and the question stays open',
  ([, asked, remember, error], scope) => {
    const { answered, approvals, ruleSet } = setUp(scope)
    expect(answered(asked, 'allow', remember)).toMatchObject({ outcome: 'invalid', error })
    expect(approvals.list().length).toBe(1)
    expect(ruleSet.ruleViews()).toEqual([])
  },
)

test('a login is remembered for ten minutes, and its refusal for ever', (scope) => {
  const { answered, verdictOn } = setUp(scope)
  answered(sign(27_235), 'allow', { scope: 'kind', for: '10m' })
  answered(sign(22_242), 'refuse', { scope: 'kind', for: 'ever' })
  expect([27_235, 22_242].map((kind) => verdictOn(sign(kind)))).toEqual(['allow', 'refuse'])
})

test('an answer that another rule would outrank is not remembered, and the error names that rule', (scope) => {
  const { answered, ruleSet, approvals } = setUp(scope)
  ruleSet.add({ whom: anna, kinds: [1], verdict: 'ask', for: 'ever' })
  const outranked = { outcome: 'invalid', error: texts.outranked('rule 1') }
  expect(answered(sign(1), 'allow', { scope: 'kind', for: '1h' })).toMatchObject(outranked)
  expect(answered(sign(1), 'allow', { scope: 'operation', for: '1h' })).toMatchObject(outranked)
  expect(approvals.list().length).toBe(2)
})

test('an answer that is remembered ends the other questions that it decides about', async (scope) => {
  const { policyEngine, answered, approvals } = setUp(scope)
  const waiting = [1, 7, 1].map((kind) => policyEngine.decide(sign(kind), { openFor: MINUTE }))
  answered(sign(1), 'allow', { scope: 'kind', for: '1h' })
  expect(approvals.list().map(({ asked }) => asked.parts[0]?.event?.kind)).toEqual([7])
  const [first] = waiting
  if (first?.verdict !== 'ask') throw new Error('it was not asked')
  expect(await first.settled).toMatchObject({ verdict: 'allow', reason: { by: 'rule', rule: 1 } })
})

test('when a remembered rule is deleted, the owner is asked again', (scope) => {
  const { answered, verdictOn, ruleSet } = setUp(scope)
  const asked = sign(1)
  answered(asked, 'allow', { scope: 'kind', for: 'ever' })
  ruleSet.delete(1)
  expect(verdictOn(asked)).toBe('ask')
})
