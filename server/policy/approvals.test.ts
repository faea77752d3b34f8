import { expect, test } from 'vitest'
import { type QuestionEnd, question as questionSchema } from '#contract/questions.ts'
import type { Caller } from '#contract/rules.ts'
import { clockByHand } from '../../tests/support/clock-by-hand.ts'
import {
  allowAllCallers,
  keepOnDisk,
  openRules,
  type TestRulesOptions,
} from '../../tests/support/rules.ts'
import type { Scope } from '../../tests/support/scope.ts'
import { type ApprovalStore, questionView } from './approvals.ts'
import type { Pending } from './engine.ts'
import { reasonName } from './reasons.ts'
import type { Part, PolicyRequest } from './request.ts'
import type { Callers } from './rule-set.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const anna: Caller = { door: 'app', id: 'anna' }

const asked = (subject: string, caller = anna): PolicyRequest<'sign'> => ({
  caller,
  operation: 'sign',
  subject,
  parts: [{ event: { kind: 1, created_at: 0, tags: [], content: subject } }],
})

const askAllCallers: Callers = { ...allowAllCallers, byDefault: () => 'ask' }

interface SetUpOptions extends Omit<TestRulesOptions, 'kept'> {
  /** Replaces methods of the store with faulty ones. */
  faults?: (store: ApprovalStore) => Partial<ApprovalStore>
}

/** Rules that ask about everything, in a store that survives a restart. */
function setUp(scope: Scope, { faults = () => ({}), ...options }: SetUpOptions = {}) {
  const time = clockByHand(scope)
  const store = keepOnDisk(scope, time.wall)
  const kept = { ...store, approvals: { ...store.approvals, ...faults(store.approvals) } }
  const start = (clock = time.clock) => {
    const rules = openRules({ callers: askAllCallers, ...options, kept, clock })
    scope.onTestFinished(rules.close)
    const ends: [string, QuestionEnd, string][] = []
    rules.approvals.listen({
      opened: () => {},
      ended: ({ id }, { end, reason }) => ends.push([id, end, reasonName(reason)]),
    })
    const decide = (request: PolicyRequest<'sign'>, openFor = 5 * MINUTE) =>
      rules.policyEngine.decide(request, { openFor })
    const ask = (request: PolicyRequest<'sign'>, openFor?: number): Pending<'sign'> => {
      const policyOutcome = decide(request, openFor)
      if (policyOutcome.verdict !== 'ask')
        throw new Error(`${policyOutcome.verdict}: ${policyOutcome.reason.by}`)
      return policyOutcome
    }
    return { ...rules, ends, decide, ask }
  }
  return { ...start(), kept, time, restart: () => start(time.afterRestart()) }
}

test('equal requests are one question: 1,000 requests for ten notes open ten', async (scope) => {
  const { ask, approvals, answer } = setUp(scope)
  const pending = Array.from({ length: 1_000 }, (_, index) => ask(asked(`note ${index % 10}`)))
  const open = approvals.list()
  expect(open.length).toBe(10)
  for (const [index, { id }] of open.entries()) {
    answer(id, { verdict: index % 2 === 0 ? 'allow' : 'refuse' })
  }
  const settled = await Promise.all(pending.map(({ settled }) => settled))
  const effects = settled.map(({ verdict, reason }) => `${verdict} by ${reason.by}`)
  expect(effects).toEqual(
    pending.map((_, index) => (index % 2 === 0 ? 'allow by answer' : 'refuse by answer')),
  )
})

test('1,000 different requests open at most ten questions of a caller and a hundred in all', (scope) => {
  const { decide, approvals } = setUp(scope)
  const effects = Array.from({ length: 1_000 }, (_, index) => {
    const caller: Caller = { door: 'app', id: `app ${index % 20}` }
    const policyOutcome = decide(asked(`note ${index}`, caller))
    return `${policyOutcome.verdict}: ${policyOutcome.reason.by}`
  })
  const count = (verdict: string) => effects.filter((one) => one === verdict).length
  expect(count('ask: door')).toBe(100)
  expect(count('refuse: crowded')).toBe(900)
  expect(approvals.list().length).toBe(100)
})

