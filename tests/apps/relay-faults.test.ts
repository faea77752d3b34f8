import { setTimeout as delay } from 'node:timers/promises'
import { generateSecretKey } from 'nostr-tools/pure'
import { expect, test } from 'vitest'
import type { NostrEvent } from '#contract/nostr.ts'
import { type AppClient, startAppClient } from '../support/app-client.ts'
import { startAppSigner } from '../support/app-signer.ts'
import { freePort } from '../support/free-port.ts'
import { fileScope, type Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'

const shared = startAppSigner(fileScope(), {
  relay: { storesEphemeral: true, port: await freePort() },
})
/** The time-out of a request over a relay that was lost or is slow. Milliseconds. */
const LONG = 60_000

/** An app that is paired over a relay without faults. The relay's faults end with the test. */
async function pairedApp(scope: Scope) {
  const signer = await shared
  scope.onTestFinished(() => signer.relay.clearFaults())
  const { id, uri } = await signer.invite()
  const client = await startAppClient(scope, { uri })
  expect(await client.connect()).toMatchObject({ result: 'ack' })
  return { ...signer, id, client }
}

const pings = (client: AppClient): number =>
  client.answers.filter(({ result }) => result === 'pong').length

test.each(['mute: no one was listening', 'rate-limited: slow down'])(
  'An answer that the relay refuses ("%s") is sent again as a fresh event until it takes it',
  async (rejectReason) => {
    const scope: (() => unknown)[] = []
    try {
      const { client, relay } = await pairedApp({ onTestFinished: (end) => void scope.push(end) })
      // By a clock that is ahead: an answer that is dated before the request would be filtered out.
      const createdAt = Math.floor(Date.now() / 1000) + 60
      const text = JSON.stringify({ id: 'late', method: 'ping', params: [] })
      const asked = client.eventOf(text, { createdAt })
      const refused: NostrEvent[] = []
      scope.push(relay.onRefused((event) => void refused.push(event)))

      relay.setFaults({ rejectKinds: [24_133], rejectReason })
      relay.inject(asked)
      await until(() => refused.length >= 3)
      expect(client.answers.some(({ id }) => id === 'late')).toBe(false)
      relay.clearFaults()
      const { result, event } = await client.answered('late')

      expect(result).toBe('pong')
      const sent = [...refused, event]
      expect(new Set(sent.map(({ id }) => id)).size).toBe(sent.length)
      for (const { created_at } of sent) expect(created_at).toBeGreaterThanOrEqual(createdAt)
    } finally {
      for (const end of scope) await end()
    }
  },
)

test('A relay that confirms nothing gets each answer once', async (t) => {
  const { client, relay } = await pairedApp(t)
  relay.setFaults({ noOk: true })
  const repeated: string[] = []
  t.onTestFinished(relay.onRepeated(({ id }) => repeated.push(id)))

  const { event } = await client.ask('ping')
  await until(() => repeated.includes(event.id))

  expect(pings(client)).toBe(1)
})

test('A relay with a rate limit gets all answers in the end', async (t) => {
  const { client, relay } = await pairedApp(t)
  relay.setFaults({ keyRateMinute: 0, rateLimit: 20 })

  for (let n = 0; n < 60; n += 1) {
    await client.send({ id: n, method: 'ping', params: [] })
    await delay(60)
  }

  await until(() => pings(client) >= 60, { timeout: LONG })
  expect(pings(client)).toBe(60)
})

test('A subscription that the relay closes is opened again', async (t) => {
  const { relay } = await pairedApp(t)
  relay.closeSubscriptions('error: shutting down idle subscription')
  const fresh = await startAppClient(t, { uri: (await (await shared).invite()).uri })

  expect(await fresh.connect()).toMatchObject({ result: 'ack' })
})

test('A request made while the connection was lost is answered when it is back', async (t) => {
  const { relay, invite, server } = await shared
  const { uri } = await invite()
  const seckey = generateSecretKey()
  const before = await startAppClient(t, { uri, seckey })
  await before.connect()
  await relay.stop()
  await server.status(({ canSign }) => !canSign)

  await relay.start()
  const client = await startAppClient(t, { uri, seckey })
  const answer = await client.ask('ping', [], { timeout: LONG })

  expect(answer).toMatchObject({ result: 'pong' })
})

test.each(['', 'restricted', 'auth-required'])(
  'A relay that requires authentication (own keys only: "%s") gets it for each app’s key',
  async (ownOnly) => {
    const scope: (() => unknown)[] = []
    const t: Scope = { onTestFinished: (end) => void scope.push(end) }
    try {
      const { relay, invite } = await shared
      relay.setFaults({ requireAuth: true, ownOnly })
      relay.dropAll()
      const [one, other] = [await invite(), await invite()]
      const clients = await Promise.all(
        [one, other].map(({ uri }) => startAppClient(t, { uri, authenticates: true })),
      )

      for (const client of clients) {
        expect(await client.connect()).toMatchObject({ result: 'ack' })
        expect(await client.ask('ping')).toMatchObject({ result: 'pong' })
      }
    } finally {
      ;(await shared).relay.clearFaults()
      for (const end of scope) await end()
    }
  },
)
