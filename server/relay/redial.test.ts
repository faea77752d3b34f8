import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { relay as texts } from '#contract/relay-messages.ts'
import { relayClient } from '../../tests/support/relay-client.ts'
import { quickPool } from '../../tests/support/relay-sessions.ts'
import { until } from '../../tests/support/until.ts'
import { RELAY_TIMINGS } from './limits.ts'
import { backoffDelay, Redial, retryAfterOf } from './redial.ts'

const ALMOST_ONE = 1 - Number.EPSILON

test('a relay is dialled again within four seconds, until it has been away for a minute and a half', () => {
  const redial = new Redial(RELAY_TIMINGS, () => ALMOST_ONE)
  const waits = Array.from({ length: 30 }, () => redial.ended({ error: '' }, null))
  const total = (upTo: number) => waits.slice(0, upTo).reduce((sum, wait) => sum + wait, 0)
  const eager = waits.findIndex((wait) => wait > 4_000)
  expect(waits.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 4_000])
  expect(total(eager)).toBeGreaterThan(90_000)
  expect(total(eager)).toBeLessThan(95_000)
  expect(waits.slice(eager).every((wait) => wait === 30_000)).toBe(true)

  expect(redial.ended({ error: '' }, RELAY_TIMINGS.stableAfter)).toBe(1_000)
  const again = Array.from({ length: 8 }, () => redial.ended({ error: '' }, null))
  expect(again.slice(0, 3)).toEqual([2_000, 4_000, 4_000])
  expect(Math.max(...again)).toBe(4_000)
})

test('a relay whose connections break at once is redialled ever later', () => {
  const redial = new Redial(RELAY_TIMINGS, () => ALMOST_ONE)
  const waits = Array.from({ length: 30 }, () => redial.ended({ error: '' }, 10))
  expect(waits.at(-1)).toBe(30_000)
})

const REAL = { base: 1_000, max: 30_000, floor: 100 }

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

  it('never waits more than the maximum, even if the floor is higher', () => {
    expect(backoffDelay(0, { base: 10, max: 20, floor: 100 }, () => 0)).toBe(10)
    expect(backoffDelay(9, { base: 10, max: 20, floor: 100 }, () => 0)).toBe(20)
  })

  it('stays at the maximum after years of attempts', () => {
    expect(backoffDelay(1e9, REAL, () => ALMOST_ONE)).toBe(30_000)
  })
})

const NOW = Date.UTC(2026, 0, 1)
const at = (seconds: number) => new Date(NOW + seconds * 1000).toUTCString()

test.each([
  ['seconds', { 'retry-after': '120' }, 120_000],
  ['a date by our clock', { 'retry-after': at(90) }, 90_000],
  ['a date by its own clock', { 'retry-after': at(3_690), date: at(3_600) }, 90_000],
  ['a date that is past', { 'retry-after': at(-5) }, 0],
  ['more than an hour', { 'retry-after': '31536000' }, 3_600_000],
  ['nothing', {}, undefined],
  ['nothing that can be read', { 'retry-after': 'soon' }, undefined],
])('the wait that a relay asks for is read from %s', (_, headers, ms) => {
  expect(retryAfterOf(headers, NOW)).toBe(ms)
})

/** A relay that turns everybody away, and how often it was dialled. */
async function startRefusing(status: number, headers: Record<string, string> = {}) {
  let dials = 0
  const server = createServer()
  server.on('upgrade', (_, socket) => {
    dials += 1
    // The client may be gone before it has read the answer.
    socket.on('error', () => {})
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} No\r\n${lines.join('')}Content-Length: 0\r\n\r\n`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, dials: () => dials }
}

describe('a relay that turns us away for a while', () => {
  it.each([
    [429, { 'Retry-After': '120' }, 120_000],
    [503, { 'Retry-After': '30' }, 30_000],
    [503, { 'Retry-After': at(60), Date: at(0) }, 60_000],
    [429, {}, 60_000],
  ])(
    'with HTTP %i and %o is not dialled for as long as it asks, and the status says so',
    async (status, headers, ms) => {
      const { url } = await startRefusing(status, headers)
      const timings = { backoffBase: 1, backoffMax: 1, backoffFloor: 0, slowDownBase: 60_000 }
      const { connection } = relayClient(url, { timings })
      const before = Date.now()
      connection.start()

      await until(() => connection.status.state === 'waiting')

      const { error, slowDown, nextAttemptAt } = connection.status
      expect(error?.error).toBe(texts.http(String(status)))
      expect(slowDown?.reason).toBe(`rate-limited: ${texts.http(String(status))}`)
      expect(nextAttemptAt).toBeGreaterThanOrEqual(before + ms)
      expect(nextAttemptAt).toBeLessThan(Date.now() + ms + 100)
    },
  )

  it('is not dialled for another session meanwhile', async () => {
    const { url, dials } = await startRefusing(429, { 'Retry-After': '60' })
    const relayPool = quickPool()
    const [one, other] = [1, 2].map(() => relayClient(url, { relayPool }).connection)
    one?.start()
    await until(() => one?.status.state === 'waiting')
    other?.start()
    expect(other?.status).toMatchObject({ state: 'waiting', error: { error: texts.http('429') } })
    expect(dials()).toBe(1)
  })

  it('is dialled again afterwards, and soon if it has not said for how long', async () => {
    for (const headers of [{ 'Retry-After': '0' }, {}]) {
      const { url, dials } = await startRefusing(503, headers)
      relayClient(url).connection.start()
      await until(() => dials() > 1)
    }
  })
})