test('a caller with ten open questions gets no eleventh, and other callers still get one', (scope) => {
  const { decide, ask, answer } = setUp(scope)
  const open = Array.from({ length: 10 }, (_, index) => ask(asked(`note ${index}`)))
  expect(decide(asked('one more'))).toEqual({ verdict: 'refuse', reason: { by: 'crowded' } })
  expect(decide(asked('note 3')).verdict).toBe('ask')
  expect(decide(asked('of another', { door: 'app', id: 'ben' })).verdict).toBe('ask')
  answer(open[0]?.id ?? '', { verdict: 'refuse' })
  expect(decide(asked('one more')).verdict).toBe('ask')
})

test('a question of one caller does not delay another', (scope) => {
  const { ask, decide, ruleSet } = setUp(scope)
  const ben: Caller = { door: 'app', id: 'ben' }
  ruleSet.update(ben, { preset: 'all' })
  ask(asked('a note'))
  expect(decide(asked('a note', ben)).verdict).toBe('allow')
})

test('a question runs out when its time has come, and counts as refused', async (scope) => {
  const { ask, answer, approvals, ends, time } = setUp(scope)
  const { id, settled } = ask(asked('a note'))
  time.pass(5 * MINUTE - 1)
  expect(approvals.list().length).toBe(1)
  time.pass(1)
  expect(await settled).toEqual({ verdict: 'refuse', reason: { by: 'unanswered' } })
  expect(ends).toEqual([[id, 'ran out', 'unanswered']])
  expect(answer(id, { verdict: 'allow' })).toEqual({ outcome: 'over', end: 'ran out' })
})

test('a question that ran out is asked again', (scope) => {
  const { ask, time } = setUp(scope)
  const { id } = ask(asked('a note'))
  time.pass(5 * MINUTE)
  expect(ask(asked('a note')).id).not.toBe(id)
})

test.for([DAY, -DAY])(
  'a clock that is set by %i ms does not change when a question runs out',
  (jump, scope) => {
    const { ask, approvals, time } = setUp(scope)
    ask(asked('a note'))
    time.jump(jump)
    time.pass(5 * MINUTE - 1)
    expect(approvals.list().length).toBe(1)
    time.pass(1)
    expect(approvals.list()).toEqual([])
  },
)

test('the owner reads the times of a question by the clock as it is set now', (scope) => {
  const { ask, approvals, time } = setUp(scope)
  ask(asked('a note'))
  time.pass(MINUTE)
  time.jump(DAY)
  const [question] = approvals.list()
  if (question === undefined) throw new Error('there is no question')
  const view = questionView(question, { clock: time.clock, nameOf: () => 'Anna' })
  expect(view).toMatchObject({
    caller: { ...anna, name: 'Anna' },
    kind: 1,
    count: 1,
    askedAt: new Date(time.wall() - MINUTE).toISOString(),
    runsOutAt: new Date(time.wall() + 4 * MINUTE).toISOString(),
  })
})

test('the first of two answers wins, and the second one gets the outcome', async (scope) => {
  const { ask, answer, ends } = setUp(scope)
  const { id, settled } = ask(asked('a note'))
  expect(answer(id, { verdict: 'refuse' })).toEqual({ outcome: 'answered', end: 'refused' })
  expect(answer(id, { verdict: 'allow' })).toEqual({ outcome: 'over', end: 'refused' })
  expect((await settled).verdict).toBe('refuse')
  expect(ends).toEqual([[id, 'refused', 'answer']])
})

test('an answer to a question that never existed has the outcome unknown', (scope) => {
  const { answer } = setUp(scope)
  expect(answer('no such', { verdict: 'allow' })).toEqual({ outcome: 'unknown' })
})

