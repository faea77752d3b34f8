import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { relay as texts } from '#contract/codes.ts'
import { EVENT_KIND, V2_EVENT_KIND } from '#contract/limits.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import { relayTestAnswer } from '#contract/operations.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { unquoted } from '#relay/dial-policy.ts'
import type { RelayTest } from '#relay/probe.ts'
import type { Faults } from '../../relay-fixture/faults.ts'
import { RelayFixture } from '../../relay-fixture/relay.ts'
import { mountForTest } from '../../tests/support/mounted-routes.ts'
import { DEAD_RELAY_URL } from '../../tests/support/relay-client.ts'
import { simulateRelays } from '../../tests/support/simulated-relays.ts'
import { simulateTime } from '../../tests/support/simulated-time.ts'
import { until } from '../../tests/support/until.ts'
import { carriedTexts } from '../../tests/support/v2-group.ts'
import { testRelays as testRelaysFrom } from './relay-test.ts'

async function startRelay(faults: Partial<Faults> = {}): Promise<RelayFixture> {
  const relay = await RelayFixture.start()
  relay.setFaults(faults)
  onTestFinished(() => relay.stop())
  return relay
}

/** A relay that answers each frame with the result of `answer`, and closes when that is null. */
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

async function testRelays(
  relays: string[],
  keyset: Parameters<typeof testRelaysFrom>[1]['keyset'] = { signer: null },
): Promise<RelayTest[]> {
  const results = await testRelaysFrom(relays, { keyset, signal: new AbortController().signal })
  expect(relayTestAnswer.safeParse({ results }).success).toBe(true)
  return results
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
  ...texts.echoRejected(texts.ofKind(kind, unquoted('blocked: no'))),
})

async function startSigner(credentials: { group: string; share: string }, relay: string) {
  const { context } = mountForTest({
    SHARE_CRED: credentials.share,
    GROUP_CRED: credentials.group,
    RELAYS: relay,
  })
  const { supervisor } = context.keysets.first
  await supervisor.apply()
  await until(() => supervisor.signer?.isReady === true)
  return { supervisor, events: context.events }
}

/** The kinds of the events that a relay gets from now on. */
function kindsAt(relay: RelayFixture): Set<number> {
  const kinds = new Set<number>()
  relay.onEvent(({ kind }) => kinds.add(kind))
  return kinds
}

