import { describe, expect, type TestContext, test } from 'vitest'
import { protocolTexts as coded, decoding as codedDecoding } from '#contract/codes.ts'
import { PING_TIMEOUT } from '#contract/limits.ts'
import { several } from '#contract/message.ts'
import { decoding, http, protocolTexts } from '#contract/messages.ts'
import { auditPage } from '#contract/operations.ts'
import { peersAnswer, pingAllAnswer, pingOneAnswer, selfAnswer } from '#contract/peers.ts'
import { xOnly } from '#nostr/x-only.ts'
import { summarise } from '#signer/peers/peers.ts'
import { type ApiServer, firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { mistype } from '../support/credentials.ts'
import { fitting } from '../support/fitting.ts'
import { NOBODY_THERE, PATIENT, SILENT } from '../support/patient.ts'
import { SIGNING } from '../support/rules.ts'
import { startPeerFor, startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { noncesFor } from '../support/v2-group.ts'
import { V2Rogue } from '../support/v2-rogue.ts'

const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const BOTH = {
  policy: expect.objectContaining({ send: true, recv: true }),
  allowSend: true,
  allowReceive: true,
}

/**
 * The second member of three is there, the third is not; the server is the first, and pings nobody by itself.
 *
 * @param wait how long it waits for an answer to a ping; by default long, as a busy machine answers late. Milliseconds
 */
async function startGroup(t: TestContext, wait: number = PATIENT.request) {
  const relay = await startRelayFor(t)
  const keyset = newKeyset()
  const [self = '', present = '', absent = ''] = keyset.group.commits.map(({ pubkey }) => pubkey)
  const [, share = ''] = keyset.shareCredentials
  const relays = [relay.url]
  const server = await startServer(t, {
    environment: firstShare(keyset, relays),
    timings: { node: { ...SILENT, ping: wait } },
  })
  const [peer] = await Promise.all([
    startPeerFor(t, { group: keyset.groupCredential, share, relays }),
    server.status(({ nodeActive }) => nodeActive),
  ])
  return { relay, server, peer, self, present, absent }
}

const peers = async (server: ApiServer) =>
  fitting(peersAnswer, (await server.get('/api/peers')).body)

const ping = (server: ApiServer, target: unknown) => server.post('/api/peers/ping', { target })

describe.concurrent('GET /api/peers', () => {
  test('says what runs at a device, as far as it is known, also after a restart', async (t) => {
    const relay = await startRelayFor(t)
    const keyset = newKeyset()
    const environment = firstShare(keyset, [relay.url])
    const before = await startServer(t, { environment })
    const device = await V2Rogue.start(keyset, 2, relay.url)
    t.onTestFinished(() => device.stop())
    await before.status(({ nodeActive }) => nodeActive)
    const buildsOf = async (server: ApiServer) =>
      (await peers(server)).peers.map(({ build }) => build)
    await device.ping(before.context.keysets.first.supervisor.self ?? '')
    expect(await buildsOf(before)).toEqual(['igloo', undefined])
    await device.stop()
    await before.stop()
    const server = await startServer(t, { environment, dataDir: before.dataDir })
    await server.status(({ nodeActive }) => nodeActive)
    expect(await buildsOf(server)).toEqual(['igloo', undefined])
  })

  test('is refused without a group credential', async (t) => {
    const server = await startServer(t)

    const answer = await server.get('/api/peers')

    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error: http.noGroupCredential })
  })

  test('shows a live peer and one that is not there', async (t) => {
    const { server, present, absent } = await startGroup(t)
    await ping(server, present)

    expect(await peers(server)).toEqual({
      peers: [
        {
          pubkey: present,
          member: 2,
          online: true,
          status: 'online',
          lastSeen: ISO,
          latency: expect.any(Number),
          latencies: expect.arrayContaining([expect.any(Number)]),
          lastPingAttempt: ISO,
          ...BOTH,
          denied: [],
          heardIn2026: false,
          firstGenerationAllowed: false,
          partialSignatures: 0,
          generations: [{ name: '1.x', lastHeard: ISO }],
        },
        {
          pubkey: absent,
          member: 3,
          online: false,
          status: 'unknown',
          latencies: [],
          ...BOTH,
          denied: [],
          heardIn2026: false,
          firstGenerationAllowed: false,
          partialSignatures: 0,
          generations: [],
        },
      ],
      total: 2,
      online: 1,
      mode: 'full',
      monitoring: false,
      summary: {
        onlinePeers: [present],
        offlinePeers: [],
        totalPeers: 2,
        onlineCount: 1,
        lastChecked: ISO,
        averageLatency: expect.any(Number),
      },
    })
  })

  test('shows a peer that does not answer a ping as offline, with its last attempt', async (t) => {
    const { server, peer, self, present, absent } = await startGroup(t, NOBODY_THERE.ping)
    void peer.node.ping(self)
    await until(async () => (await peers(server)).online === 1)
    await ping(server, absent)

    const view = await peers(server)

    expect(view.peers[1]).toEqual({
      pubkey: absent,
      member: 3,
      online: false,
      status: 'offline',
      latencies: [null],
      lastPingAttempt: ISO,
      ...BOTH,
      denied: [],
      heardIn2026: false,
      firstGenerationAllowed: false,
      partialSignatures: 0,
      generations: [],
    })
    expect(view.summary).toMatchObject({ onlinePeers: [present], offlinePeers: [absent] })
  })

  test('shows the environment’s policies', async (t) => {
    const keyset = newKeyset()
    const pubkey = keyset.group.commits[1]?.pubkey ?? ''
    const policies = [{ pubkey: xOnly(pubkey), allowSend: false, allowReceive: true }]
    const relay = await startRelayFor(t)
    const environment = {
      ...firstShare(keyset, [relay.url]),
      PEER_POLICIES: JSON.stringify(policies),
    }
    const server = await startServer(t, { environment })
    await server.status(({ nodeActive }) => nodeActive)

    expect((await peers(server)).peers).toMatchObject([
      { pubkey, policy: { send: false, recv: true }, allowSend: false, allowReceive: true },
      BOTH,
    ])
  })

  test('counts the partial signatures that a peer was given', async (t) => {
    const { server, peer, present, self } = await startGroup(t)
    await peer.node.ping(self)
    const hashes = ['aa', 'bb', 'cc'].map((byte) => byte.repeat(32))

    const signed = await Promise.all(hashes.map((hash) => peer.node.sign(SIGNING, hash)))
    expect((await peers(server)).peers[0]).toMatchObject({ pubkey: present, partialSignatures: 3 })
    expect(signed.every(({ ok }) => ok)).toBe(true)
  })

  test('shows which generations a peer speaks, and signs in the newest', async (t) => {
    const relay = await startRelayFor(t)
    const keyset = newKeyset()
    const relays = [relay.url]
    const server = await startServer(t, { environment: firstShare(keyset, relays) })
    const [, share = ''] = keyset.shareCredentials
    const group = keyset.groupCredential
    const peer = await startPeerFor(t, { group, share, relays, v2: noncesFor(t) })
    await server.status(({ nodeActive }) => nodeActive)
    await until(async () => {
      await ping(server, peer.node.self.pubkey)
      return (await peers(server)).peers[0]?.generations.length === 2
    })

    const answer = await server.post('/api/sign', { message: 'ab'.repeat(32) })

    expect(answer.status).toBe(200)
    expect((await peers(server)).peers[0]?.generations).toEqual([
      { name: '1.x', lastHeard: ISO },
      { name: '2026', lastHeard: ISO, pingVersion: 2 },
    ])
    expect(peer.audited).toMatchObject([{ generation: '2026', direction: 'given' }])
    await until(async () => {
      const { entries } = fitting(auditPage, (await server.get('/api/audit')).body)
      return entries.some(({ detail }) => detail['generation'] === '2026')
    })
  })

  test('is a fixed list of all members with only a group credential', async (t) => {
    const { group, groupCredential } = newKeyset()
    const server = await startServer(t, { environment: { GROUP_CRED: groupCredential } })

    const view = await peers(server)

    expect(view).toEqual({
      peers: group.commits.map(({ idx, pubkey }) => ({
        pubkey,
        member: idx,
        online: false,
        status: 'unknown',
        latencies: [],
        ...BOTH,
        denied: [],
        heardIn2026: false,
        firstGenerationAllowed: false,
        partialSignatures: 0,
        generations: [],
      })),
      total: 3,
      online: 0,
      mode: 'static',
      monitoring: false,
      reason: protocolTexts.startMonitoring,
      reasonMessage: { error: protocolTexts.startMonitoring, code: 'node.startMonitoring' },
      summary: { ...summarise([], null), totalPeers: 3 },
    })
  })

  test('is a fixed list of the others when the signer can’t start', async (t) => {
    const keyset = newKeyset()
    const server = await startServer(t, { environment: firstShare(keyset, ['ftp://x.example']) })

    const view = await peers(server)

    const [, ...others] = keyset.group.commits.map(({ pubkey }) => pubkey)
    expect(view).toMatchObject({ mode: 'static', total: 2 })
    expect(view.peers.map(({ pubkey }) => pubkey)).toEqual(others)
  })

  test('says why there is no list when the environment gives an invalid group', async (t) => {
    const good = firstShare(newKeyset(), ['ws://127.0.0.1:9'])
    const environment = { ...good, GROUP_CRED: mistype(good.GROUP_CRED, 300) }
    const server = await startServer(t, { environment })

    expect(await peers(server)).toEqual({
      peers: [],
      total: 0,
      online: 0,
      mode: 'failed',
      monitoring: false,
      reason: `${protocolTexts.createPeerManager}: ${protocolTexts.decodeGroup(decoding.checksum)}`,
      reasonMessage: several(': ', [
        coded.createPeerManager,
        coded.decodeGroup(codedDecoding.checksum),
      ]),
      summary: summarise([], null),
    })
  })
})