test('an answer applies to the same request for ten minutes, also after a restart', (scope) => {
  const { ask, answer, restart, time } = setUp(scope)
  answer(ask(asked('allowed')).id, { verdict: 'allow' })
  answer(ask(asked('refused')).id, { verdict: 'refuse' })
  time.pass(5 * MINUTE)
  const { decide } = restart()
  const by = { by: 'answer' }
  expect(decide(asked('allowed'))).toMatchObject({ verdict: 'allow', reason: by })
  expect(decide(asked('refused'))).toMatchObject({ verdict: 'refuse', reason: by })
  expect(decide(asked('something else')).verdict).toBe('ask')
  expect(decide(asked('allowed', { door: 'app', id: 'ben' })).verdict).toBe('ask')
  time.pass(5 * MINUTE)
  expect(decide(asked('allowed')).verdict).toBe('ask')
  expect(decide(asked('refused')).verdict).toBe('ask')
})

test('after a restart a question stays open for the rest of its time, and the same request joins it', async (scope) => {
  const { ask, restart, time } = setUp(scope)
  const { id } = ask(asked('a note'))
  const { id: other } = ask(asked('another note'))
  time.pass(2 * MINUTE)
  const { ask: askAgain, answer, approvals } = restart()
  expect(approvals.list().map((question) => question.id)).toEqual([id, other])
  const again = askAgain(asked('a note'))
  expect(again.id).toBe(id)
  answer(id, { verdict: 'allow' })
  expect((await again.settled).verdict).toBe('allow')
  time.pass(3 * MINUTE)
  expect(approvals.list()).toEqual([])
  expect(approvals.endOf(other)).toBe('ran out')
})

test('an answer after a restart applies when its caller asks again', (scope) => {
  const { ask, restart } = setUp(scope)
  const { id } = ask(asked('a note'))
  const { decide, answer } = restart()
  answer(id, { verdict: 'allow' })
  expect(decide(asked('a note'))).toMatchObject({ verdict: 'allow', reason: { by: 'answer' } })
})

test('a question that ran out while Floe was off is over', (scope) => {
  const { ask, restart, time, kept } = setUp(scope)
  const { id } = ask(asked('a note'), MINUTE)
  kept.approvals.open({ id: 'as it was', asked: asked('kept'), askedAt: 0, runsOutAt: time.wall() })
  time.pass(30_000)
  time.jump(30_000)
  const { approvals } = restart()
  expect(approvals.list()).toEqual([])
  expect(approvals.endOf(id)).toBe('ran out')
  expect(kept.approvals.list().open).toEqual([])
})

test('a clock that was set back before a restart keeps no question open for longer than planned', (scope) => {
  const { ask, restart, time } = setUp(scope)
  ask(asked('a note'))
  time.jump(-DAY)
  const { approvals } = restart()
  time.pass(5 * MINUTE)
  expect(approvals.list()).toEqual([])
})

test('a rule that decides about open questions ends them', async (scope) => {
  const { ask, ruleSet, ends } = setUp(scope)
  const { settled } = ask(asked('a note'))
  const ben: Caller = { door: 'app', id: 'ben' }
  ask(asked('of another', ben))
  ruleSet.add({ whom: anna, kinds: [1], verdict: 'allow', for: '1h' })
  expect(await settled).toMatchObject({ verdict: 'allow', reason: { by: 'rule', rule: 1 } })
  expect(ends.length).toBe(1)
  ruleSet.update(ben, { suspended: true })
  expect(ends.map(([, end, reason]) => [end, reason])).toEqual([
    ['allowed', 'rule 1'],
    ['refused', 'suspended'],
  ])
})

test('a rule with a limit lets through as many of the open questions as it allows', (scope) => {
  const { ask, ruleSet, approvals } = setUp(scope)
  for (let index = 0; index < 5; index += 1) ask(asked(`note ${index}`))
  const limit = { count: 3, per: 'hour', beyond: 'ask' } as const
  ruleSet.add({ whom: anna, verdict: 'allow', limit, for: 'ever' })
  expect(approvals.list().length).toBe(2)
})

