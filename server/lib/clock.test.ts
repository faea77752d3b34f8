import { expect, test } from 'vitest'
import { createClock } from './clock.ts'

const START = Date.UTC(2026, 0, 1)
const DAY = 86_400_000

test("the clock goes on at its own pace while the machine's clock is set", () => {
  let wall = START
  let passed = 123.4
  const clock = createClock({ wall: () => wall, monotonic: () => passed })
  expect(clock.now()).toBe(START)
  wall += DAY
  passed += 1_000
  expect(clock.now()).toBe(START + 1_000)
  wall -= 2 * DAY
  passed += 1_000
  expect(clock.now()).toBe(START + 2_000)
})

test("a time is shown by the machine's clock as it is set now", () => {
  let wall = START
  const clock = createClock({ wall: () => wall, monotonic: () => 0 })
  const at = clock.now() + 60_000
  wall += DAY
  expect(clock.iso(at)).toBe('2026-01-02T00:01:00.000Z')
})

test('the latest time goes forward with the machine’s clock, and never back', () => {
  let wall = START
  let passed = 0
  const { latest } = createClock({ wall: () => wall, monotonic: () => passed })
  wall += DAY
  expect(latest.now()).toBe(START + DAY)
  wall -= 2 * DAY
  passed += 1_000
  expect(latest.now()).toBe(START + DAY + 1_000)
  expect(latest.iso(latest.now())).toBe(new Date(wall).toISOString())
})

test('without options the clock starts at the current time', () => {
  const before = Date.now()
  const now = createClock().now()
  const after = Date.now()
  // It is computed from two clocks, and cut off to a whole millisecond.
  expect(now).toBeGreaterThanOrEqual(before - 1)
  expect(now).toBeLessThanOrEqual(after)
})
