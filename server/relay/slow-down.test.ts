import { expect, it, onTestFinished, vi } from 'vitest'
import { makeEvent, startRelay } from '../../relay-fixture/test-support.ts'
import { QUICK, relayClient } from '../../tests/support/relay-client.ts'
import { testClock } from '../../tests/support/signer-parts.ts'
import { until } from '../../tests/support/until.ts'
import { isRateLimitNotice, Throttle } from './slow-down.ts'

const MINUTE = 60_000

/** A relay, and a connection that hears it. */
async function connected() {
  const relay = await startRelay()
  const { connection } = relayClient(relay.url)
  connection.subscribe('test', [{ kinds: [1] }])
  connection.start()
  await until(() => connection.heard)
  return { relay, connection }
}

function setUp() {
  const clock = testClock()
  const throttle = new Throttle({
    base: MINUTE,
    max: 16 * MINUTE,
    now: clock.now,
    onChange: () => {},
  })
  onTestFinished(() => throttle.stop())
  return { clock, throttle }
}

it('a slow-down lasts a minute when the relay asks for the first time', () => {
  const { clock, throttle } = setUp()
  expect(throttle.current).toBeNull()
  throttle.request('rate-limited: slow down')
  const since = clock.now()
  expect(throttle.current).toEqual({
    since,
    until: since + MINUTE,
    reason: 'rate-limited: slow down',
  })
  clock.advance(MINUTE)
  expect(throttle.current).toBeNull()
})

it('a slow-down lasts twice as long each time the relay asks again, up to 16 minutes', () => {
  const { clock, throttle } = setUp()
  const since = clock.now()
  const minutes = Array.from({ length: 7 }, () => {
    throttle.request('rate-limited: slow down')
    // A second request meanwhile has no effect.
    throttle.request('rate-limited: slow down')
    const { until = 0 } = throttle.current ?? {}
    const span = (until - clock.now()) / MINUTE
    clock.advance(until - clock.now())
    return span
  })
  expect(minutes).toEqual([1, 2, 4, 8, 16, 16, 16])
  throttle.request('rate-limited: slow down')
  expect(throttle.current?.since).toBe(since)
})

it('a slow-down lasts a minute again after the relay has not asked for long', () => {
  const { clock, throttle } = setUp()
  throttle.request('rate-limited: slow down')
  clock.advance(30 * MINUTE)
  throttle.request('rate-limited: slow down')
  expect(throttle.current).toMatchObject({ since: clock.now(), until: clock.now() + MINUTE })
})

it.each([
  ['rate-limited: too many messages', true],
  ['You are being rate limited.', true],
  ['Slow down please', true],
  ['ERROR: too many concurrent REQs', true],
  ['restricted: members only', false],
  ['welcome', false],
])('a request to slow down is recognised in a NOTICE, %s: %s', (notice, expected) => {
  expect(isRateLimitNotice(notice)).toBe(expected)
})

it.each([
  ['refuses an event for it', 'OK'],
  ['asks for it', 'NOTICE'],
  ['closes a subscription for it', 'CLOSED'],
] as const)('a slow-down begins when a relay %s', async (_, how) => {
  const { relay, connection } = await connected()
  const reason = 'rate-limited: slow down'
  if (how === 'OK') {
    relay.setFaults({ rejectKinds: [1], rejectReason: reason })
    expect(await connection.publish(makeEvent())).toMatchObject({ accepted: false })
  } else if (how === 'NOTICE') relay.injectRaw(JSON.stringify(['NOTICE', reason]))
  else relay.closeSubscriptions(reason)
  await expect.poll(() => connection.status.slowDown?.reason).toBe(reason)
  expect(connection.status.rejection).toBeNull()
})

it('a relay can be tested without an event: it answers a probe unless it is mute', async () => {
  const { relay, connection } = await connected()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  expect(await connection.probe()).toBe(true)
  expect(connection.heard).toBe(true)
  expect(relay.received.events).toBe(0)
  relay.setFaults({ mute: true })
  const probing = connection.probe()
  vi.advanceTimersByTime(QUICK.eoseTimeout)
  expect(await probing).toBe(false)
})
