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
import type { Asked } from './request.ts'

const HOUR = 3_600_000
const anna: Caller = { door: 'peer', id: 'a0'.repeat(32) }
const ben: Caller = { door: 'peer', id: 'b0'.repeat(32) }

const note = (caller = anna): Asked => ({
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
    const verdictOn = (asked: Asked) => rules.policyEngine.rule(asked, { openFor: 1_000 }).verdict
    return { ...rules, verdictOn }
  }
  return { ...start(), kept, time, restart: () => start(time.afterRestart()) }
}

test('a rule is in force at once, and after a restart', (scope) => {
  const { book, verdictOn, restart } = setUp(scope)
  expect(book.add(refuseNotes)).toMatchObject({ ok: true, value: { id: 1 } })
  expect(verdictOn(note())).toBe('refuse')
  expect(restart().verdictOn(note())).toBe('refuse')
})

test('a deleted rule is out at once, and after a restart', (scope) => {
  const { book, verdictOn, restart } = setUp(scope)
  book.add(refuseNotes)
  expect(book.delete(1)).toBe(true)
  expect(book.delete(1)).toBe(false)
  expect(verdictOn(note())).toBe('allow')
  expect(restart().book.ruleViews()).toEqual([])
})

test('a rule ends when its time has come, and is then taken off the disk', (scope) => {
  const { book, verdictOn, time, kept } = setUp(scope)
  book.add(refuseNotes)
  time.pass(HOUR - 1)
  expect(verdictOn(note())).toBe('refuse')
  time.pass(1)
  expect(verdictOn(note())).toBe('allow')
  expect(book.delete(1)).toBe(false)
  book.add(tenNotes)
  expect(kept.rules.list().map(({ id }) => id)).toEqual([2])
})

