import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocketServer } from 'ws'
import type { Faults } from '../../relay-fixture/faults.ts'
import { RelayFixture } from '../../relay-fixture/relay.ts'
import { carriedTexts } from '../../tests/support/gen2-group.ts'
import {
  type MountedRoutes,
  mountForTest,
  serveForTest,
} from '../../tests/support/mounted-routes.ts'
import { until } from '../../tests/support/until.ts'
import { generationNames } from '../contract/generations.ts'
import { EVENT_KIND, NEXT_EVENT_KIND } from '../contract/limits.ts'
import { validation } from '../contract/messages.ts'
import type { NostrEvent } from '../contract/nostr.ts'
import { relayTestAnswer } from '../contract/operations.ts'
import { generateKeyset } from '../frostr/gen1/keyset.ts'
import { probeRelay, type RelayTest } from './relay-probe.ts'
import { relayTestHandlers } from './relay-test.ts'

const PATH = '/api/relays/test'

async function startRelay(faults: Partial<Faults> = {}): Promise<RelayFixture> {
  const relay = await RelayFixture.start()
  relay.setFaults(faults)
  onTestFinished(() => relay.stop())
  return relay
}

/** A relay that answers each frame with what `answer` makes of it, and closes where that is null. */
async function startOddRelay(answer: (frame: unknown[]) => unknown[] | null): Promise<string> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  onTestFinished(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      const reply = answer(JSON.parse(data.toString()))
      if (reply === null) socket.close(1013, 'full')
      else socket.send(JSON.stringify(reply))
    })
  })
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const mount = () => mountForTest(relayTestHandlers)

async function testRelays(relays: string[], { call } = mount()): Promise<RelayTest[]> {
  const { status, body } = await call<{ results: RelayTest[] }>('testRelays', { body: { relays } })
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

const refusing = (url: string, kind: number): RelayTest => ({
  ...sound(url),
  acceptsKind: false,
  echo: false,
  error: `Echo rejected: kind ${kind}: blocked: a private host, which is not quoted`,
})

/** Routes over a signer that runs. */
async function mountRunning(
  credentials: { group: string; share: string },
  relay: string,
): Promise<MountedRoutes> {
  const routes = mountForTest(relayTestHandlers, {
    SHARE_CRED: credentials.share,
    GROUP_CRED: credentials.group,
    RELAYS: relay,
  })
  const { supervisor } = routes.context
  await supervisor.apply()
  await until(() => supervisor.node?.isReady === true)
  return routes
}

/** The kinds of what a relay is sent from now on. */
function kindsAt(relay: RelayFixture): Set<number> {
  const kinds = new Set<number>()
  relay.onEvent(({ kind }) => kinds.add(kind))
  return kinds
}

describe('a relay test', () => {
  test('finds a sound relay sound, and leaves nothing open there', async () => {
    const relay = await startRelay()

    const results = await testRelays([relay.url])

    expect(results).toStrictEqual([sound(relay.url)])
    await until(() => relay.connections === 0)
  })

  test.each([
    ['wants authentication', { requireAuth: true }],
    ['does not confirm subscriptions', { noEose: true }],
    ['does not confirm events', { noOk: true }],
    ['is slow', { delayMs: 60 }],
    ['says everything twice', { duplicate: 2 }],
  ])('hears itself through a relay that %s', async (_, faults) => {
    const relay = await startRelay(faults)

    expect(await testRelays([relay.url])).toStrictEqual([sound(relay.url)])
  })

  test.each([EVENT_KIND, NEXT_EVENT_KIND])(
    'tells of a relay that refuses kind %i',
    async (kind) => {
      const relay = await startRelay({ rejectKinds: [kind] })

      expect(await testRelays([relay.url])).toStrictEqual([refusing(relay.url, kind)])
    },
  )

  test('tells at once of a relay that can not be reached', async () => {
    const refusing = await startRelay({ refuse: true })
    const gone = await startRelay()
    await gone.stop()
    const startedAt = performance.now()

    const results = await testRelays([refusing.url, gone.url])

    expect(performance.now() - startedAt).toBeLessThan(3_000)
    for (const [at, { url }] of [refusing, gone].entries()) {
      expect(results[at]).toStrictEqual({
        url,
        connected: false,
        acceptsKind: false,
        echo: false,
        error: expect.stringMatching(/./),
      })
    }
  })

  test('tells of a relay that takes events and brings nothing back', async () => {
    const url = await startOddRelay(([type, id]) =>
      type === 'REQ' ? ['EOSE', id] : ['OK', (id as NostrEvent).id, true, ''],
    )

    const { signal } = new AbortController()
    const result = await probeRelay({ url, generations: generationNames, signal, bound: 400 })

    expect(result).toStrictEqual({
      ...sound(url),
      echo: false,
      error: 'Echo response timeout after 0.4 seconds',
    })
  })

  test('tells of a relay that ends the connection', async () => {
    const url = await startOddRelay(() => null)

    const [result] = await testRelays([url])

    expect(result).toMatchObject({
      connected: true,
      acceptsKind: false,
      echo: false,
      error: 'relay closed the connection (1013)',
    })
  })

  test('does not wait for relays that say nothing any longer than for an answer', async () => {
    const [silent, mute] = [await startRelay({ silent: true }), await startRelay({ mute: true })]
    const startedAt = performance.now()

    const results = await testRelays([silent.url, mute.url])

    expect(performance.now() - startedAt).toBeLessThan(10_000)
    expect(results).toMatchObject([
      { connected: false, error: 'no connection within 4400 ms' },
      { connected: true, acceptsKind: false, echo: false },
    ])
    expect(results[1]?.error).toMatch(/within 4400 ms$/)
    await until(() => mute.connections === 0 && silent.unanswered === 0)
  })

  test('answers for each relay as given, the broken ones too, and dials each once', async () => {
    const relay = await startRelay()
    const padded = ` ${relay.url}/ `

    const results = await testRelays([relay.url, 'ftp://relay.example.com', padded, 'wss://nodot'])

    const broken = { connected: false, acceptsKind: false, echo: false }
    expect(results).toStrictEqual([
      sound(relay.url),
      { ...broken, url: 'ftp://relay.example.com', error: validation.relayProtocol },
      sound(relay.url),
      { ...broken, url: 'wss://nodot', error: validation.relayFormat },
    ])
    expect(relay.totalConnections).toBe(1)
  })

  test('takes twenty relays at once', async () => {
    const relay = await startRelay()
    const urls = Array.from({ length: 20 }, (_, n) => `${relay.url}/${n}`)

    expect(await testRelays(urls)).toStrictEqual(urls.map(sound))
    expect(relay.totalConnections).toBe(20)
    await until(() => relay.connections === 0)
  })

  test.each([
    [[]],
    [Array(21).fill('wss://relay.example.com')],
    ['wss://relay.example.com'],
    [[7]],
  ])('is refused for %j', async (relays) => {
    const answer = await mount().call('testRelays', { body: { relays } })

    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error: expect.stringMatching(/^relays/) })
  })
})

