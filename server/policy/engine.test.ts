import { expect, test } from 'vitest'
import { openRules, permitFor } from '../../tests/support/rules.ts'
import type { Permit } from './engine.ts'

test('a permit is for one operation, and only the policy engine makes permits', () => {
  const permit: Permit<'sign'> = permitFor('sign')
  expect(permit.operation).toBe('sign')
  // @ts-expect-error a permit to sign is none to exchange keys
  const other: Permit<'ecdh'> = permit
  // @ts-expect-error what looks like a permit is none
  const forged: Permit<'sign'> = { operation: permit.operation, signal: permit.signal }
  expect([other, forged].length).toBe(2)
})

test('the stop withdraws earlier permits, and later ones are valid', () => {
  const { policyEngine, stop } = openRules()
  const before = permitFor('sign', policyEngine)
  expect(before.signal.aborted).toBe(false)
  stop.stop()
  expect(before.signal.aborted).toBe(true)
  stop.lift()
  expect(before.signal.aborted).toBe(true)
  expect(permitFor('sign', policyEngine).signal.aborted).toBe(false)
})

test('the stop withdraws the permit of an answer even before the caller has it', async () => {
  const asked = {
    caller: { door: 'app', id: 'anna' },
    operation: 'sign',
    subject: 'a note',
    parts: [{}],
  } as const
  const { policyEngine, ruleSet, stop, answer } = openRules()
  ruleSet.update(asked.caller, { preset: 'ask' })
  const policyOutcome = policyEngine.decide(asked, { openFor: 1_000 })
  if (policyOutcome.verdict !== 'ask') throw new Error(policyOutcome.verdict)
  answer(policyOutcome.id, { verdict: 'allow' })
  stop.stop()
  stop.lift()
  const settled = await policyOutcome.settled
  expect(settled.verdict === 'allow' && settled.permit.signal.aborted).toBe(true)
})

test('every decision is reported with its request', () => {
  const reported: string[] = []
  const { policyEngine, ruleSet } = openRules({
    onDecision: ({ subject }, { verdict, reason }) =>
      reported.push(`${subject}: ${verdict} ${reason.by}`),
  })
  const caller = { door: 'app', id: 'anna' } as const
  const ask = (subject: string) =>
    policyEngine.decide({ caller, operation: 'sign', subject, parts: [{}] }, { openFor: 1_000 })
  ask('one')
  ruleSet.update(caller, { preset: 'ask' })
  ask('two')
  ruleSet.update(caller, { suspended: true })
  ask('three')
  expect(reported).toEqual(['one: allow door', 'two: ask preset', 'three: refuse suspended'])
})

test('asking whether a request would be allowed charges, opens and reports nothing', () => {
  const reported: string[] = []
  const { policyEngine, ruleSet, approvals, stop } = openRules({
    onDecision: (_, { verdict }) => void reported.push(verdict),
  })
  const caller = { door: 'peer', id: 'anna' } as const
  const keys = (...names: string[]) => ({
    ...({ caller, operation: 'ecdh', subject: names.join(' ') } as const),
    parts: names.map((counterparty) => ({ counterparty })),
  })
  const limit = { count: 2, per: 'hour', beyond: 'ask' } as const
  ruleSet.add({ whom: caller, operation: 'ecdh', verdict: 'allow', limit, for: 'ever' })
  for (let time = 0; time < 3; time += 1) expect(policyEngine.allows(keys('a', 'b'))).toBe(true)
  expect(policyEngine.allows(keys('a', 'b', 'c'))).toBe(false)
  policyEngine.decide(keys('a'), { openFor: 1_000 })
  expect([policyEngine.allows(keys('b')), policyEngine.allows(keys('b', 'c'))]).toEqual([
    true,
    false,
  ])
  expect(approvals.list()).toEqual([])
  expect(reported).toEqual(['allow'])
  stop.stop()
  expect(policyEngine.allows(keys('b'))).toBe(false)
})