test('an answer allows nothing to a caller that is gone', async (scope) => {
  let isGone = false
  const callers: Callers = { ...askAllCallers, blockedBy: () => (isGone ? 'gone' : null) }
  const { ask, answer } = setUp(scope, { callers })
  const { id, settled } = ask(asked('a note'))
  isGone = true
  expect(answer(id, { verdict: 'allow' })).toEqual({ outcome: 'over', end: 'refused' })
  expect(await settled).toEqual({ verdict: 'refuse', reason: { by: 'gone' } })
})

test('the stop ends open questions, and earlier answers no longer apply', async (scope) => {
  const { ask, decide, answer, stop, ends, kept } = setUp(scope)
  answer(ask(asked('allowed')).id, { verdict: 'allow' })
  const { id, settled } = ask(asked('a note'))
  stop.stop()
  expect(await settled).toEqual({ verdict: 'refuse', reason: { by: 'stopped' } })
  expect(ends.at(-1)).toEqual([id, 'stopped', 'stopped'])
  expect(answer(id, { verdict: 'allow' })).toEqual({ outcome: 'over', end: 'stopped' })
  expect(kept.approvals.list()).toEqual({ open: [], answers: [] })
  stop.lift()
  expect(decide(asked('allowed')).verdict).toBe('ask')
})

test("a request whose question can't be stored is refused, and no question is open", (scope) => {
  const errors: unknown[] = []
  const full = new Error('the disk is full')
  const open = () => {
    throw full
  }
  const { decide, approvals } = setUp(scope, {
    faults: () => ({ open }),
    onError: (error) => errors.push(error),
  })
  expect(decide(asked('a note'))).toEqual({ verdict: 'refuse', reason: { by: 'unkept' } })
  expect(errors).toEqual([full])
  expect(approvals.list()).toEqual([])
})

test("an answer that can't be stored changes nothing", (scope) => {
  let isFull = true
  // The disk is full when the transaction is to be committed: after what is remembered was written.
  const faults = (store: ApprovalStore): Partial<ApprovalStore> => ({
    end: (id, answer, remember) =>
      store.end(id, answer, () => {
        remember?.()
        if (isFull) throw new Error('the disk is full')
      }),
  })
  const { ask, decide, answer, ruleSet, kept } = setUp(scope, { faults })
  const { id } = ask(asked('a note'))
  const request = { verdict: 'allow', remember: { scope: 'kind', for: '1h' } } as const
  expect(() => answer(id, request)).toThrow()
  expect(ruleSet.ruleViews()).toEqual([])
  expect(kept.rules.list()).toEqual([])
  expect(decide(asked('a note')).verdict).toBe('ask')
  isFull = false
  expect(answer(id, request)).toEqual({ outcome: 'answered', end: 'allowed' })
  expect(ruleSet.ruleViews().length).toBe(1)
})

test('a question that somebody has deleted from the database allows nothing', async (scope) => {
  const { ask, answer, kept, ruleSet } = setUp(scope)
  const { id, settled } = ask(asked('a note'))
  kept.approvals.end(id, null)
  const remember = { scope: 'kind', for: 'ever' } as const
  expect(answer(id, { verdict: 'allow', remember })).toEqual({ outcome: 'over', end: 'ran out' })
  expect((await settled).verdict).toBe('refuse')
  expect(ruleSet.ruleViews()).toEqual([])
})

test('closing a keyset refuses waiting requests, and their questions are open at the next start', async (scope) => {
  const { ask, close, restart } = setUp(scope)
  const { id, settled } = ask(asked('a note'))
  close()
  expect((await settled).verdict).toBe('refuse')
  expect(
    restart()
      .approvals.list()
      .map((question) => question.id),
  ).toEqual([id])
})

