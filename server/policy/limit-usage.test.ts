import { expect, test } from 'vitest'
import { type Caller, LIMIT_PERIODS, type Limit } from '#contract/rules.ts'
import { clockAt, clockByHand } from '../../tests/support/clock-by-hand.ts'
import { seededPrng } from '../../tests/support/prng.ts'
import { keepOnDisk, openRules, type TestRulesOptions } from '../../tests/support/rules.ts'
import type { Scope } from '../../tests/support/scope.ts'
import type { UseStore } from './limit-usage.ts'
import type { PolicyRequest } from './request.ts'

const anna: Caller = { door: 'program', id: 'anna' }
const ben: Caller = { door: 'program', id: 'ben' }
const DAY = 86_400_000

const note = (caller = anna, parts = 1): PolicyRequest => ({
  caller,
  operation: 'sign',
  subject: 'a note',
  parts: Array.from({ length: parts }, () => ({
    event: { kind: 1, created_at: 0, tags: [], content: '' },
  })),
})

interface SetUpOptions extends Omit<TestRulesOptions, 'kept'> {
  /** Replaces methods of the store with faulty ones. */
  faults?: (store: UseStore) => Partial<UseStore>
}

/** Rules that limit notes by API keys. `restart` opens the same store with the clock of a new process. */
function limited(
  scope: Scope,
  limit: Limit,
  { faults = () => ({}), ...options }: SetUpOptions = {},
) {
  const time = clockByHand(scope)
  const store = keepOnDisk(scope, time.wall)
  const kept = { ...store, uses: { ...store.uses, ...faults(store.uses) } }
  const rules = openRules({ kept, clock: time.clock, ...options })
  scope.onTestFinished(rules.close)
  rules.ruleSet.add({
    whom: { door: 'program' },
    kinds: [1],
    verdict: 'allow',
    limit,
    for: 'ever',
  })
  const restart = () => {
    const next = openRules({ kept, clock: time.afterRestart() })
    scope.onTestFinished(next.close)
    return { ...next, ask: asker(next) }
  }
  return { ...rules, kept, time, ask: asker(rules), restart }
}

const asker =
  ({ policyEngine }: Pick<ReturnType<typeof openRules>, 'policyEngine'>) =>
  (asked = note()) =>
    policyEngine.decide(asked, { openFor: 1_000 }).verdict

const times = (count: number, ask: () => string) => {
  const effects = Array.from({ length: count }, ask)
  return effects.filter((verdict) => verdict === 'allow').length
}

const tenAMinute: Limit = { count: 10, per: 'minute', beyond: 'refuse' }

test('32 requests at once get no more than their limit', (scope) => {
  const { ask } = limited(scope, tenAMinute)
  expect(times(32, ask)).toBe(10)
})

test('a request beyond a limit is refused, and the reason names the limit', (scope) => {
  const { policyEngine, ask } = limited(scope, tenAMinute)
  times(10, ask)
  expect(policyEngine.decide(note(), { openFor: 1 })).toEqual({
    verdict: 'refuse',
    reason: { by: 'rule', rule: 1, isLimit: true },
  })
})

test('each caller has a limit of its own', (scope) => {
  const { ask } = limited(scope, tenAMinute)
  expect(times(32, () => ask(note(anna)))).toBe(10)
  expect(times(32, () => ask(note(ben)))).toBe(10)
})

test('each of the events that are signed together counts, and all fit into the limit or none does', (scope) => {
  const { ask } = limited(scope, tenAMinute)
  expect(ask(note(anna, 7))).toBe('allow')
  expect(ask(note(anna, 4))).toBe('refuse')
  expect(ask(note(anna, 3))).toBe('allow')
  expect(ask(note(anna, 1))).toBe('refuse')
})

test.each(Object.entries(LIMIT_PERIODS))(
  'no stretch of a %s has more uses than the limit',
  (per, length) => {
    const prng = seededPrng(length)
    const count = 5
    const allowed: number[] = []
    let now = 0
    const clock = clockAt(() => now)
    const { policyEngine, ruleSet } = openRules({ clock })
    const limit = { count, per: per as Limit['per'], beyond: 'refuse' } as const
    ruleSet.add({ whom: 'everyone', verdict: 'allow', limit, for: 'ever' })
    let refused = 0
    for (let round = 0; round < 5_000; round += 1) {
      now += prng.integer(length / 5)
      const isFull = allowed.filter((at) => at > now - length).length >= count
      const { verdict } = policyEngine.decide(note(), { openFor: 1 })
      if (verdict === 'allow') allowed.push(now)
      else refused += 1
      expect(verdict).toBe(isFull ? 'refuse' : 'allow')
    }
    expect(refused).toBeGreaterThan(500)
  },
)