describe('a relay test', () => {
  test('finds no fault with a sound relay, and closes its connection', async () => {
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

  test.each([EVENT_KIND, V2_EVENT_KIND])('reports a relay that refuses kind %i', async (kind) => {
    const relay = await startRelay({ rejectKinds: [kind] })

    expect(await testRelays([relay.url])).toStrictEqual([refusing(relay.url, kind)])
  })

  test('reports at once a relay that cannot be reached', async () => {
    const { time, startRelay } = simulateRelays({ onTestFinished })
    const refusing = await startRelay()
    refusing.setFaults({ refuse: true })
    const startedAt = Date.now()

    const results = await time.until(testRelays([refusing.url, DEAD_RELAY_URL]))

    expect(Date.now() - startedAt).toBeLessThan(3_000)
    for (const [at, url] of [refusing.url, DEAD_RELAY_URL].entries()) {
      expect(results[at]).toMatchObject({
        url,
        connected: false,
        acceptsKind: false,
        echo: false,
        error: expect.stringMatching(/./),
      })
    }
  })

  test('reports a relay that accepts events but does not deliver them', async () => {
    let frames = 0
    const time = simulateTime({ onTestFinished }, () => frames)
    const url = await startOddRelay(([type, id]) => {
      frames += 1
      return type === 'REQ' ? ['EOSE', id] : ['OK', (id as NostrEvent).id, true, '']
    })

    const { signal } = new AbortController()
    const [result] = await time.until(
      testRelaysFrom([url], { keyset: { signer: null }, signal, bound: 2_000 }),
    )

    expect(result).toMatchObject({
      ...sound(url),
      echo: false,
      error: 'Echo response timeout after 2 seconds',
    })
  })

  test('reports a relay that ends the connection', async () => {
    const url = await startOddRelay(() => null)

    const [result] = await testRelays([url])

    expect(result).toMatchObject({
      connected: true,
      acceptsKind: false,
      echo: false,
      error: 'relay closed the connection (1013)',
    })
  })

  test('gives up on silent relays within ten seconds', async () => {
    const { time, startRelay } = simulateRelays({ onTestFinished })
    const [silent, mute] = [await startRelay(), await startRelay()]
    silent.setFaults({ silent: true })
    mute.setFaults({ mute: true })
    const startedAt = Date.now()

    const results = await time.until(testRelays([silent.url, mute.url]))

    expect(Date.now() - startedAt).toBeLessThan(10_000)
    expect(results).toMatchObject([
      { connected: false, error: 'no connection within 4400 ms' },
      { connected: true, acceptsKind: false, echo: false },
    ])
    expect(results[1]?.error).toMatch(/within 4400 ms$/)
    await until(() => mute.connections === 0 && silent.unanswered === 0)
  })

  test('tests twenty relays at once', async () => {
    // A busy machine may take longer for all of them than one may take.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const relay = await startRelay()
    const urls = Array.from({ length: 20 }, (_, n) => `${relay.url}/${n}`)

    expect(await testRelays(urls)).toStrictEqual(urls.map(sound))
    expect(relay.totalConnections).toBe(20)
    await until(() => relay.connections === 0)
  })
})

describe('a relay test uses the kinds of events that the signer sends:', () => {
  const keyset = generateKeyset({ threshold: 2, totalMembers: 2 })

  test('only the kind of 2026, with 2026 credentials', async () => {
    const [home, free, fit, unfit] = [
      await startRelay(),
      await startRelay(),
      await startRelay({ rejectKinds: [EVENT_KIND] }),
      await startRelay({ rejectKinds: [V2_EVENT_KIND] }),
    ]
    const { supervisor } = await startSigner(carriedTexts(keyset, 1), home.url)
    const kinds = kindsAt(free)

    const results = await testRelays([free.url, fit.url, unfit.url], supervisor)

    expect(results).toStrictEqual([
      sound(free.url),
      sound(fit.url),
      refusing(unfit.url, V2_EVENT_KIND),
    ])
    expect([...kinds]).toEqual([V2_EVENT_KIND])
  })

  test('the kinds of both protocols, with 1.x credentials', async () => {
    const [share = ''] = keyset.shareCredentials
    const [home, relay] = [await startRelay(), await startRelay()]
    const { supervisor } = await startSigner({ group: keyset.groupCredential, share }, home.url)
    const kinds = kindsAt(relay)

    expect(await testRelays([relay.url], supervisor)).toStrictEqual([sound(relay.url)])

    expect(kinds).toEqual(new Set([EVENT_KIND, V2_EVENT_KIND]))
  })
})

test('a relay test uses its own keys, so that the running signer suspects no second device', async () => {
  const keyset = generateKeyset({ threshold: 2, totalMembers: 2 })
  const [share = ''] = keyset.shareCredentials
  const [relay, other] = [await startRelay(), await startRelay()]
  const { supervisor, events } = await startSigner(
    { group: keyset.groupCredential, share },
    relay.url,
  )
  const authors = new Set<string>()
  for (const one of [relay, other]) {
    one.onEvent(({ pubkey }) => {
      if (pubkey !== supervisor.self) authors.add(pubkey)
    })
  }

  await testRelays([relay.url, other.url], supervisor)
  await testRelays([relay.url, other.url], supervisor)
  const echo = await supervisor.signer?.sendEcho()

  expect(echo).toMatchObject({ ok: true })
  expect(authors.size).toBe(4)
  expect(supervisor.warnings).toEqual([])
  expect(events.entries().filter(({ type }) => type === 'warning')).toEqual([])
})
