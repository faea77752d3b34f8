import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { relay as texts } from '#contract/relay-messages.ts'
import { quickPool } from '../../tests/support/lines.ts'
import { relayClient } from '../../tests/support/relay-client.ts'
import { until } from '../../tests/support/until.ts'
import { retryAfterOf } from './retry-after.ts'

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
])('a relay that asks for %s', (_, headers, ms) => {
  expect(retryAfterOf(headers, NOW)).toBe(ms)
})

/** A relay that turns everybody away, and how often it was dialled. */
async function startRefusing(status: number, headers: Record<string, string> = {}) {
  let dials = 0
  const server = createServer()
  server.on('upgrade', (_, socket) => {
    dials += 1
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
    'with HTTP %i and %o is left alone as long as it asks, and that shows',
    async (status, headers, ms) => {
      const { url } = await startRefusing(status, headers)
      const timings = { backoffBase: 1, backoffMax: 1, backoffFloor: 0, spareBase: 60_000 }
      const { connection } = relayClient(url, { timings })
      const before = Date.now()
      connection.start()

      await until(() => connection.status.state === 'waiting')

      const { error, slowDown, nextAttemptAt } = connection.status
      expect(error).toBe(texts.http(String(status)))
      expect(slowDown?.reason).toBe(`rate-limited: ${texts.http(String(status))}`)
      expect(nextAttemptAt).toBeGreaterThanOrEqual(before + ms)
      expect(nextAttemptAt).toBeLessThan(Date.now() + ms + 100)
    },
  )

  it('is not dialled for whoever comes meanwhile', async () => {
    const { url, dials } = await startRefusing(429, { 'Retry-After': '60' })
    const relayPool = quickPool()
    const [one, other] = [1, 2].map(() => relayClient(url, { relayPool }).connection)
    one?.start()
    await until(() => one?.status.state === 'waiting')
    other?.start()
    expect(other?.status).toMatchObject({ state: 'waiting', error: texts.http('429') })
    expect(dials()).toBe(1)
  })

  it('is dialled again after that, and soon where it has not said for how long', async () => {
    for (const headers of [{ 'Retry-After': '0' }, {}]) {
      const { url, dials } = await startRefusing(503, headers)
      relayClient(url).connection.start()
      await until(() => dials() > 1)
    }
  })
})