test('a stop that was stored before a restart ends open questions', (scope) => {
  const { ask, restart, kept, time } = setUp(scope)
  const { id } = ask(asked('a note'))
  kept.stop.set({ since: time.wall(), until: null })
  const { approvals } = restart()
  expect(approvals.list()).toEqual([])
  expect(approvals.endOf(id)).toBe('stopped')
})

const ben = 'b0'.repeat(32)
const shownEvent = (kind: number) => ({ kind, created_at: 1, tags: [['t', 'x']], content: 'hi' })

/** The view of a question, without its id, caller and times. */
function shown(operation: PolicyRequest['operation'], ...parts: Part[]) {
  const asked = { caller: anna, operation, subject: 'not shown', parts }
  const view = questionView(
    { id: 'it', asked, askedAt: 0, runsOutAt: 1_000 },
    { clock: { iso: (at) => new Date(at).toISOString() }, nameOf: () => undefined },
  )
  expect(questionSchema.parse(view)).toEqual(view)
  const { id, caller: who, askedAt, runsOutAt, ...rest } = view
  expect([id, who, askedAt, runsOutAt]).toEqual([
    'it',
    anna,
    '1970-01-01T00:00:00.000Z',
    '1970-01-01T00:00:01.000Z',
  ])
  return rest
}

test('the owner sees the event that is to be signed', () => {
  expect(shown('sign', { event: shownEvent(7) })).toEqual({
    operation: 'sign',
    kind: 7,
    event: shownEvent(7),
    count: 1,
    harmless: true,
    irreversible: false,
  })
})

test('the owner sees each of several events, and the number of signatures, hashes included', () => {
  expect(shown('sign', { event: shownEvent(7) }, {}, { event: shownEvent(1) })).toEqual({
    operation: 'sign',
    events: [shownEvent(7), shownEvent(1)],
    count: 3,
    harmless: false,
    irreversible: true,
  })
})

test('the owner sees how many hashes are to be signed without their events', () => {
  expect(shown('sign', {}, {})).toEqual({
    ...{ operation: 'sign', count: 2 },
    ...{ harmless: false, irreversible: true },
  })
})

test('the owner sees whom texts are from, if all are from one person', () => {
  const from = (...keys: string[]) =>
    shown('nip44.decrypt', ...keys.map((counterparty) => ({ counterparty })))
  const both = {
    ...{ operation: 'nip44.decrypt', count: 2 },
    ...{ harmless: false, irreversible: false },
  }
  expect(from(ben, ben)).toEqual({ ...both, counterparty: ben })
  expect(from(ben, 'c0'.repeat(32))).toEqual(both)
})

test.for([
  ['harmless', 'a note, a reaction, an article', 'sign', [1, 7, 30_023]],
  ['harmless', 'a text to encrypt', 'nip44.encrypt', []],
  ['irreversible', 'a profile, follows, relays, a list', 'sign', [0]],
  ['irreversible', 'follows', 'sign', [3]],
  ['irreversible', 'a list of relays', 'sign', [10_002]],
  ['irreversible', 'a list of one’s own', 'sign', [30_000]],
  ['irreversible', 'a deletion', 'sign', [5]],
  ['irreversible', 'a request to delete all', 'sign', [62]],
  ['irreversible', 'a website login', 'sign', [27_235]],
  ['irreversible', 'a kind that nobody knows', 'sign', [61_234]],
  ['irreversible', 'a deletion among notes', 'sign', [1, 5, 1]],
  ['neither', 'a report', 'sign', [1984]],
  ['neither', 'reading messages', 'nip44.decrypt', []],
  ['neither', 'a shared key', 'ecdh', []],
  ['neither', 'the group', 'onboard', []],
] as const)('%s is %s', ([expected, , operation, kinds]) => {
  const parts =
    kinds.length === 0
      ? [{ counterparty: ben }]
      : kinds.map((kind) => ({ event: shownEvent(kind) }))
  const { harmless, irreversible } = shown(operation, ...parts)
  expect([harmless, irreversible]).toEqual([expected === 'harmless', expected === 'irreversible'])
})
