import { describe, expect, it } from 'vitest'
import { backoffDelay } from './backoff.ts'

const REAL = { base: 1_000, max: 30_000, floor: 100 }
const ALMOST_ONE = 1 - Number.EPSILON

describe('backoffDelay', () => {
  it('doubles its ceiling with each attempt, up to the maximum', () => {
    const ceilings = [0, 1, 2, 3, 4, 5, 6].map((n) => backoffDelay(n, REAL, () => ALMOST_ONE))

    expect(ceilings).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  })

  it('spreads over the whole range below the ceiling', () => {
    const delays = [0.25, 0.5, 0.75].map((random) => backoffDelay(2, REAL, () => random))

    expect(delays).toEqual([1_000, 2_000, 3_000])
  })

  it('never waits less than the floor', () => {
    expect(backoffDelay(5, REAL, () => 0)).toBe(100)
  })

  it('never waits more than the maximum for the floor', () => {
    expect(backoffDelay(0, { base: 10, max: 20, floor: 100 }, () => 0)).toBe(10)
    expect(backoffDelay(9, { base: 10, max: 20, floor: 100 }, () => 0)).toBe(20)
  })

  it('stays at the maximum after years of attempts', () => {
    expect(backoffDelay(1e9, REAL, () => ALMOST_ONE)).toBe(30_000)
  })
})
