import { describe, expect, onTestFinished, test } from 'vitest'
import { validation } from '#contract/messages.ts'
import { relayTestAnswer } from '#contract/operations.ts'
import type { RelayTest } from '#relay/probe.ts'
import type { Faults } from '../../relay-fixture/faults.ts'
import { RelayFixture } from '../../relay-fixture/relay.ts'
import { mountForTest, serveForTest } from '../../tests/support/mounted-routes.ts'
import { until } from '../../tests/support/until.ts'

const PATH = '/api/relays/test'

async function startRelay(faults: Partial<Faults> = {}): Promise<RelayFixture> {
  const relay = await RelayFixture.start()
  relay.setFaults(faults)
  onTestFinished(() => relay.stop())
  return relay
}

async function testRelays(relays: string[]): Promise<RelayTest[]> {
  const { status, body } = await mountForTest().call<{ results: RelayTest[] }>('testRelays', {
    body: { relays },
  })
  expect(status).toBe(200)
  expect(relayTestAnswer.safeParse(body).success).toBe(true)
  return body.results
}

const sound = (url: string): RelayTest => ({
  url,
  connected: true,
  latency: expect.any(Number),
  acceptsKind: true,
  echo: true,
})

describe('a relay test', () => {
  test('answers for each relay as given, even broken ones, and dials each once', async () => {
    const relay = await startRelay()
    const padded = ` ${relay.url}/ `

    const results = await testRelays([relay.url, 'ftp://relay.example.com', padded, 'wss://nodot'])

    const broken = { connected: false, acceptsKind: false, echo: false }
    expect(results).toMatchObject([
      sound(relay.url),
      { ...broken, url: 'ftp://relay.example.com', error: validation.relayProtocol },
      sound(relay.url),
      {
        ...broken,
        url: 'wss://nodot',
        error: `${validation.relayFormat}. ${validation.relayDotless}`,
      },
    ])
    expect(relay.totalConnections).toBe(1)
  })

  test.each([
    [[]],
    [Array(21).fill('wss://relay.example.com')],
    ['wss://relay.example.com'],
    [[7]],
  ])('is refused for %j', async (relays) => {
    const answer = await mountForTest().call('testRelays', { body: { relays } })

    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error: expect.stringMatching(/^relays/) })
  })
})

describe('concurrent tests', () => {
  test('are limited to three; one more is put off until one of them has ended', async () => {
    const relay = await startRelay({ mute: true })
    const routes = mountForTest()
    const aborts = [1, 2, 3].map(() => new AbortController())
    const body = JSON.stringify({ relays: [relay.url] })
    const running = aborts.map(async ({ signal }) =>
      routes.app.request(PATH, { method: 'POST', body, signal }),
    )
    await until(() => relay.connections === 3)

    const fourth = await routes.call('testRelays', { body: { relays: [relay.url] } })

    expect(fourth.status).toBe(503)
    expect(fourth.body).toMatchObject({ error: 'Too many relay tests, try again' })
    expect(relay.connections).toBe(3)

    aborts[0]?.abort()
    await running[0]
    relay.clearFaults()
    const again = await routes.call('testRelays', { body: { relays: [relay.url] } })
    expect(again.status).toBe(200)
    for (const abort of aborts) abort.abort()
    await Promise.all(running)
  })

  test('end when the caller is gone, and close what they opened', async () => {
    const relays = [await startRelay({ mute: true }), await startRelay({ silent: true })]
    const origin = await serveForTest(mountForTest().app)
    const client = new AbortController()
    const call = fetch(`${origin}${PATH}`, {
      method: 'POST',
      body: JSON.stringify({ relays: relays.map(({ url }) => url) }),
      signal: client.signal,
    })
    await until(() => relays[0]?.connections === 1 && relays[1]?.unanswered === 1)

    client.abort()

    await expect(call).rejects.toThrow()
    await until(() => relays[0]?.connections === 0 && relays[1]?.unanswered === 0)
  })
})