describe.concurrent('GET /api/peers/self', () => {
  test('answers with our own key, 32 bytes in hex', async (t) => {
    const keyset = newKeyset()
    const environment = firstShare(keyset, ['ws://127.0.0.1:9'])
    const server = await startServer(t, { environment })

    const answer = await server.get('/api/peers/self')

    expect(answer.status).toBe(200)
    expect(fitting(selfAnswer, answer.body)).toEqual({
      pubkey: xOnly(keyset.group.commits[0]?.pubkey ?? ''),
      warnings: [],
    })
  })

  test('is refused unless both credentials are there, and with an invalid share', async (t) => {
    const good = firstShare(newKeyset(), ['ws://127.0.0.1:9'])
    const { SHARE_CRED, GROUP_CRED } = good
    const broken = mistype(SHARE_CRED, 50)
    const environments: Record<string, string>[] = [
      {},
      { SHARE_CRED },
      { GROUP_CRED },
      { ...good, SHARE_CRED: broken },
    ]
    for (const environment of environments) {
      const server = await startServer(t, { environment })
      const answer = await server.get('/api/peers/self')
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ error: http.missingCredentials })
    }
  })
})

describe.concurrent('POST /api/peers/ping', () => {
  test('of all answers for each peer, in the order of the group', async (t) => {
    const { server, present, absent } = await startGroup(t, PING_TIMEOUT)

    let answer = await ping(server, 'all')
    // On a busy machine it may come too late from who is there as well.
    while (!fitting(pingAllAnswer, answer.body).results[0]?.success) {
      answer = await ping(server, 'all')
    }

    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      results: [
        {
          pubkey: present,
          success: true,
          latency: expect.any(Number),
          policy: expect.objectContaining({ send: true, recv: true }),
          generation: '1.x',
          timestamp: ISO,
        },
        {
          pubkey: absent,
          success: false,
          error: protocolTexts.pingTimeout(PING_TIMEOUT),
          timestamp: ISO,
        },
      ],
    })
  })

  test('of one answers with the result and the peer’s state', async (t) => {
    const { server, present } = await startGroup(t)

    const answer = await ping(server, present)

    expect(answer.status).toBe(200)
    const result = fitting(pingOneAnswer, answer.body)
    expect(result).toEqual({
      pubkey: present,
      success: true,
      latency: expect.any(Number),
      policy: expect.objectContaining({ send: true, recv: true }),
      generation: '1.x',
      timestamp: ISO,
      status: {
        pubkey: present,
        online: true,
        lastSeen: ISO,
        latency: result.latency,
        lastPingAttempt: ISO,
      },
    })
  })

  test('of one that is not there answers that it timed out', async (t) => {
    const { server, absent } = await startGroup(t, NOBODY_THERE.ping)

    const answer = await ping(server, absent)

    expect(answer.status).toBe(200)
    expect(fitting(pingOneAnswer, answer.body)).toMatchObject({
      pubkey: absent,
      success: false,
      error: protocolTexts.pingTimeout(NOBODY_THERE.ping),
      timestamp: ISO,
      status: { pubkey: absent, online: false, lastPingAttempt: ISO },
    })
  })

  test('of one finds it by 32 or 33 bytes, whatever the first of the 33 is', async (t) => {
    const { server, present } = await startGroup(t)
    const xonly = xOnly(present)

    for (const target of [xonly, `02${xonly}`, `03${xonly}`, xonly.toUpperCase()]) {
      const answer = await ping(server, target)
      expect(answer.body).toMatchObject({ pubkey: present, success: true })
    }
  })

  test('says what the peer will do for us', async (t) => {
    const { server, peer, present, self } = await startGroup(t)
    peer.node.peers.setPolicy(self, { allowSend: true, allowReceive: false })

    const answer = await ping(server, present)

    expect(answer.body).toMatchObject({ success: true, policy: { send: true, recv: false } })
  })

  test('is not available without a running signer', async (t) => {
    const server = await startServer(t)

    for (const target of ['all', 'ab'.repeat(32)]) {
      const answer = await ping(server, target)
      expect(answer.status).toBe(503)
      expect(answer.body).toMatchObject({ error: http.nodeNotAvailable })
    }
  })

  test('is refused for a target that is missing, of the wrong type, or no peer', async (t) => {
    const { server, self } = await startGroup(t)
    const targets = [undefined, null, 1, '', [], ['all'], {}, 'ALL', 'x', self, 'ab'.repeat(32)]

    for (const target of targets) {
      const answer = await ping(server, target)
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ error: http.invalidTarget })
    }
  })

  test('is refused for a wrong target even while there is no signer', async (t) => {
    const server = await startServer(t)

    const answer = await server.post('/api/peers/ping', { peer: 'all' })

    expect(answer).toMatchObject({ status: 400, body: { error: http.invalidTarget } })
  })
})
