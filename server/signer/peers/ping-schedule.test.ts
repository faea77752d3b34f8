import { expect, test } from 'vitest'
import { MAX_COMMITS } from '#contract/limits.ts'
import { IDLE_EVENTS_MINUTE } from '../limits.ts'
import { IdleBudget } from './ping-schedule.ts'

/** A budget of which so many events of this minute are used. */
function budgetWith(used: number): IdleBudget {
  const budget = new IdleBudget(() => 0)
  budget.note(used)
  return budget
}

test.each([1, 8])('a ping leaves room for an answer to each of %i silent peers', (silent) => {
  const room = IDLE_EVENTS_MINUTE - 1 - silent
  expect(budgetWith(room).take(1, silent)).toBe(true)
  expect(budgetWith(room + 1).take(1, silent)).toBe(false)
})

test('no more peers count as silent than the largest group has', () => {
  const room = IDLE_EVENTS_MINUTE - 1 - (MAX_COMMITS - 1)
  expect(budgetWith(room).take(1, 10 * MAX_COMMITS)).toBe(true)
  expect(budgetWith(room + 1).take(1, 10 * MAX_COMMITS)).toBe(false)
})
