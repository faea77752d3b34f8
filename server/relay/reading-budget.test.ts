import { expect, test } from 'vitest'
import { ReadingBudget } from './reading-budget.ts'

function budgetAt() {
  const clock = { ms: 5_000 }
  return { clock, budget: new ReadingBudget(() => clock.ms) }
}

/** Whether the budget is enough for this many frames a second, each read in `ms` milliseconds. */
function lasts(perSecond: number, bytes: number, ms: number, isRead = true): boolean {
  const { clock, budget } = budgetAt()
  for (let n = 0; n < perSecond * 30 && !budget.isSpent; n += 1) {
    clock.ms += 1_000 / perSecond
    budget.receive(bytes, isRead)
    budget.spend(ms)
  }
  return !budget.isSpent
}

test('the budget is a second at once, and then half of each second', () => {
  const { clock, budget } = budgetAt()
  budget.spend(999)
  expect(budget.isSpent).toBe(false)
  budget.spend(2)
  expect(budget.isSpent).toBe(true)
  clock.ms += 10
  expect(budget.isSpent).toBe(true)
  budget.spend(0)
  expect(budget.isSpent).toBe(false)
})

test.each([
  ['200 signatures a second each way, in messages of 33 kB', 400, 33_000, 0.15],
  ['the same on a machine that is five times slower', 400, 33_000, 0.75],
  ['a thousand small frames a second', 1_000, 600, 0.1],
])('it is enough for %s', (_, perSecond, bytes, ms) => {
  expect(lasts(perSecond, bytes, ms)).toBe(true)
})

test.each([
  ['many tiny frames, by the cost of receiving them', 100_000, 2, 0],
  ['large frames, by their size', 2_000, 100_000, 0],
  ['frames that take long to read', 600, 10_000, 1],
])('it is used up by %s', (_, perSecond, bytes, ms) => {
  expect(lasts(perSecond, bytes, ms)).toBe(false)
})

test('it is used up by some 7 MB of unreadable frames', () => {
  const { budget } = budgetAt()
  let sent = 0
  for (; !budget.isSpent; sent += 250_000) budget.receive(250_000, false)
  expect(sent).toBeGreaterThan(5_000_000)
  expect(sent).toBeLessThan(10_000_000)
})