test('a use counts for exactly the length of the period', (scope) => {
  const { ask, time } = limited(scope, { ...tenAMinute, count: 1 })
  expect(ask()).toBe('allow')
  time.pass(59_999)
  expect(ask()).toBe('refuse')
  time.pass(1)
  expect(ask()).toBe('allow')
})

test.for([DAY, -DAY, 60_000, -60_000, 3_600_000])(
  'a clock that is set by %i ms neither frees a limit nor keeps it used up',
  (jump, scope) => {
    const { ask, time } = limited(scope, tenAMinute)
    expect(times(6, ask)).toBe(6)
    time.jump(jump)
    expect(times(32, ask)).toBe(4)
    time.pass(59_999)
    time.jump(-jump)
    expect(times(32, ask)).toBe(0)
    time.pass(1)
    expect(times(32, ask)).toBe(10)
  },
)

test('uses before a restart still count', (scope) => {
  const { ask, restart, time } = limited(scope, tenAMinute)
  times(6, ask)
  time.pass(30_000)
  expect(times(32, restart().ask)).toBe(4)
  time.pass(30_000)
  expect(times(32, restart().ask)).toBe(6)
})

test('after a restart with a clock that was set back, uses count for the period, and no longer', (scope) => {
  const { ask, restart, time } = limited(scope, tenAMinute)
  times(10, ask)
  time.jump(-DAY)
  const { ask: askAgain } = restart()
  expect(times(32, askAgain)).toBe(0)
  time.pass(60_000)
  expect(times(32, askAgain)).toBe(10)
})

test("a request whose use can't be stored is refused", (scope) => {
  const full = new Error('the disk is full')
  const errors: unknown[] = []
  let isFull = true
  const { policyEngine, ask } = limited(scope, tenAMinute, {
    faults: (store) => ({
      add: (use) => {
        if (isFull) throw full
        store.add(use)
      },
    }),
    onError: (error) => errors.push(error),
  })
  expect(policyEngine.decide(note(), { openFor: 1 })).toEqual({
    verdict: 'refuse',
    reason: { by: 'unkept' },
  })
  expect(errors).toEqual([full])
  isFull = false
  expect(times(32, ask)).toBe(10)
})

test('an answer that allows more than the limit counts too', async (scope) => {
  const { policyEngine, ask, answer, time } = limited(scope, {
    count: 2,
    per: 'minute',
    beyond: 'ask',
  })
  times(2, ask)
  time.pass(30_000)
  const policyOutcome = policyEngine.decide(note(), { openFor: 1_000 })
  if (policyOutcome.verdict !== 'ask') throw new Error(policyOutcome.verdict)
  answer(policyOutcome.id, { verdict: 'allow' })
  expect(await policyOutcome.settled).toMatchObject({ verdict: 'allow', reason: { by: 'answer' } })
  time.pass(30_000)
  const other = { ...note(), subject: 'another note' }
  expect(ask(other)).toBe('allow')
  expect(ask({ ...other, subject: 'a third note' })).toBe('ask')
})

test('an answer after a restart counts as a use only once its caller asks again', (scope) => {
  const twoAMinute = { count: 2, per: 'minute', beyond: 'ask' } as const
  const { policyEngine, ask, restart, time } = limited(scope, twoAMinute)
  times(2, ask)
  const policyOutcome = policyEngine.decide(note(), { openFor: 5 * 60_000 })
  if (policyOutcome.verdict !== 'ask') throw new Error(policyOutcome.verdict)
  time.pass(60_000)
  const { answer, ask: askAgain } = restart()
  expect(answer(policyOutcome.id, { verdict: 'allow' })).toMatchObject({ outcome: 'answered' })
  expect(times(32, () => askAgain({ ...note(), subject: 'another note' }))).toBe(2)
})

test('uses that no limit needs any more are deleted from the disk', (scope) => {
  const { ask, kept, time } = limited(scope, { ...tenAMinute, count: 1_000 })
  for (let hour = 0; hour < 30; hour += 1) {
    times(10, ask)
    time.pass(3_600_000)
  }
  const count = kept.uses.list().reduce((sum, use) => sum + use.times, 0)
  expect(count).toBeLessThanOrEqual(250)
})
