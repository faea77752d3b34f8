import { expect, onTestFinished, test, vi } from 'vitest'
import { watchClock } from './clock-watch.ts'

/** A watch, the two clocks that it compares, and what it has noticed. */
function setUp() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const clocks = { wall: 1_000_000, steady: 0 }
  const noticed: number[] = []
  const end = watchClock({
    wall: () => clocks.wall,
    now: () => clocks.steady,
    onSet: (by) => noticed.push(by),
  })
  onTestFinished(end)
  const pass = (ms: number, wall = ms) => {
    clocks.steady += ms
    clocks.wall += wall
    vi.advanceTimersByTime(ms)
  }
  return { noticed, pass }
}

test.each([
  ['back', -7_200_000],
  ['forward', 86_400_000],
  ['by a few seconds', 3_000],
])('that the clock was set %s is noticed within 75 s, once', (_, by) => {
  const { noticed, pass } = setUp()
  pass(60_000)
  pass(60_000, 60_000 + by)
  pass(60_000)
  expect(noticed).toEqual([by])
})

test('a clock that is slewed, or right, was not set', () => {
  const { noticed, pass } = setUp()
  for (let n = 0; n < 100; n += 1) pass(15_000, 15_008)
  expect(noticed).toEqual([])
})
