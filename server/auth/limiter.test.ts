import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLimiter, type Limiter } from './limiter.ts'
import { START } from './testing/support.ts'

// The library that counts reads the process's clock and sets timers of its own.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'], now: START })
})
afterEach(() => {
  vi.useRealTimers()
})

const SETTINGS = { enabled: true, window: 900, max: 3 }

/** How many of `times` may go. */
async function admitted(limiter: Limiter, times: number, ...asked: Parameters<Limiter['consume']>) {
  const all = await Promise.all(Array.from({ length: times }, () => limiter.consume(...asked)))
  return all.filter(({ ok }) => ok).length
}

test('each bucket lets as many go as it should, also of those that come at the same instant', async () => {
  const limiter = createLimiter(SETTINGS)

  const authenticated = Array.from({ length: 400 }, () => limiter.consumeAuthenticated('a'))
  expect({
    anonymous: await admitted(limiter, 400, 'anonymous', 'a'),
    authenticated: authenticated.filter(({ ok }) => ok).length,
    failed: await admitted(limiter, 400, 'failed', 'a'),
    recover: await admitted(limiter, 400, 'recover', 'a'),
  }).toEqual({ anonymous: 3, authenticated: 300, failed: 10, recover: 10 })
})

test('one client does not use up what another has', async () => {
  const limiter = createLimiter(SETTINGS)
  await admitted(limiter, 20, 'failed', 'a')

  expect(await admitted(limiter, 20, 'failed', 'b')).toBe(10)
})

test('who is refused is told in how many seconds to come again, and may then', async () => {
  const limiter = createLimiter(SETTINGS)
  await admitted(limiter, 3, 'anonymous', 'a')

  vi.advanceTimersByTime(500_000)
  expect(await limiter.consume('anonymous', 'a')).toEqual({ ok: false, retryAfter: 400 })
  vi.advanceTimersByTime(399_500)
  expect(await limiter.consume('anonymous', 'a')).toEqual({ ok: false, retryAfter: 1 })
  vi.advanceTimersByTime(500)
  expect(await admitted(limiter, 5, 'anonymous', 'a')).toBe(3)
})

test('a clock that is set back makes nobody wait for longer than a window', async () => {
  const limiter = createLimiter(SETTINGS)
  await admitted(limiter, 3, 'anonymous', 'a')

  vi.setSystemTime(START - 86_400_000)

  expect(await limiter.consume('anonymous', 'a')).toEqual({ ok: false, retryAfter: 900 })
})

test('what turned out well is given back, and no more than was taken', async () => {
  const limiter = createLimiter(SETTINGS)
  for (let n = 0; n < 5; n += 1) await limiter.refund('failed', 'a')
  await admitted(limiter, 10, 'failed', 'a')

  await limiter.refund('failed', 'a')

  expect(await admitted(limiter, 10, 'failed', 'a')).toBe(1)
  await limiter.refund('failed', 'never seen')
  expect(await admitted(limiter, 20, 'failed', 'never seen')).toBe(10)
})

test('a network full of addresses does not make it remember more than it should', async () => {
  const limiter = createLimiter(SETTINGS, 100)
  await admitted(limiter, 20, 'failed', 'first')
  const timersBefore = vi.getTimerCount()

  for (let n = 0; n < 99; n += 1) await limiter.consume('failed', `2001:db8:0:${n}::/64`)
  expect(await admitted(limiter, 1, 'failed', 'first')).toBe(0)
  for (let n = 99; n < 10_000; n += 1) await limiter.consume('failed', `2001:db8:0:${n}::/64`)

  // One timer stands for each key that is counted.
  expect(vi.getTimerCount() - timersBefore).toBeLessThanOrEqual(100)
  expect(await admitted(limiter, 20, 'failed', '2001:db8:0:9999::/64')).toBe(9)
})

test('a key that comes again after its window counts as new, not as the oldest', async () => {
  const limiter = createLimiter(SETTINGS, 2)
  await limiter.consume('failed', 'a')
  await limiter.consume('failed', 'b')
  vi.advanceTimersByTime(900_000)
  await limiter.consume('failed', 'b')
  await admitted(limiter, 20, 'failed', 'a')

  await limiter.consume('failed', 'c')

  expect(await admitted(limiter, 20, 'failed', 'a')).toBe(0)
})

test('switched off, it lets everything go', async () => {
  const limiter = createLimiter({ ...SETTINGS, enabled: false })

  expect(await admitted(limiter, 1_000, 'failed', 'a')).toBe(1_000)
  expect(limiter.consumeAuthenticated('a')).toEqual({ ok: true })
  await limiter.refund('failed', 'a')
})

test('the longest window that can be set is one that timers can wait for', async () => {
  const limiter = createLimiter({ ...SETTINGS, window: 86_400 })
  await admitted(limiter, 10, 'failed', 'a')

  vi.advanceTimersByTime(86_399_000)

  expect(await admitted(limiter, 10, 'failed', 'a')).toBe(0)
})
