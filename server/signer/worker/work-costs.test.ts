import { expect, test } from 'vitest'
import type { SighashVector, SignSession } from '#protocol/v1/messages.ts'
import { CurveCosts } from './work-costs.ts'

const session = (hashes: number, members: number, tweaks = 0): SignSession => ({
  content: null,
  hashes: Array.from({ length: hashes }, (): SighashVector => ['', ...Array(tweaks).fill('')]),
  members: Array.from({ length: members }, (_, n) => n + 1),
  stamp: 0,
  type: 'message',
  gid: '',
  sid: '',
})

test('before anything was measured, a lone signature is expected to be quick', () => {
  expect(new CurveCosts().estimate('answer', session(1, 2))).toBeLessThan(5)
})

test('before anything was measured, a hundred hashes are expected to take long', () => {
  expect(new CurveCosts().estimate('answer', session(100, 2))).toBeGreaterThan(50)
})

test('before anything was measured, a refill of nonces is expected to take long', () => {
  expect(new CurveCosts().estimate('nonces', 70)).toBeGreaterThan(5)
})

test('a session is expected to take longer with each hash, member and tweak', () => {
  const costs = new CurveCosts()
  const small = costs.estimate('begin', session(5, 2))
  expect(costs.estimate('begin', session(10, 2))).toBeCloseTo(2 * small)
  expect(costs.estimate('begin', session(5, 4))).toBeCloseTo(2 * small)
  expect(costs.estimate('begin', session(5, 2, 2))).toBeGreaterThan(small)
})

test('what was measured becomes what is expected, for work of any size', () => {
  const costs = new CurveCosts()
  for (let run = 0; run < 50; run += 1) costs.learn('answer', session(1, 2), 0.16)
  expect(costs.estimate('answer', session(100, 8))).toBeCloseTo(64, 0)
})

test('a run that was held up, for however long, changes little', () => {
  const costs = new CurveCosts()
  for (let run = 0; run < 50; run += 1) costs.learn('answer', session(1, 2), 0.2)
  costs.learn('answer', session(1, 2), 60)
  expect(costs.estimate('answer', session(1, 2))).toBeLessThan(0.3)
})

test('runs that all take long are soon expected to', () => {
  const costs = new CurveCosts()
  for (let run = 0; run < 50; run += 1) costs.learn('answer', session(1, 2), 0.2)
  for (let run = 0; run < 20; run += 1) costs.learn('answer', session(1, 2), 40)
  expect(costs.estimate('answer', session(1, 2))).toBeGreaterThan(5)
})

test('a first run, which loads what it needs, makes no lone signature look long', () => {
  const costs = new CurveCosts()
  const before = costs.estimate('answer', session(1, 2))
  costs.learn('answer', session(1, 2), 40)
  expect(costs.estimate('answer', session(1, 2))).toBe(before)
  costs.learn('answer', session(1, 2), 40)
  expect(costs.estimate('answer', session(1, 2))).toBeGreaterThan(before)
})

test('work that consisted of nothing teaches nothing', () => {
  const costs = new CurveCosts()
  const before = costs.estimate('answer', session(1, 2))
  costs.learn('answer', session(0, 2), 1)
  expect(costs.estimate('answer', session(1, 2))).toBe(before)
})
