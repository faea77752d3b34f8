import { expect, test } from 'vitest'
import { request } from '#contract/messages.ts'
import { selfAnswer } from '#contract/peers.ts'
import { xOnly } from '#nostr/x-only.ts'
import { firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { openEvents } from '../support/event-client.ts'
import { fitting } from '../support/fitting.ts'
import { startPeerFor, startRelayFor, temporaryFolder } from '../support/scope.ts'
import { simulateTimeOver } from '../support/simulated-relays.ts'
import { until } from '../support/until.ts'

const CREDENTIALS = ['SHARE_CRED', 'GROUP_CRED', 'GROUP_NAME']

test('Saving credentials starts the signer, which reports that it starts and runs', async (t) => {
  const relay = await startRelayFor(t)
  const server = await startServer(t)
  const client = await openEvents(t, server.url)

  await server.post('/api/env', firstShare(newKeyset(), [relay.url]))

  const status = await server.status(({ state }) => state === 'running')
  expect(status).toMatchObject({ nodeActive: true, hasCredentials: true })
  expect(relay.subscriptions).toBeGreaterThan(0)
  await client.frame(({ message }) => message.startsWith('Signer running'))
  const states = client.frames
    .map(({ message }) => /^Signer (\w+):/.exec(message)?.[1])
    .filter((state) => state !== undefined)
  expect(states).toEqual(['starting', 'running'])
})

test('Credentials in the environment start the signer by themselves', async (t) => {
  const relay = await startRelayFor(t)
  const server = await startServer(t, { environment: firstShare(newKeyset(), [relay.url]) })

  await server.status(({ nodeActive }) => nodeActive)
})

test('A share without its group, or a group without a share, starts nothing', async (t) => {
  const relay = await startRelayFor(t)
  const { SHARE_CRED, GROUP_CRED, RELAYS } = firstShare(newKeyset(), [relay.url])

  for (const environment of [
    { SHARE_CRED, RELAYS },
    { GROUP_CRED, RELAYS },
  ]) {
    const server = await startServer(t, { environment })
    expect((await server.get('/api/status')).body).toMatchObject({
      state: 'stopped',
      reason: request.noCredentials,
      hasCredentials: false,
    })
  }
  expect(relay.totalConnections).toBe(0)
})

test('The second of two credentials, saved one after the other, starts the signer', async (t) => {
  const relay = await startRelayFor(t)
  const server = await startServer(t)
  const { SHARE_CRED, GROUP_CRED, RELAYS } = firstShare(newKeyset(), [relay.url])

  await server.post('/api/env', { SHARE_CRED, RELAYS })
  expect((await server.get('/api/status')).body).toMatchObject({ state: 'stopped' })
  await server.post('/api/env', { GROUP_CRED })

  await server.status(({ nodeActive }) => nodeActive)
})

test('New relays make the signer leave the old ones and hear the new', async (t) => {
  const [old, next] = [await startRelayFor(t), await startRelayFor(t)]
  const server = await startServer(t, { environment: firstShare(newKeyset(), [old.url]) })
  await server.status(({ nodeActive }) => nodeActive)

  await server.post('/api/env', { RELAYS: next.url })

  const status = await server.status(
    ({ nodeActive, relayStates }) => nodeActive && relayStates[0]?.url === next.url,
  )
  expect(status.relays).toEqual([next.url])
  expect(status.relayStates).toHaveLength(1)
  expect(next.subscriptions).toBeGreaterThan(0)
  await until(() => old.connections === 0)
})

test('A signature under way survives a change of relays, and relays that stay keep their connections', async (t) => {
  const [kept, old, next] = await Promise.all([1, 2, 3].map(() => startRelayFor(t)))
  if (!kept || !old || !next) throw new Error('no relays')
  const time = simulateTimeOver(t, [kept, old, next])
  const keyset = newKeyset()
  const server = await startServer(t, { environment: firstShare(keyset, [old.url, kept.url]) })
  const [, share = ''] = keyset.shareCredentials
  const { node } = await startPeerFor(t, {
    ...{ group: keyset.groupCredential, share, relays: [kept.url] },
  })
  await server.status(({ nodeActive, relayStates }) => nodeActive && relayStates.length === 2)
  await server.post('/api/peers/ping', { target: node.self.pubkey })
  const before = await server.status(({ relayStates }) => relayStates.every(({ heard }) => heard))
  const since = before.relayStates.find(({ url }) => url === kept.url)?.since
  // Time does not pass by itself, so the signature stays under way until the other relay is heard.
  kept.setFaults({ delayMs: 1_500 })
  const sent = kept.received.events
  let isSigned = false
  const signing = server.post('/api/sign', { message: 'ab'.repeat(32) }).finally(() => {
    isSigned = true
  })
  await until(() => kept.received.events > sent)

  await server.post('/api/env', { RELAYS: JSON.stringify([kept.url, next.url]) })

  const after = await server.status(({ relayStates }) =>
    relayStates.some(({ url, heard }) => url === next.url && heard),
  )
  expect(isSigned).toBe(false)
  expect(after.relayStates.map(({ url }) => url)).toEqual([kept.url, next.url])
  expect(after.relayStates[0]?.since).toBe(since)
  await until(() => old.connections === 0)
  expect((await time.until(signing)).status).toBe(200)
  expect([kept.totalConnections, old.totalConnections, next.totalConnections]).toEqual([2, 1, 1])
  // The stop of the peer waits for what the relay still holds back.
  await time.pass(1_500)
})

test('A change of neither credentials nor relays leaves the signer as it is', async (t) => {
  const relay = await startRelayFor(t)
  const saved = firstShare(newKeyset(), [relay.url])
  const server = await startServer(t, { environment: saved })
  const { relayStates } = await server.status(({ nodeActive }) => nodeActive)

  await server.post('/api/env', { GROUP_NAME: 'Another name' })
  await server.post('/api/env', { ...saved, RELAYS: ` ${relay.url}/ ` })
  await server.post('/api/env/delete', { keys: ['GROUP_NAME'] })

  const after = await server.status(() => true)
  expect(after.relayStates[0]?.since).toBe(relayStates[0]?.since)
  expect(relay.totalConnections).toBe(1)
})

test('Deleted credentials stop the signer', async (t) => {
  const relay = await startRelayFor(t)
  const server = await startServer(t, { environment: firstShare(newKeyset(), [relay.url]) })
  await server.status(({ nodeActive }) => nodeActive)

  await server.post('/api/env/delete', { keys: CREDENTIALS })

  const status = await server.status(({ state }) => state === 'stopped')
  expect(status).toMatchObject({ nodeActive: false, hasCredentials: false, relayStates: [] })
  await until(() => relay.connections === 0)
})

test('Another keyset makes the signer another member', async (t) => {
  const relay = await startRelayFor(t)
  const [first, second] = [newKeyset(), newKeyset()]
  const server = await startServer(t, { environment: firstShare(first, [relay.url]) })
  await server.status(({ nodeActive }) => nodeActive)

  await server.post('/api/env', firstShare(second, [relay.url]))

  const { pubkey } = fitting(selfAnswer, (await server.get('/api/peers/self')).body)
  expect(pubkey).toBe(xOnly(second.group.commits[0]?.pubkey ?? ''))
  await until(() => relay.totalConnections === 2)
  await server.status(({ nodeActive }) => nodeActive)
})

test('Of many changes at once the last is in force', async (t) => {
  const relays = await Promise.all([1, 2, 3, 4, 5].map(() => startRelayFor(t)))
  const server = await startServer(t, { environment: firstShare(newKeyset(), ['ws://[::1]:9']) })

  for (const { url } of relays) await server.post('/api/env', { RELAYS: url })

  const last = relays.at(-1)
  await server.status(
    ({ nodeActive, relayStates }) => nodeActive && relayStates[0]?.url === last?.url,
  )
  await until(() => relays.reduce((sum, { connections }) => sum + connections, 0) === 1)
  expect(last?.connections).toBe(1)
})

test('Saved credentials start the signer again after a restart', async (t) => {
  const relay = await startRelayFor(t)
  const dataDir = temporaryFolder(t)
  const first = await startServer(t, { dataDir })
  await first.post('/api/env', firstShare(newKeyset(), [relay.url]))
  await first.status(({ nodeActive }) => nodeActive)
  await first.stop()
  expect(relay.connections).toBe(0)

  const second = await startServer(t, { dataDir })

  await second.status(({ nodeActive }) => nodeActive)
})

test('A relay that never answers delays neither the start nor an answer', async (t) => {
  const relay = await startRelayFor(t)
  relay.faults.silent = true
  // Time stands still: whatever waited for the relay would wait for ever.
  simulateTimeOver(t, [relay])

  const server = await startServer(t, { environment: firstShare(newKeyset(), [relay.url]) })
  const answers = await Promise.all(
    ['/api/status', '/api/env', '/api/peers', '/api/peers/self', '/api/health'].map((path) =>
      server.get(path),
    ),
  )

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  await until(() => relay.unanswered === 1)
})
