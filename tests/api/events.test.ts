import { describe, expect, test } from 'vitest'
import { eventStreamConnected, eventStreamGap } from '#contract/messages.ts'
import { firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { openEvents, refusedUpgrade } from '../support/event-client.ts'
import { SILENT } from '../support/patient.ts'
import { EXCHANGING, SIGNING } from '../support/rules.ts'
import { startPeerFor, startRelayFor, temporaryFolder } from '../support/scope.ts'
import { until } from '../support/until.ts'

const isInternal = ({ type }: { type: string }) => type.endsWith('-internal')

describe.concurrent('WS /api/events', () => {
  test('begins with one system frame', async (t) => {
    const server = await startServer(t)

    const client = await openEvents(t, server.url)

    await client.frame(() => true)
    expect(client.frames).toEqual([
      {
        type: 'system',
        message: eventStreamConnected,
        timestamp: expect.stringMatching(/Z$/),
        id: 0,
      },
    ])
  })

  test('says what the signer does as it does it, with rising ids', async (t) => {
    const relay = await startRelayFor(t)
    const keyset = newKeyset()
    const server = await startServer(t)
    const client = await openEvents(t, server.url)

    await server.post('/api/env', firstShare(keyset, [relay.url]))
    await client.frame(({ type }) => type === 'ready')
    const peer = await startPeerFor(t, {
      group: keyset.groupCredential,
      share: keyset.shareCredentials[1] ?? '',
      relays: [relay.url],
    })
    await peer.node.ping(keyset.group.commits[0]?.pubkey ?? '')
    expect((await peer.node.sign(SIGNING, 'ab'.repeat(32))).ok).toBe(true)
    expect((await peer.node.ecdh(EXCHANGING, keyset.group.group_pk)).ok).toBe(true)
    relay.dropAll()
    await client.frame(({ type }) => type === 'disconnect')
    await client.frame(({ message }) => message.includes('heard again'))

    const entries = client.frames.filter((frame) => !isInternal(frame))
    // The peer speaks only 1.x, which is warned about.
    expect(new Set(entries.map(({ type }) => type))).toEqual(
      new Set(['system', 'ready', 'sign', 'ecdh', 'warning', 'disconnect']),
    )
    const ids = entries.slice(1).map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('reports the state of peers, in frames that are not kept', async (t) => {
    const relay = await startRelayFor(t)
    const keyset = newKeyset()
    const pubkey = keyset.group.commits[1]?.pubkey ?? ''
    const environment = firstShare(keyset, [relay.url])
    const server = await startServer(t, { environment, timings: { node: SILENT } })
    await server.status(({ nodeActive }) => nodeActive)
    await startPeerFor(t, {
      group: keyset.groupCredential,
      share: keyset.shareCredentials[1] ?? '',
      relays: [relay.url],
    })
    const client = await openEvents(t, server.url)

    await server.post('/api/peers/ping', { target: pubkey })

    const status = await client.frame(({ type }) => type === 'peer-status-internal')
    const ping = await client.frame(({ type }) => type === 'peer-ping-internal')
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
    expect(status.data).toMatchObject({
      pubkey,
      status: { pubkey, online: true, lastSeen: at },
      eventType: 'message',
    })
    expect(ping.data).toEqual({
      pubkey,
      status: {
        ...{ pubkey, online: true, lastSeen: at, lastPingAttempt: at },
        latency: expect.any(Number),
      },
      success: true,
    })
    for (const text of client.texts) expect(typeof JSON.parse(text).id).toBe('string')

    const later = await openEvents(t, server.url, { query: '?since=0' })
    server.context.events.add('info', 'the end')
    await later.frame(({ message }) => message === 'the end')
    // Changes of the overview may still be reported as they happen.
    expect(later.frames.some(({ type }) => type.startsWith('peer-'))).toBe(false)
  })

  test('gives a client that was away what it missed', async (t) => {
    const relay = await startRelayFor(t)
    const server = await startServer(t)
    const { events } = server.context
    events.add('info', 'seen')
    const before = await openEvents(t, server.url)
    const { id } = await before.frame(() => true)
    before.socket.close()
    await server.post('/api/env', firstShare(newKeyset(), [relay.url]))
    await server.status(({ state }) => state === 'running')
    const missed = events.entries().filter((entry) => entry.id > id)

    const client = await openEvents(t, server.url, { query: `?since=${id}` })

    await client.frame((frame) => frame.id === missed.at(-1)?.id)
    expect(missed.length).toBeGreaterThan(1)
    expect(client.frames.slice(1, 1 + missed.length)).toEqual(missed)
  })

  test('has higher ids after a restart, and says so to a client that was there before', async (t) => {
    const relay = await startRelayFor(t)
    const dataDir = temporaryFolder(t)
    const environment = firstShare(newKeyset(), [relay.url])
    const first = await startServer(t, { dataDir, environment })
    await first.status(({ state }) => state === 'running')
    const lastId = first.context.events.entries().at(-1)?.id ?? 0
    expect(lastId).toBeGreaterThan(0)
    await first.stop()

    const second = await startServer(t, { dataDir, environment })
    const client = await openEvents(t, second.url, { query: `?since=${lastId}` })

    await client.frame(({ message }) => message.startsWith('Signer running'))
    expect(client.frames[1]).toMatchObject({ type: 'system', message: eventStreamGap.restarted })
    for (const { id } of client.frames.slice(1)) expect(id).toBeGreaterThan(lastId)
  })

  test('is closed with 1001 when the server stops, so that igloo-server’s consoles come back', async (t) => {
    const server = await startServer(t)
    const clients = await Promise.all([1, 2, 3].map(() => openEvents(t, server.url)))

    await server.stop()

    await until(() => clients.every(({ closeCode }) => closeCode === 1001))
  })

  test('is refused before the upgrade to pages of other origins and under foreign hosts', async (t) => {
    const server = await startServer(t)

    for (const headers of [
      { Origin: 'https://evil.example' },
      { Origin: `http://localhost:${server.port}` },
      { Host: 'evil.example' },
    ]) {
      expect(await refusedUpgrade(server.url, { headers })).toBe(403)
    }
  })

  test('is open to our own page, and to listed origins', async (t) => {
    const server = await startServer(t, {
      environment: { ALLOWED_ORIGINS: 'https://floe.example' },
    })

    for (const Origin of [server.url, 'https://floe.example']) {
      const client = await openEvents(t, server.url, { headers: { Origin } })
      await client.frame(({ message }) => message === eventStreamConnected)
    }
  })

  test('drops a client that does not read, and goes on for the others', async (t) => {
    const server = await startServer(t)
    const { events } = server.context
    const reader = await openEvents(t, server.url)
    const sleeper = await openEvents(t, server.url)
    sleeper.socket.pause()

    // What is buffered for it, here and in the kernel, is a few megabytes at most.
    for (let n = 0; n < 60; n += 1) {
      events.add('info', `Entry ${n}`, { filling: 'x'.repeat(500_000) })
      await reader.frame(({ message }) => message === `Entry ${n}`)
    }
    sleeper.socket.resume()

    await until(() => sleeper.closeCode !== null)
    expect(sleeper.closeCode).toBe(1006)
    expect(sleeper.frames.length).toBeLessThan(60)
    expect(reader.closeCode).toBeNull()
  })
})
