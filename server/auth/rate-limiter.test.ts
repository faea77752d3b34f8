import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFixedWindows, createLimiter, type Limiter } from './rate-limiter.ts'
import { START } from './testing/support.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: START })
})
afterEach(() => {
  vi.useRealTimers()
})

const SETTINGS = { enabled: true, window: 900, max: 3 }

/** How many of `times` may go. */
function admitted(limiter: Limiter, times: number, ...asked: Parameters<Limiter['consume']>) {
  const all = Array.from({ length: times }, () => limiter.consume(...asked))
  return all.filter(({ ok }) => ok).length
}

test('each bucket lets its number of requests go, also when all come at the same instant', () => {
  const limiter = createLimiter(SETTINGS)

  expect({
    anonymous: admitted(limiter, 400, 'anonymous', 'a'),
    authenticated: admitted(limiter, 400, 'authenticated', 'a'),
    failed: admitted(limiter, 400, 'failed', 'a'),
    recover: admitted(limiter, 400, 'recover', 'a'),
  }).toEqual({ anonymous: 3, authenticated: 300, failed: 10, recover: 10 })
})

test('one client does not use up another’s requests', () => {
  const limiter = createLimiter(SETTINGS)
  admitted(limiter, 20, 'failed', 'a')

  expect(admitted(limiter, 20, 'failed', 'b')).toBe(10)
})

test('a client that is refused learns how many seconds to wait, and may then go', () => {
  const limiter = createLimiter(SETTINGS)
  admitted(limiter, 3, 'anonymous', 'a')

  vi.advanceTimersByTime(500_000)
  expect(limiter.consume('anonymous', 'a')).toEqual({ ok: false, retryAfter: 400 })
  vi.advanceTimersByTime(399_500)
  expect(limiter.consume('anonymous', 'a')).toEqual({ ok: false, retryAfter: 1 })
  vi.advanceTimersByTime(500)
  expect(admitted(limiter, 5, 'anonymous', 'a')).toBe(3)
})

test('a clock that is set back makes nobody wait for longer than a window', () => {
  const limiter = createLimiter(SETTINGS)
  admitted(limiter, 3, 'anonymous', 'a')

  vi.setSystemTime(START - 86_400_000)

  expect(limiter.consume('anonymous', 'a')).toEqual({ ok: false, retryAfter: 900 })
})

test('a refund gives back one request, and never more than were counted', () => {
  const limiter = createLimiter(SETTINGS)
  for (let n = 0; n < 5; n += 1) limiter.refund('failed', 'a')
  admitted(limiter, 10, 'failed', 'a')

  limiter.refund('failed', 'a')

  expect(admitted(limiter, 10, 'failed', 'a')).toBe(1)
  limiter.refund('failed', 'never seen')
  expect(admitted(limiter, 20, 'failed', 'never seen')).toBe(10)
})

test('a network full of addresses does not make the limiter keep more keys than it should', () => {
  const limiter = createLimiter(SETTINGS, 100)
  admitted(limiter, 20, 'failed', 'first')

  for (let n = 0; n < 99; n += 1) limiter.consume('failed', `2001:db8:0:${n}::/64`)
  expect(admitted(limiter, 1, 'failed', 'first')).toBe(0)
  for (let n = 99; n < 10_000; n += 1) limiter.consume('failed', `2001:db8:0:${n}::/64`)

  expect(admitted(limiter, 20, 'failed', '2001:db8:0:9999::/64')).toBe(9)
})

test('a key that comes again after its window counts as new, not as the oldest', () => {
  const limiter = createLimiter(SETTINGS, 2)
  limiter.consume('failed', 'a')
  limiter.consume('failed', 'b')
  vi.advanceTimersByTime(900_000)
  limiter.consume('failed', 'b')
  admitted(limiter, 20, 'failed', 'a')

  limiter.consume('failed', 'c')

  expect(admitted(limiter, 20, 'failed', 'a')).toBe(0)
})

test('switched off, it lets everything go', () => {
  const limiter = createLimiter({ ...SETTINGS, enabled: false })

  expect(admitted(limiter, 1_000, 'failed', 'a')).toBe(1_000)
  expect(limiter.consume('authenticated', 'a')).toEqual({ ok: true })
  limiter.refund('failed', 'a')
})

test('the longest window that can be set is held to its end', () => {
  const limiter = createLimiter({ ...SETTINGS, window: 86_400 })
  admitted(limiter, 10, 'failed', 'a')

  vi.advanceTimersByTime(86_399_000)

  expect(admitted(limiter, 10, 'failed', 'a')).toBe(0)
})

function setUpWindows({ points = 3, window = 900, maxKeys = 100 } = {}) {
  const clock = { now: 0 }
  return { clock, windows: createFixedWindows({ points, window, maxKeys, now: () => clock.now }) }
}

/** How many of `times` may go. */
const admittedIn = (
  windows: ReturnType<typeof createFixedWindows>,
  times: number,
  key: string,
): number => Array.from({ length: times }, () => windows.consume(key)).filter(({ ok }) => ok).length

test('each key has as many requests as there are points, whatever other keys use', () => {
  const { windows } = setUpWindows()

  expect(admittedIn(windows, 20, 'a')).toBe(3)
  expect(admittedIn(windows, 20, 'b')).toBe(3)
})

test('a key that is refused learns how many seconds to wait, and may then go', () => {
  const { windows, clock } = setUpWindows()
  admittedIn(windows, 3, 'a')

  expect(windows.consume('a')).toEqual({ ok: false, retryAfter: 900 })
  clock.now = 500_000
  expect(windows.consume('a')).toEqual({ ok: false, retryAfter: 400 })
  clock.now = 899_999
  expect(windows.consume('a')).toEqual({ ok: false, retryAfter: 1 })
  clock.now = 900_000
  expect(admittedIn(windows, 5, 'a')).toBe(3)
})

test('when there are too many keys, the one with the oldest window is forgotten', () => {
  const { windows, clock } = setUpWindows({ maxKeys: 2 })
  for (const key of ['a', 'b', 'c']) {
    admittedIn(windows, 3, key)
    clock.now += 1
  }

  expect(windows.size).toBe(2)
  expect([admittedIn(windows, 1, 'b'), admittedIn(windows, 1, 'c')]).toEqual([0, 0])
  expect(admittedIn(windows, 1, 'a')).toBe(1)
})

test('a key that comes again after its window counts as new, not as the oldest', () => {
  const { windows, clock } = setUpWindows({ maxKeys: 2 })
  windows.consume('a')
  windows.consume('b')
  clock.now = 900_000
  windows.consume('b')
  admittedIn(windows, 20, 'a')

  windows.consume('c')

  expect(admittedIn(windows, 20, 'a')).toBe(0)
})

test('keys whose window is over are forgotten when another window begins', () => {
  const { windows, clock } = setUpWindows()
  for (const key of ['a', 'b', 'c']) windows.consume(key)
  clock.now = 900_000

  windows.consume('d')

  expect(windows.size).toBe(1)
})
