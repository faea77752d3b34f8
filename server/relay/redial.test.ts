import { expect, test } from 'vitest'
import { Redial } from './redial.ts'
import { RELAY_TIMINGS } from './timings.ts'

const ALMOST_ONE = 1 - Number.EPSILON

test('a relay is dialled again within four seconds, until it was away for a minute and a half', () => {
  const redial = new Redial(RELAY_TIMINGS, () => ALMOST_ONE)
  const waits = Array.from({ length: 30 }, () => redial.ended('', null))
  const total = (upTo: number) => waits.slice(0, upTo).reduce((sum, wait) => sum + wait, 0)
  const eager = waits.findIndex((wait) => wait > 4_000)
  expect(waits.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 4_000])
  expect(total(eager)).toBeGreaterThan(90_000)
  expect(total(eager)).toBeLessThan(95_000)
  expect(waits.slice(eager).every((wait) => wait === 30_000)).toBe(true)

  expect(redial.ended('', RELAY_TIMINGS.stableAfter)).toBe(1_000)
  const again = Array.from({ length: 8 }, () => redial.ended('', null))
  expect(again.slice(0, 3)).toEqual([2_000, 4_000, 4_000])
  expect(Math.max(...again)).toBe(4_000)
})

test('one that breaks again at once is not taken for one that is back', () => {
  const redial = new Redial(RELAY_TIMINGS, () => ALMOST_ONE)
  const waits = Array.from({ length: 30 }, () => redial.ended('', 10))
  expect(waits.at(-1)).toBe(30_000)
})
