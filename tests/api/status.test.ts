import { describe, expect, test } from 'vitest'
import { DEFAULT_NODE_RELAYS } from '#contract/limits.ts'
import {
  auth,
  decoding,
  protocolTexts as decodingTexts,
  ownerWarning,
  protocolTexts,
  request,
} from '#contract/messages.ts'
import { statusAnswer } from '#contract/status.ts'
import { call, firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { mistype } from '../support/credentials.ts'
import { fitting } from '../support/fitting.ts'
import { SILENT } from '../support/patient.ts'
import { startPeerFor, startRelayFor } from '../support/scope.ts'

const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const NEVER_CHECKED = {
  lastActivity: null,
  lastConnectivityCheck: null,
  consecutiveConnectivityFailures: 0,
  timeSinceLastActivity: null,
  timeSinceLastConnectivityCheck: null,
}

describe.concurrent('GET /api/status', () => {
  test('says of an unconfigured server that it runs and has no credentials', async (t) => {
    const server = await startServer(t)

    const answer = await server.get('/api/status')

    expect(answer.status).toBe(200)
    expect(fitting(statusAnswer, answer.body)).toEqual({
      serverRunning: true,
      nodeActive: false,
      hasCredentials: false,
      relayCount: 2,
      relays: [...DEFAULT_NODE_RELAYS],
      timestamp: ISO,
      stopped: null,
      state: 'stopped',
      reason: request.noCredentials,
      reasonMessage: { error: request.noCredentials, code: 'request.noCredentials' },
      canSign: false,
      directions: {
        answer: { can: false, why: 'stopped' },
        ask: { can: false, why: 'stopped' },
      },
      signatures: { lastAt: null, medianMs: null, thisWeek: 0 },
      generations: [],
      warnings: [auth.openAccess],
      warningMessages: [{ error: auth.openAccess, code: 'auth.openAccess' }],
      health: { isConnected: false, ...NEVER_CHECKED },
      relayStates: [],
    })
  })

  test('says while no relay has answered yet that it is starting, and is not active', async (t) => {
    const relay = await startRelayFor(t)
    relay.faults.silent = true
    const server = await startServer(t, { environment: firstShare(newKeyset(), [relay.url]) })

    const status = await server.status(({ state }) => state !== 'stopped')

    expect(status).toMatchObject({
      nodeActive: false,
      hasCredentials: true,
      state: 'starting',
      reason: 'Connecting to 1 relay',
      health: { isConnected: false },
      relayStates: [{ url: relay.url, state: 'connecting', heard: false }],
    })
  })

  test('is not active while an open relay has not confirmed the subscription', async (t) => {
    const relay = await startRelayFor(t)
    relay.faults.noEose = true
    const server = await startServer(t, { environment: firstShare(newKeyset(), [relay.url]) })

    const status = await server.status(({ relayStates }) => relayStates[0]?.state === 'open')

    expect(status).toMatchObject({ nodeActive: false, state: 'starting' })
  })

  test('says everything it knows of a running signer', async (t) => {
    const relay = await startRelayFor(t)
    const environment = firstShare(newKeyset(), [relay.url])
    const server = await startServer(t, { environment, timings: { node: SILENT } })

    const status = await server.status(
      ({ nodeActive, relayStates }) => nodeActive && relayStates[0]?.latencyMs !== null,
    )

    expect(status).toMatchObject({
      serverRunning: true,
      nodeActive: true,
      hasCredentials: true,
      relayCount: 1,
      relays: [relay.url],
      timestamp: ISO,
      stopped: null,
      state: 'running',
      reason: 'Looking for peers: 0 of 2 peers online',
      canSign: false,
      directions: {
        answer: { can: false, why: 'looking' },
        ask: { can: false, why: 'looking' },
      },
      signatures: { lastAt: null, medianMs: null, thisWeek: 0 },
      generations: [
        { name: '1.x', on: true },
        { name: '2026', on: true },
      ],
      warnings: [auth.openAccess],
      warningMessages: [{ error: auth.openAccess, code: 'auth.openAccess' }],
      health: {
        isConnected: true,
        ...NEVER_CHECKED,
      },
      relayStates: [
        {
          url: relay.url,
          state: 'open',
          heard: true,
          since: ISO,
          latencyMs: expect.any(Number),
          error: null,
          slowDown: null,
          nextAttemptAt: null,
          eventsIn: expect.any(Number),
          eventsOut: expect.any(Number),
          reconnects: 0,
        },
      ],
    })
  })

  test('says which generations it signs in, and does not count a peer of a refused one', async (t) => {
    const relay = await startRelayFor(t)
    const keyset = newKeyset()
    const server = await startServer(t, { environment: firstShare(keyset, [relay.url]) })
    const [, share = ''] = keyset.shareCredentials
    await startPeerFor(t, { group: keyset.groupCredential, share, relays: [relay.url] })
    await server.status(({ reason }) => reason === 'Ready: 1 of 2 peers online')

    const choose = (firstGeneration: string) =>
      call(`${server.url}/api/settings`, {
        method: 'PUT',
        body: JSON.stringify({ firstGeneration }),
      })
    expect(await choose('refuse')).toMatchObject({ status: 200 })

    const status = await server.status(({ directions }) => directions.ask.why === 'older')
    expect(status).toMatchObject({
      reason: expect.stringContaining('1 more in the 1.x protocol, which is refused here'),
      canSign: false,
      directions: { answer: { can: false, why: 'older' } },
      generations: [
        { name: '1.x', on: false, reason: ownerWarning.firstGenerationRefused },
        { name: '2026', on: true },
      ],
    })
    await choose('warn')
    expect(await server.status(({ canSign }) => canSign)).toMatchObject({ state: 'running' })
  })

  test('says when a peer was last heard and when the relays last proved to work', async (t) => {
    const relay = await startRelayFor(t)
    const keyset = newKeyset()
    const server = await startServer(t, { environment: firstShare(keyset, [relay.url]) })
    const peer = await startPeerFor(t, {
      group: keyset.groupCredential,
      share: keyset.shareCredentials[1] ?? '',
      relays: [relay.url],
    })
    await server.status(({ nodeActive }) => nodeActive)
    await peer.node.ping(keyset.group.commits[0]?.pubkey ?? '')

    const status = await server.status(
      ({ health }) =>
        health.lastConnectivityCheck !== null && health.consecutiveConnectivityFailures === 0,
    )

    expect(status).toMatchObject({
      state: 'running',
      reason: 'Ready: 1 of 2 peers online',
      health: {
        isConnected: true,
        lastActivity: ISO,
        lastConnectivityCheck: ISO,
        consecutiveConnectivityFailures: 0,
      },
    })
    const { timestamp, health } = status
    const ago = Date.parse(timestamp) - Date.parse(health.lastActivity ?? '')
    expect(health.timeSinceLastActivity).toBe(ago)
    expect(health.timeSinceLastConnectivityCheck).toBeGreaterThanOrEqual(0)
  })

  test('is degraded, and says which relay is not heard, while another one is', async (t) => {
    const [sound, dead] = [await startRelayFor(t), await startRelayFor(t)]
    dead.faults.refuse = true
    const environment = firstShare(newKeyset(), [sound.url, dead.url])
    const server = await startServer(t, { environment })

    const status = await server.status(({ state }) => state === 'degraded')

    expect(status).toMatchObject({ nodeActive: true, health: { isConnected: true } })
    expect(status.reason).toContain(`Not hearing ${dead.url}: `)
    const [first, second] = status.relayStates
    expect(first).toMatchObject({ url: sound.url, heard: true, error: null })
    expect(second).toMatchObject({ url: dead.url, heard: false, error: expect.any(String) })
  })

  test('is degraded, and says how many peers are missing, when none answers', async (t) => {
    const relay = await startRelayFor(t)
    const server = await startServer(t, { environment: firstShare(newKeyset(), [relay.url]) })
    await server.status(({ nodeActive }) => nodeActive)

    await server.post('/api/peers/ping', { target: 'all' })

    expect((await server.get('/api/status')).body).toMatchObject({
      nodeActive: true,
      state: 'degraded',
      reason: "Can't sign: 1 more peer needed, 0 of 2 peers online",
    })
  })

  test('is reconnecting while the only relay is gone, and running when it is back', async (t) => {
    const relay = await startRelayFor(t)
    const environment = firstShare(newKeyset(), [relay.url])
    // It runs as long as it does not know that nobody else is there.
    const server = await startServer(t, { environment, timings: { node: SILENT } })
    await server.status(({ state }) => state === 'running')

    relay.setFaults({ refuse: true })
    relay.dropAll()
    const gone = await server.status(({ state }) => state === 'reconnecting')
    relay.clearFaults()
    const back = await server.status(({ state }) => state === 'running')

    expect(gone).toMatchObject({ nodeActive: false, health: { isConnected: false } })
    expect(gone.reason).toMatch(/^Not hearing any relay for \d+ s, trying again (in \d+ s|now)/)
    expect(gone.relayStates[0]).toMatchObject({ heard: false, error: expect.any(String) })
    expect(back.relayStates[0]).toMatchObject({ heard: true, error: null, reconnects: 1 })
  })

  test('says after a deletion that there are no credentials, and keeps the relays', async (t) => {
    const relay = await startRelayFor(t)
    const server = await startServer(t, { environment: firstShare(newKeyset(), [relay.url]) })
    await server.status(({ nodeActive }) => nodeActive)
    await server.post('/api/env/delete', { keys: ['SHARE_CRED', 'GROUP_CRED', 'GROUP_NAME'] })

    const status = await server.status(({ state }) => state === 'stopped')

    expect(status).toMatchObject({
      nodeActive: false,
      hasCredentials: false,
      reason: request.noCredentials,
      reasonMessage: { error: request.noCredentials, code: 'request.noCredentials' },
      canSign: false,
      signatures: { lastAt: null, medianMs: null, thisWeek: 0 },
      relayCount: 1,
      relays: [relay.url],
      relayStates: [],
      health: { isConnected: false, ...NEVER_CHECKED },
    })
  })

  test('says why the signer can’t start with the environment’s credentials', async (t) => {
    const good = firstShare(newKeyset(), ['ws://127.0.0.1:9'])
    const other = firstShare(newKeyset(), [])
    const { checksum } = decoding
    const cases = [
      [
        { SHARE_CRED: mistype(good.SHARE_CRED, 50) },
        `${protocolTexts.invalidCredentials}: ${decodingTexts.decodeShare(checksum)}`,
      ],
      [
        { GROUP_CRED: mistype(good.GROUP_CRED, 50) },
        `${protocolTexts.invalidCredentials}: ${decodingTexts.decodeGroup(checksum)}`,
      ],
      [
        { GROUP_CRED: other.GROUP_CRED },
        `${protocolTexts.createNode}: ${protocolTexts.invalidCredentials}`,
      ],
    ] as const
    for (const [wrong, reason] of cases) {
      const server = await startServer(t, { environment: { ...good, ...wrong } })
      const status = await server.status((found) => found.reason !== request.noCredentials)
      expect(status).toMatchObject({ state: 'stopped', hasCredentials: true, reason })
    }
  })

  test('says why the environment’s relays can’t be connected to', async (t) => {
    const environment = firstShare(newKeyset(), ['ftp://relay.example'])
    const server = await startServer(t, { environment })

    const status = await server.status(({ reason }) => reason !== request.noCredentials)

    expect(status).toMatchObject({ state: 'stopped', relayCount: 0, relays: [] })
    expect(status.reason).toContain(protocolTexts.connectNode)
  })

  test('warns of another node with the same share', async (t) => {
    const relay = await startRelayFor(t)
    const keyset = newKeyset()
    const environment = firstShare(keyset, [relay.url])
    const server = await startServer(t, { environment })
    await server.status(({ nodeActive }) => nodeActive)
    const twin = await startPeerFor(t, {
      group: environment.GROUP_CRED,
      share: environment.SHARE_CRED,
      relays: [relay.url],
    })

    void twin.node.ping(keyset.group.commits[1]?.pubkey ?? '')

    const { warnings } = await server.status((status) => status.warnings.length > 1)
    expect(warnings).toEqual([auth.openAccess, expect.stringContaining('same share')])
  })
})
