import { expect, test } from 'vitest'
import { rules as texts } from '#contract/messages.ts'
import { type Caller, type RuleRequest, ruleRequest, ruleView } from '#contract/rules.ts'
import { clockByHand } from '../../tests/support/clock-by-hand.ts'
import {
  allowAllCallers,
  keepOnDisk,
  openRules,
  type TestRulesOptions,
} from '../../tests/support/rules.ts'
import type { Scope } from '../../tests/support/scope.ts'
import { RULES_MAX } from './limits.ts'
import type { PolicyRequest } from './request.ts'

const HOUR = 3_600_000
const anna: Caller = { door: 'peer', id: 'a0'.repeat(32) }
const ben: Caller = { door: 'peer', id: 'b0'.repeat(32) }

const note = (caller = anna): PolicyRequest => ({
  caller,
  operation: 'sign',
  subject: 'a note',
  parts: [{ event: { kind: 1, created_at: 0, tags: [], content: '' } }],
})

const refuseNotes: RuleRequest = { whom: anna, kinds: [1], verdict: 'refuse', for: '1h' }
const tenNotes = ruleRequest.parse({
  whom: anna,
  kinds: [1],
  verdict: 'allow',
  limit: { count: 10, per: 'hour', beyond: 'ask' },
})

/** Everything is allowed unless a rule says something else. */
function setUp(scope: Scope, options: TestRulesOptions = {}) {
  const time = clockByHand(scope)
  const kept = keepOnDisk(scope, time.wall)
  const start = (clock = time.clock) => {
    const rules = openRules({ ...options, kept, clock })
    scope.onTestFinished(rules.close)
    const verdictOn = (asked: PolicyRequest) =>
      rules.policyEngine.decide(asked, { openFor: 1_000 }).verdict
    return { ...rules, verdictOn }
  }
  return { ...start(), kept, time, restart: () => start(time.afterRestart()) }
}

test('a rule is in force at once, and after a restart', (scope) => {
  const { ruleSet, verdictOn, restart } = setUp(scope)
  expect(ruleSet.add(refuseNotes)).toMatchObject({ ok: true, value: { id: 1 } })
  expect(verdictOn(note())).toBe('refuse')
  expect(restart().verdictOn(note())).toBe('refuse')
})

test('a deleted rule ends at once, and does not come back after a restart', (scope) => {
  const { ruleSet, verdictOn, restart } = setUp(scope)
  ruleSet.add(refuseNotes)
  expect(ruleSet.delete(1)).toBe(true)
  expect(ruleSet.delete(1)).toBe(false)
  expect(verdictOn(note())).toBe('allow')
  expect(restart().ruleSet.ruleViews()).toEqual([])
})

test('a rule ends when its time is over, and is then deleted from the disk', (scope) => {
  const { ruleSet, verdictOn, time, kept } = setUp(scope)
  ruleSet.add(refuseNotes)
  time.pass(HOUR - 1)
  expect(verdictOn(note())).toBe('refuse')
  time.pass(1)
  expect(verdictOn(note())).toBe('allow')
  expect(ruleSet.delete(1)).toBe(false)
  ruleSet.add(tenNotes)
  expect(kept.rules.list().map(({ id }) => id)).toEqual([2])
})

test.for([86_400_000, -86_400_000])(
  'a clock that is set by %i ms does not change when a rule ends',
  (jump, scope) => {
    const { ruleSet, verdictOn, time } = setUp(scope)
    ruleSet.add(refuseNotes)
    time.jump(jump)
    time.pass(HOUR - 1)
    expect(verdictOn(note())).toBe('refuse')
    time.pass(1)
    expect(verdictOn(note())).toBe('allow')
  },
)

const allowNotes: RuleRequest = { whom: anna, kinds: [1], verdict: 'allow', for: '10m' }
const TEN_MINUTES = 600_000
const DAY = 86_400_000
const YEAR = 365 * DAY

test('a rule that allows ends by the machine’s clock or by elapsed time, whichever is sooner', (scope) => {
  const { ruleSet, time } = setUp(scope)
  const isThere = () => ruleSet.rules().length > 0
  ruleSet.add(allowNotes)
  time.pass(TEN_MINUTES - 1)
  expect(isThere()).toBe(true)
  time.jump(1)
  expect(isThere()).toBe(false)

  ruleSet.add(allowNotes)
  time.jump(-DAY)
  time.pass(TEN_MINUTES - 1)
  expect(isThere()).toBe(true)
  time.pass(1)
  expect(isThere()).toBe(false)
})

test('a rule that allows for ten minutes lasts no longer after a restart with a clock that is behind', (scope) => {
  const { ruleSet, time, restart } = setUp(scope)
  ruleSet.add(allowNotes)
  time.jump(-DAY)
  const after = restart().ruleSet
  const [rule] = after.ruleViews()
  expect(Date.parse(rule?.until ?? '') - time.wall()).toBe(TEN_MINUTES)
  time.pass(TEN_MINUTES)
  expect(after.rules()).toEqual([])
  time.jump(DAY)
  expect(after.rules()).toEqual([])
})

test.for(['allow', 'refuse'] as const)(
  'a rule to %s for ten minutes does not last a year where the clock is set back before a restart',
  (verdict, scope) => {
    const { ruleSet, time, restart } = setUp(scope)
    ruleSet.add({ ...allowNotes, verdict })
    time.jump(-YEAR)
    const after = restart().ruleSet
    expect(after.rules().length).toBe(1)
    time.pass(TEN_MINUTES)
    expect(after.rules()).toEqual([])
  },
)

