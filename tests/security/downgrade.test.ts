import { expect, test } from 'vitest'
import { ownerWarning } from '#contract/messages.ts'
import type { PeersAnswer } from '#contract/peers.ts'
import { type ApiServer, call, firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { newHash } from '../support/new-hash.ts'
import { AS_IN_USE } from '../support/patient.ts'
import { type Scope, startPeerFor, startRelayFor, temporaryFolder } from '../support/scope.ts'
import { signByFloe } from '../support/signatures.ts'
import { simulateTimeOver } from '../support/simulated-relays.ts'
import type { SimulatedTime } from '../support/simulated-time.ts'
import { until } from '../support/until.ts'
import { onlyPings, V2Rogue } from '../support/v2-rogue.ts'

/**
 * A member that speaks both generations, answers pings in 2026, stays silent on requests there and
 * answers in 1.x: from three signatures there it works out our share. Its silence passes in simulated time.
 */
async function startDowngrader(scope: Scope) {
  const relay = await startRelayFor(scope)
  const time = simulateTimeOver(scope, [relay])
  const keyset = newKeyset()
  const rogue = await V2Rogue.start(keyset, 2, relay.url)
  scope.onTestFinished(() => rogue.stop())
  rogue.conduct = onlyPings
  const genuine = await startPeerFor(scope, {
    group: keyset.groupCredential,
    share: keyset.shareCredentials[1] ?? '',
    relays: [relay.url],
    timings: AS_IN_USE,
  })
  return { time, rogue, genuine, environment: firstShare(keyset, [relay.url]) }
}

const peerOf = async (server: ApiServer) =>
  ((await server.get('/api/peers')).body as PeersAnswer).peers[0]

const pingAll = (server: ApiServer, time: SimulatedTime) =>
  time.until(server.post('/api/peers/ping', { target: 'all' }))

/** Has Floe meet the peer in both generations. */
const meetBoth = (server: ApiServer, time: SimulatedTime) =>
  until(async () => {
    await pingAll(server, time)
    return (await peerOf(server))?.generations.length === 2
  })

const sign = (server: ApiServer, time: SimulatedTime) =>
  time.until(server.post('/api/sign', { message: newHash() }))

const allow = (server: ApiServer, pubkey: string, allowFirstGeneration: boolean) =>
  call(`${server.url}/api/peers/${pubkey}/generations`, {
    method: 'PUT',
    body: JSON.stringify({ allowFirstGeneration }),
  })

test('Silence in 2026 leads nobody back to 1.x, neither at once nor after a restart', async (t) => {
  const { time, rogue, genuine, environment } = await startDowngrader(t)
  const dataDir = temporaryFolder(t)
  const first = await startServer(t, { dataDir, environment, timings: { node: AS_IN_USE } })
  await meetBoth(first, time)

  const failed = await sign(first, time)
  expect(failed.status).toBeGreaterThanOrEqual(500)
  expect((failed.body as { error: string }).error).toContain(
    'In the 2026 protocol, which it speaks',
  )
  const given = await time.until(signByFloe(genuine.node, [[newHash()]]))
  expect(given.ok).toBe(false)
  await time.until(first.stop())

  // Nobody is heard in 2026 any more, as if a relay dropped its kind.
  await rogue.stop()
  const second = await startServer(t, { dataDir, environment, timings: { node: AS_IN_USE } })
  await until(async () => {
    await pingAll(second, time)
    return (await peerOf(second))?.online === true
  })
  for (let n = 0; n < 3; n += 1) {
    expect((await sign(second, time)).status).toBeGreaterThanOrEqual(500)
  }

  expect(await peerOf(second)).toMatchObject({ heardIn2026: true, partialSignatures: 0 })
})

test('What the owner knowingly allows is counted, and warned of before the third', async (t) => {
  const { time, environment } = await startDowngrader(t)
  const server = await startServer(t, { environment, timings: { node: AS_IN_USE } })
  await meetBoth(server, time)
  const { pubkey = '' } = (await peerOf(server)) ?? {}
  const isWarned = () =>
    server.context.events
      .entries()
      .some(({ message }) => message === ownerWarning.thirdInFirst(pubkey.slice(0, 8)))

  expect(await allow(server, pubkey, true)).toMatchObject({
    status: 200,
    body: { pubkey, heardIn2026: true, firstGenerationAllowed: true },
  })
  for (let n = 1; n <= 2; n += 1) {
    expect((await sign(server, time)).status).toBe(200)
    expect((await peerOf(server))?.partialSignatures).toBe(n)
  }
  expect(isWarned()).toBe(false)
  expect((await sign(server, time)).status).toBe(200)
  expect(isWarned()).toBe(true)

  await allow(server, pubkey, false)
  expect((await sign(server, time)).status).toBeGreaterThanOrEqual(500)
  expect(server.context.store.audit.page({ limit: 20 })).toContainEqual(
    expect.objectContaining({ action: 'peer.generations' }),
  )
})