test.for([86_400_000, -86_400_000])(
  'a clock that is set by %i ms does not change when a rule ends',
  (jump, scope) => {
    const { book, verdictOn, time } = setUp(scope)
    book.add(refuseNotes)
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

test('what is allowed for a while ends with the machine’s clock, or by itself if that is sooner', (scope) => {
  const { book, time } = setUp(scope)
  const isThere = () => book.rules().length > 0
  book.add(allowNotes)
  time.pass(TEN_MINUTES - 1)
  expect(isThere()).toBe(true)
  time.jump(1)
  expect(isThere()).toBe(false)

  book.add(allowNotes)
  time.jump(-DAY)
  time.pass(TEN_MINUTES - 1)
  expect(isThere()).toBe(true)
  time.pass(1)
  expect(isThere()).toBe(false)
})

test('what is allowed for ten minutes lasts no longer after a boot with a clock that is behind', (scope) => {
  const { book, time, restart } = setUp(scope)
  book.add(allowNotes)
  time.jump(-DAY)
  const after = restart().book
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
    const { book, time, restart } = setUp(scope)
    book.add({ ...allowNotes, verdict })
    time.jump(-YEAR)
    const after = restart().book
    expect(after.rules().length).toBe(1)
    time.pass(TEN_MINUTES)
    expect(after.rules()).toEqual([])
  },
)

test('what is refused for a while lasts until the later of both clocks', (scope) => {
  const { book, time } = setUp(scope)
  book.add(refuseNotes)
  time.pass(HOUR / 2)
  time.jump(-60_000)
  time.pass(HOUR / 2)
  expect(book.rules().length).toBe(1)
  time.pass(60_000)
  expect(book.rules()).toEqual([])
})

test('the owner sees rules with how much of their limit is used', (scope) => {
  const { book, verdictOn, time } = setUp(scope)
  book.add(tenNotes)
  book.add(refuseNotes)
  book.delete(2)
  book.add({ ...tenNotes, whom: { door: 'peer' } })
  for (let times = 0; times < 3; times += 1) verdictOn(note())
  const createdAt = new Date(time.wall()).toISOString()
  const { for: _, ...fields } = tenNotes
  const views = book.ruleViews()
  expect(views).toEqual([
    { id: 1, ...fields, createdAt, used: 3 },
    { id: 3, ...fields, whom: { door: 'peer' }, createdAt },
  ])
  expect(ruleView.array().parse(views)).toEqual(views)
})

test('no more rules are taken than can be decided by', (scope) => {
  const { book } = setUp(scope)
  for (let count = 0; count < RULES_MAX; count += 1)
    book.enforce({ ...draftOf(book), id: count + 1 })
  expect(book.add(refuseNotes)).toEqual({ ok: false, error: texts.tooMany(RULES_MAX) })
})

const draftOf = (book: ReturnType<typeof openRules>['book']) => {
  const draft = book.draft({ ...refuseNotes, whom: ben })
  if (!draft.ok) throw new Error(draft.error)
  return draft.value
}

test('what is set for a caller holds at once, and after a restart', (scope) => {
  const { book, verdictOn, restart } = setUp(scope)
  book.setName(anna, 'Anna')
  book.update(anna, { preset: 'ask' })
  expect(verdictOn(note())).toBe('ask')
  book.update(anna, { suspended: true })
  expect(verdictOn(note())).toBe('refuse')
  const { book: next, verdictOn: verdictThen } = restart()
  expect(verdictThen(note())).toBe('refuse')
  expect(next.callerViews()).toEqual([
    { caller: anna, name: 'Anna', preset: 'ask', suspended: true },
  ])
  next.update(anna, { preset: null, suspended: false })
  expect(verdictThen(note())).toBe('allow')
  expect(next.nameOf(anna)).toBe('Anna')
})

test('a caller for which nothing is set is not kept', (scope) => {
  const { book, kept } = setUp(scope)
  book.setName(anna, 'Anna')
  book.setName(anna, '')
  expect(book.callerViews()).toEqual([])
  expect(kept.standings.list()).toEqual([])
})

test('the name that the owner gives comes before the one that the door knows', (scope) => {
  const doors = { ...allowAllCallers, nameOf: () => 'as the door has it' }
  const { book } = setUp(scope, { doors })
  expect(book.nameOf(anna)).toBe('as the door has it')
  book.setName(anna, 'Anna')
  expect(book.nameOf(anna)).toBe('Anna')
})

test('a caller that is gone leaves nothing of its own', (scope) => {
  const { book, kept } = setUp(scope)
  book.setName(anna, 'Anna')
  book.add(refuseNotes)
  book.add({ ...refuseNotes, whom: ben })
  book.add({ ...refuseNotes, whom: { door: 'peer' } })
  book.forget(anna)
  expect(book.ruleViews().map(({ id }) => id)).toEqual([2, 3])
  expect(kept.rules.list().map(({ id }) => id)).toEqual([2, 3])
  expect(book.callerViews()).toEqual([])
})

test('what a command has kept beside the process is in force once it is read again', (scope) => {
  const { book, verdictOn, kept } = setUp(scope)
  book.add(refuseNotes)
  const beside = openRules({ kept })
  scope.onTestFinished(beside.close)
  beside.book.delete(1)
  beside.book.setName(anna, 'Anna')
  beside.book.update(anna, { preset: 'ask' })
  expect(verdictOn(note())).toBe('refuse')
  book.reread()
  expect(verdictOn(note())).toBe('ask')
  expect(book.nameOf(anna)).toBe('Anna')
  expect(book.ruleViews()).toEqual([])
})

test("a rule that can't be kept is not in force", (scope) => {
  const { kept, time } = setUp(scope)
  const add = () => {
    throw new Error('the disk is full')
  }
  const { book, close } = openRules({
    kept: { ...kept, rules: { ...kept.rules, add } },
    clock: time.clock,
  })
  scope.onTestFinished(close)
  expect(() => book.add(refuseNotes)).toThrow('the disk is full')
  expect(book.ruleViews()).toEqual([])
})
