import { expect, test } from 'vitest'
import { createFixedWindows, type FixedWindows } from './fixed-windows.ts'

function setUp({ points = 3, window = 900, maxKeys = 100 } = {}) {
  const clock = { now: 0 }
  return { clock, windows: createFixedWindows({ points, window, maxKeys, now: () => clock.now }) }
}

/** How many of `times` may go. */
const admitted = (windows: FixedWindows, times: number, key: string): number =>
  Array.from({ length: times }, () => windows.consume(key)).filter(({ ok }) => ok).length

test('so many as there are points may go, and one key does not use up what another has', () => {
  const { windows } = setUp()

  expect(admitted(windows, 20, 'a')).toBe(3)
  expect(admitted(windows, 20, 'b')).toBe(3)
})

test('who is refused is told in how many seconds to come again, and may then', () => {
  const { windows, clock } = setUp()
  admitted(windows, 3, 'a')

  expect(windows.consume('a')).toEqual({ ok: false, retryAfter: 900 })
  clock.now = 500_000
  expect(windows.consume('a')).toEqual({ ok: false, retryAfter: 400 })
  clock.now = 899_999
  expect(windows.consume('a')).toEqual({ ok: false, retryAfter: 1 })
  clock.now = 900_000
  expect(admitted(windows, 5, 'a')).toBe(3)
})

test('beyond what may be kept, the key with the oldest window is forgotten', () => {
  const { windows, clock } = setUp({ maxKeys: 2 })
  for (const key of ['a', 'b', 'c']) {
    admitted(windows, 3, key)
    clock.now += 1
  }

  expect(windows.size).toBe(2)
  expect([admitted(windows, 1, 'b'), admitted(windows, 1, 'c')]).toEqual([0, 0])
  expect(admitted(windows, 1, 'a')).toBe(1)
})

test('a key that comes again after its window counts as new, not as the oldest', () => {
  const { windows, clock } = setUp({ maxKeys: 2 })
  windows.consume('a')
  windows.consume('b')
  clock.now = 900_000
  windows.consume('b')
  admitted(windows, 20, 'a')

  windows.consume('c')

  expect(admitted(windows, 20, 'a')).toBe(0)
})

test('keys whose window is over go when the next one begins', () => {
  const { windows, clock } = setUp()
  for (const key of ['a', 'b', 'c']) windows.consume(key)
  clock.now = 900_000

  windows.consume('d')

  expect(windows.size).toBe(1)
})