describe('a relay test goes by the kinds of events that the signer sends:', () => {
  const keyset = generateKeyset({ threshold: 2, totalMembers: 2 })

  test('that of 2026 alone, on credentials that exist in it alone', async () => {
    const [home, free, fit, unfit] = [
      await startRelay(),
      await startRelay(),
      await startRelay({ rejectKinds: [EVENT_KIND] }),
      await startRelay({ rejectKinds: [NEXT_EVENT_KIND] }),
    ]
    const routes = await mountRunning(carriedTexts(keyset, 1), home.url)
    const kinds = kindsAt(free)

    const results = await testRelays([free.url, fit.url, unfit.url], routes)

    expect(results).toStrictEqual([
      sound(free.url),
      sound(fit.url),
      refusing(unfit.url, NEXT_EVENT_KIND),
    ])
    expect([...kinds]).toEqual([NEXT_EVENT_KIND])
  })

  test('those of both, on credentials of 1.x', async () => {
    const [share = ''] = keyset.shareCredentials
    const [home, relay] = [await startRelay(), await startRelay()]
    const routes = await mountRunning({ group: keyset.groupCredential, share }, home.url)
    const kinds = kindsAt(relay)

    expect(await testRelays([relay.url], routes)).toStrictEqual([sound(relay.url)])

    expect(kinds).toEqual(new Set([EVENT_KIND, NEXT_EVENT_KIND]))
  })
})

test('goes by keys of its own, so that the running signer suspects no second one', async () => {
  const keyset = generateKeyset({ threshold: 2, totalMembers: 2 })
  const [share = ''] = keyset.shareCredentials
  const [relay, other] = [await startRelay(), await startRelay()]
  const routes = await mountRunning({ group: keyset.groupCredential, share }, relay.url)
  const { supervisor } = routes.context
  const authors = new Set<string>()
  for (const one of [relay, other]) {
    one.onEvent(({ pubkey }) => {
      if (pubkey !== supervisor.self) authors.add(pubkey)
    })
  }

  await testRelays([relay.url, other.url], routes)
  await testRelays([relay.url, other.url], routes)
  const echo = await supervisor.node?.sendEcho()

  expect(echo).toMatchObject({ ok: true })
  expect(authors.size).toBe(4)
  expect(supervisor.warnings).toEqual([])
  expect(routes.context.events.entries().filter(({ type }) => type === 'warning')).toEqual([])
})

describe('tests at a time', () => {
  test('are three; one more is put off until one of them has ended', async () => {
    const relay = await startRelay({ mute: true })
    const routes = mount()
    const aborts = [1, 2, 3].map(() => new AbortController())
    const body = JSON.stringify({ relays: [relay.url] })
    const running = aborts.map(async ({ signal }) =>
      routes.app.request(PATH, { method: 'POST', body, signal }),
    )
    await until(() => relay.connections === 3)

    const fourth = await routes.call('testRelays', { body: { relays: [relay.url] } })

    expect(fourth.status).toBe(503)
    expect(fourth.body).toStrictEqual({ error: 'Too many relay tests, try again' })
    expect(relay.connections).toBe(3)

    aborts[0]?.abort()
    await running[0]
    relay.clearFaults()
    const again = await routes.call('testRelays', { body: { relays: [relay.url] } })
    expect(again.status).toBe(200)
    for (const abort of aborts) abort.abort()
    await Promise.all(running)
  })

  test('end when whoever asked is gone, and close what they opened', async () => {
    const relays = [await startRelay({ mute: true }), await startRelay({ silent: true })]
    const origin = await serveForTest(mount().app)
    const client = new AbortController()
    const call = fetch(`${origin}${PATH}`, {
      method: 'POST',
      body: JSON.stringify({ relays: relays.map(({ url }) => url) }),
      signal: client.signal,
    })
    await until(() => relays[0]?.connections === 1 && relays[1]?.unanswered === 1)

    client.abort()

    await expect(call).rejects.toThrow()
    await until(() => relays[0]?.connections === 0 && relays[1]?.unanswered === 0, {
      timeout: 3_000,
    })
  })
})