test('a rule that refuses ends by the machine’s clock or by elapsed time, whichever is later', (scope) => {
  const { ruleSet, time } = setUp(scope)
  ruleSet.add(refuseNotes)
  time.pass(HOUR / 2)
  time.jump(-60_000)
  time.pass(HOUR / 2)
  expect(ruleSet.rules().length).toBe(1)
  time.pass(60_000)
  expect(ruleSet.rules()).toEqual([])
})

test('the owner sees rules with how much of their limit is used', (scope) => {
  const { ruleSet, verdictOn, time } = setUp(scope)
  ruleSet.add(tenNotes)
  ruleSet.add(refuseNotes)
  ruleSet.delete(2)
  ruleSet.add({ ...tenNotes, whom: { door: 'peer' } })
  for (let times = 0; times < 3; times += 1) verdictOn(note())
  const createdAt = new Date(time.wall()).toISOString()
  const { for: _, ...fields } = tenNotes
  const views = ruleSet.ruleViews()
  expect(views).toEqual([
    { id: 1, ...fields, createdAt, used: 3 },
    { id: 3, ...fields, whom: { door: 'peer' }, createdAt },
  ])
  expect(ruleView.array().parse(views)).toEqual(views)
})

test('no rule is added beyond the maximum', (scope) => {
  const { ruleSet } = setUp(scope)
  for (let count = 0; count < RULES_MAX; count += 1)
    ruleSet.enforce({ ...draftOf(ruleSet), id: count + 1 })
  expect(ruleSet.add(refuseNotes)).toMatchObject({ ok: false, error: texts.tooMany(RULES_MAX) })
})

const draftOf = (ruleSet: ReturnType<typeof openRules>['ruleSet']) => {
  const draft = ruleSet.draft({ ...refuseNotes, whom: ben })
  if (!draft.ok) throw new Error(draft.error)
  return draft.value
}

test('settings of a caller apply at once, and after a restart', (scope) => {
  const { ruleSet, verdictOn, restart } = setUp(scope)
  ruleSet.setName(anna, 'Anna')
  ruleSet.update(anna, { preset: 'ask' })
  expect(verdictOn(note())).toBe('ask')
  ruleSet.update(anna, { suspended: true })
  expect(verdictOn(note())).toBe('refuse')
  const { ruleSet: next, verdictOn: verdictThen } = restart()
  expect(verdictThen(note())).toBe('refuse')
  expect(next.callerViews()).toEqual([
    { caller: anna, name: 'Anna', preset: 'ask', suspended: true },
  ])
  next.update(anna, { preset: null, suspended: false })
  expect(verdictThen(note())).toBe('allow')
  expect(next.nameOf(anna)).toBe('Anna')
})

test('a caller without settings is not stored', (scope) => {
  const { ruleSet, kept } = setUp(scope)
  ruleSet.setName(anna, 'Anna')
  ruleSet.setName(anna, '')
  expect(ruleSet.callerViews()).toEqual([])
  expect(kept.callerSettings.list()).toEqual([])
})

test('the name that the owner gives a caller comes before its own', (scope) => {
  const callers = { ...allowAllCallers, nameOf: () => 'as it calls itself' }
  const { ruleSet } = setUp(scope, { callers })
  expect(ruleSet.nameOf(anna)).toBe('as it calls itself')
  ruleSet.setName(anna, 'Anna')
  expect(ruleSet.nameOf(anna)).toBe('Anna')
})

test('forgetting a caller deletes its settings and its own rules', (scope) => {
  const { ruleSet, kept } = setUp(scope)
  ruleSet.setName(anna, 'Anna')
  ruleSet.add(refuseNotes)
  ruleSet.add({ ...refuseNotes, whom: ben })
  ruleSet.add({ ...refuseNotes, whom: { door: 'peer' } })
  ruleSet.forget(anna)
  expect(ruleSet.ruleViews().map(({ id }) => id)).toEqual([2, 3])
  expect(kept.rules.list().map(({ id }) => id)).toEqual([2, 3])
  expect(ruleSet.callerViews()).toEqual([])
})

test('changes by a command beside the process apply after a reload', (scope) => {
  const { ruleSet, verdictOn, kept } = setUp(scope)
  ruleSet.add(refuseNotes)
  const beside = openRules({ kept })
  scope.onTestFinished(beside.close)
  beside.ruleSet.delete(1)
  beside.ruleSet.setName(anna, 'Anna')
  beside.ruleSet.update(anna, { preset: 'ask' })
  expect(verdictOn(note())).toBe('refuse')
  ruleSet.reload()
  expect(verdictOn(note())).toBe('ask')
  expect(ruleSet.nameOf(anna)).toBe('Anna')
  expect(ruleSet.ruleViews()).toEqual([])
})

test("a rule that can't be stored is not in force", (scope) => {
  const { kept, time } = setUp(scope)
  const add = () => {
    throw new Error('the disk is full')
  }
  const { ruleSet, close } = openRules({
    kept: { ...kept, rules: { ...kept.rules, add } },
    clock: time.clock,
  })
  scope.onTestFinished(close)
  expect(() => ruleSet.add(refuseNotes)).toThrow('the disk is full')
  expect(ruleSet.ruleViews()).toEqual([])
})
