import { generateSecretKey } from 'nostr-tools/pure'
import { expect, test } from 'vitest'
import { appRefusal as texts } from '#contract/app-messages.ts'
import type { InviteAnswer } from '#contract/apps.ts'
import type { RelayFixture } from '../../relay-fixture/relay.ts'
import { type ApiServer, firstShare, startServer } from '../support/api-server.ts'
import { startAppClient } from '../support/app-client.ts'
import { freePort } from '../support/free-port.ts'
import { isLong } from '../support/long.ts'
import { newPair, startMember } from '../support/pair.ts'
import type { Scope } from '../support/scope.ts'
import { simulateRelays } from '../support/simulated-relays.ts'
import type { SimulatedTime } from '../support/simulated-time.ts'
import { until } from '../support/until.ts'

/** Milliseconds. */
const AWAY = 60_000
const BACK_WITHIN = 5_000
/** Longer than Floe waits for a relay to confirm. */
const PUBLISH_WAIT = 5_000

/** How long Floe tries again when a request needs share holders who are away. Milliseconds. */
const PATIENCE = 25_000

interface Scene {
  time: SimulatedTime
  relay: RelayFixture
  server: ApiServer
  /** Starts the server again with its data. */
  restart(): Promise<unknown>
}

type Outage = [string, (scene: Scene) => Promise<unknown>]

const note = { kind: 1, content: 'in between', tags: [], created_at: 1_700_000_000 }

/** In simulated time: the first of two share holders, without the second, and an app that is paired with it. */
async function startPaired(t: Scope) {
  const { time, startRelay } = simulateRelays(t)
  const relay = await startRelay({ storesEphemeral: true, port: await freePort() })
  const keyset = newPair()
  const environment = firstShare(keyset, [relay.url])
  const server = await time.until(startServer(t, { environment }))
  const invited = server.post('/api/apps/invite', { name: 'App', preset: 'all' })
  const { uri } = (await time.until(invited)).body as InviteAnswer
  const seckey = generateSecretKey()
  const client = await time.until(startAppClient(t, { uri, seckey }))
  await time.until(client.connect())
  return {
    ...{ time, relay, server, client },
    startPeer: () => time.until(startMember(t, keyset, 2, [relay.url])),
    restart: () => startServer(t, { environment, dataDir: server.dataDir }),
    openAgain: () => time.until(startAppClient(t, { uri, seckey })),
  }
}

test.each<Outage>([
  [
    'is away',
    async ({ time, relay }) => {
      await time.until(relay.stop())
      await time.pass(AWAY)
      await time.until(relay.start())
    },
  ],
  [
    'falls silent',
    async ({ time, relay }) => {
      relay.setFaults({ silent: true })
      await time.pass(AWAY)
      relay.clearFaults()
    },
  ],
  [
    'is dead when Floe starts',
    async ({ time, relay, server, restart }) => {
      await time.until(server.stop())
      await time.until(relay.stop())
      await time.until(restart())
      await time.pass(AWAY)
      await time.until(relay.start())
    },
  ],
])(
  'What an app asks while its relay %s, for a minute, is answered within five seconds of its return',
  async (_, outage) => {
    const scope: (() => unknown)[] = []
    const t = { onTestFinished: (end: () => unknown) => void scope.push(end) }
    try {
      const { time, startRelay } = simulateRelays(t)
      const relay = await startRelay({ storesEphemeral: true, port: await freePort() })
      const keyset = newPair()
      const environment = firstShare(keyset, [relay.url])
      const server = await time.until(startServer(t, { environment }))
      await time.until(startMember(t, keyset, 2, [relay.url]))
      const invited = server.post('/api/apps/invite', { name: 'App', preset: 'all' })
      const { uri } = (await time.until(invited)).body as InviteAnswer
      const seckey = generateSecretKey()
      const before = await time.until(startAppClient(t, { uri, seckey }))
      await time.until(before.connect())

      const restart = () => startServer(t, { environment, dataDir: server.dataDir })
      await outage({ time, relay, server, restart })
      const back = Date.now()
      const client = await time.until(startAppClient(t, { uri, seckey }))
      const createdAt = Math.floor((back - AWAY / 2) / 1_000)
      const answer = await time.until(client.ask('ping', [], { createdAt, timeout: AWAY }))
      const signed = await time.until(client.ask('sign_event', [note], { timeout: AWAY }))

      expect(answer).toMatchObject({ result: 'pong' })
      expect(answer.at - back).toBeLessThan(BACK_WITHIN)
      expect(signed).not.toHaveProperty('error')
    } finally {
      for (const end of scope.toReversed()) await end()
    }
  },
)

test('A request that needs a share holder is answered once one is back', async (t) => {
  const { time, client, startPeer } = await startPaired(t)
  const asked = client.ask('sign_event', [note], { timeout: AWAY })

  await time.pass(PATIENCE / 2)
  await startPeer()
  const answer = await time.until(asked)

  expect(JSON.parse(answer.result ?? '')).toMatchObject(note)
})

// Floe's patience is real time.
test.runIf(isLong)(
  'If none comes back, the app is told who has to be brought online',
  async (t) => {
    const { time, client } = await startPaired(t)

    const answer = await time.until(client.ask('sign_event', [note], { timeout: AWAY }))

    expect(answer).toMatchObject({ result: 'error', error: texts.tooFew(1, 2, 1) })
  },
)

test('A relay that never confirms an event gets each answer once', async (t) => {
  const { time, relay, client } = await startPaired(t)
  relay.setFaults({ noOk: true })

  const repeated: string[] = []
  t.onTestFinished(relay.onRepeated(({ id }) => repeated.push(id)))

  const first = await time.until(client.ask('ping', [], { timeout: AWAY }))
  for (let times = 1; times <= 4; times += 1) {
    // Floe waits for the relay in simulated time, and then, until it sends the answer again, in real time.
    await time.pass(PUBLISH_WAIT)
    await until(() => repeated.filter((id) => id === first.event.id).length >= times)
  }

  const pongs = client.answers.filter(({ result }) => result === 'pong')
  expect(pongs.map(({ event }) => event.id)).toEqual([first.event.id])
})
