import { expect, test } from 'vitest'
import { ownerWarning } from '../../server/contract/messages.ts'
import type { PeersAnswer } from '../../server/contract/peers.ts'
import { type ApiServer, call, firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { Gen2Rogue, onlyPings } from '../support/gen2-rogue.ts'
import { newHash } from '../support/new-hash.ts'
import { AS_IN_USE } from '../support/patient.ts'
import { type Scope, startPeerFor, startRelayFor, temporaryFolder } from '../support/scope.ts'
import { signByFloe } from '../support/signatures.ts'
import { until } from '../support/until.ts'

/**
 * A member that speaks both generations, answers pings in 2026, stays silent on requests there and
 * answers in 1.x: from three signatures there it works out our share.
 */
async function startDowngrader(scope: Scope) {
  const relay = await startRelayFor(scope)
  const keyset = newKeyset()
  const rogue = await Gen2Rogue.start(keyset, 2, relay.url)
  scope.onTestFinished(() => rogue.stop())
  rogue.conduct = onlyPings
  const genuine = await startPeerFor(scope, {
    group: keyset.groupCredential,
    share: keyset.shareCredentials[1] ?? '',
    relays: [relay.url],
    timings: AS_IN_USE,
  })
  return { relay, keyset, rogue, genuine, environment: firstShare(keyset, [relay.url]) }
}

const peerOf = async (server: ApiServer) =>
  ((await server.get('/api/peers')).body as PeersAnswer).peers[0]

/** Has Floe meet the peer in both generations. */
const meetBoth = (server: ApiServer) =>
  until(async () => {
    await server.post('/api/peers/ping', { target: 'all' })
    return (await peerOf(server))?.generations.length === 2
  })

const sign = (server: ApiServer) => server.post('/api/sign', { message: newHash() })

const allow = (server: ApiServer, pubkey: string, allowFirstGeneration: boolean) =>
  call(`${server.url}/api/peers/${pubkey}/generations`, {
    method: 'PUT',
    body: JSON.stringify({ allowFirstGeneration }),
  })

test('Silence in 2026 leads nobody back to 1.x, neither at once nor after a restart', async (t) => {
  const { rogue, genuine, environment } = await startDowngrader(t)
  const dataDir = temporaryFolder(t)
  const first = await startServer(t, { dataDir, environment, timings: { node: AS_IN_USE } })
  await meetBoth(first)

  const failed = await sign(first)
  expect(failed.status).toBeGreaterThanOrEqual(500)
  expect((failed.body as { error: string }).error).toContain(
    'In the 2026 protocol, which it speaks',
  )
  const given = await signByFloe(genuine.node, [[newHash()]])
  expect(given.ok).toBe(false)
  await first.stop()

  // Nobody is heard in 2026 any more, as if a relay dropped its kind.
  await rogue.stop()
  const second = await startServer(t, { dataDir, environment, timings: { node: AS_IN_USE } })
  await until(async () => {
    await second.post('/api/peers/ping', { target: 'all' })
    return (await peerOf(second))?.online === true
  })
  for (let n = 0; n < 3; n += 1) expect((await sign(second)).status).toBeGreaterThanOrEqual(500)

  expect(await peerOf(second)).toMatchObject({ heardIn2026: true, partialSignatures: 0 })
})

test('What the owner knowingly allows is counted, and warned of before the third', async (t) => {
  const { environment } = await startDowngrader(t)
  const server = await startServer(t, { environment, timings: { node: AS_IN_USE } })
  await meetBoth(server)
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
    expect((await sign(server)).status).toBe(200)
    expect((await peerOf(server))?.partialSignatures).toBe(n)
  }
  expect(isWarned()).toBe(false)
  expect((await sign(server)).status).toBe(200)
  expect(isWarned()).toBe(true)

  await allow(server, pubkey, false)
  expect((await sign(server)).status).toBeGreaterThanOrEqual(500)
  expect(server.context.store.audit.page({ limit: 20 })).toContainEqual(
    expect.objectContaining({ action: 'peer.generations' }),
  )
})
