import { afterEach, expect, it, vi } from 'vitest'
import { ageOf } from './is-fresh.ts'

afterEach(() => {
  vi.useRealTimers()
})

const thisMoment = () => ({ wall: Date.now(), steady: performance.now() })

it('takes nothing for younger than it is when the clock of this machine is set back', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const at = thisMoment()
  vi.advanceTimersByTime(9_000)
  vi.setSystemTime(Date.now() - 3_600_000)
  expect(ageOf(at)).toBe(9_000)
})

it('counts the time for which this machine slept, which only the wall clock shows', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const at = thisMoment()
  vi.setSystemTime(Date.now() + 3_600_000)
  expect(ageOf(at)).toBe(3_600_000)
})
