import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { setUpAuth } from '#auth/testing/support.ts'
import type { EventFrame } from '#contract/events.ts'
import { EVENT_LOG_MAX } from '#contract/limits.ts'
import { eventStreamConnected, eventStreamGap } from '#contract/messages.ts'
import { EventLog } from '#events/event-log.ts'
import { openEvents, refusedUpgrade } from '../../tests/support/event-client.ts'
import type { Scope } from '../../tests/support/scope.ts'
import { simulateTime } from '../../tests/support/simulated-time.ts'
import { until } from '../../tests/support/until.ts'
import { createAuthentication } from './authentication.ts'
import { createEventStream } from './event-stream.ts'
import { createUpgrades } from './upgrade.ts'

const scope: Scope = { onTestFinished }

/**
 * The stream of an event log whose first id is `firstId`, on a server that has nothing else and is
 * open to everyone.
 */
async function startStream({ firstId = 1, allowedOrigins = [] as string[] } = {}) {
  let next = firstId
  const events = new EventLog({
    reserveIds: (count) => {
      next += count
      return next - count
    },
  })
  const server = createServer()
  const { auth } = setUpAuth({ enabled: false })
  const trustedProxies = { networks: [], hops: 0 }
  const config = { trustedProxies, metricsToken: undefined }
  const authentication = createAuthentication({ auth, config })
  const stream = createEventStream({ events, auth, authentication, scope: 'read' })
  const originRules = { allowedOrigins, checkHost: true }
  server.on(
    'upgrade',
    createUpgrades({ '/api/events': stream.upgrade }, originRules, { isStopping: false }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  onTestFinished(async () => {
    await stream.close('stop')
    server.close()
  })
  return { events, server, stream, port, url: `http://127.0.0.1:${port}` }
}

const fill = (events: EventLog, entries: number, data?: Record<string, unknown>) => {
  for (let n = 1; n <= entries; n += 1) events.add('info', `Entry ${n}`, data)
}

const idsOf = (frames: readonly EventFrame[]) => frames.map(({ id }) => id)

/** Sends the upgrade request as bytes, on a socket of its own. */
async function dial(port: number, host = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => {
    socket.destroy()
  })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(
    `GET /api/events HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  return socket
}

describe('The event stream', () => {
  test('greets with the id of the newest entry, then sends what happens', async () => {
    const { events, url } = await startStream()
    fill(events, 3)
    const client = await openEvents(scope, url)
    await client.frame(({ message }) => message === eventStreamConnected)

    events.add('sign', 'Signed', { took: 5 })

    await client.frame(({ type }) => type === 'sign')
    expect(client.frames).toMatchObject([
      { type: 'system', message: eventStreamConnected, id: 3 },
      { type: 'sign', message: 'Signed', id: 4, data: { took: 5 } },
    ])
  })

  test('sends a client the greeting, and only the entries after the last id that it saw', async () => {
    const { events, url } = await startStream()
    fill(events, 10)

    const client = await openEvents(scope, url, { query: '?since=7' })

    await client.frame(({ id }) => id === 10)
    expect(idsOf(client.frames)).toEqual([7, 8, 9, 10])
    expect(client.frames[0]).toMatchObject({ type: 'system', message: eventStreamConnected })
  })

  test('sends nothing but the greeting to a client that has missed nothing', async () => {
    const { events, url } = await startStream()
    fill(events, 10)

    const client = await openEvents(scope, url, { query: '?since=10' })
    events.add('info', 'next')

    await client.frame(({ message }) => message === 'next')
    expect(client.frames).toMatchObject([{ message: eventStreamConnected, id: 10 }, { id: 11 }])
  })

  test('says how many entries are gone before it sends the kept ones', async () => {
    const { events, url } = await startStream()
    fill(events, EVENT_LOG_MAX + 20)

    const client = await openEvents(scope, url, { query: '?since=5' })

    await client.frame(({ id }) => id === EVENT_LOG_MAX + 20)
    expect(client.frames).toHaveLength(2 + EVENT_LOG_MAX)
    expect(client.frames.slice(0, 3)).toMatchObject([
      { type: 'system', message: eventStreamConnected, id: 5 },
      { type: 'system', message: eventStreamGap.gone(15), id: 20 },
      { type: 'info', message: 'Entry 21', id: 21 },
    ])
  })

  test('reports no gap at the edge of what is kept, and one missing entry just beyond it', async () => {
    const { events, url } = await startStream()
    fill(events, EVENT_LOG_MAX + 20)

    const whole = await openEvents(scope, url, { query: '?since=20' })
    const lacking = await openEvents(scope, url, { query: '?since=19' })

    await whole.frame(({ id }) => id === EVENT_LOG_MAX + 20)
    expect(idsOf(whole.frames.slice(0, 2))).toEqual([20, 21])
    await lacking.frame(({ message }) => message === eventStreamGap.gone(1))
  })

  test('reports a restart to a client with an id of an earlier run, and invents no number', async () => {
    const { events, url } = await startStream({ firstId: 2_001 })
    fill(events, 2)

    const client = await openEvents(scope, url, { query: '?since=1005' })

    await client.frame(({ id }) => id === 2_002)
    expect(client.frames).toMatchObject([
      { message: eventStreamConnected },
      { type: 'system', message: eventStreamGap.restarted, id: 2_000 },
      { id: 2_001 },
      { id: 2_002 },
    ])
  })

  test('says after a restart how many entries of this run are gone, too', async () => {
    const { events, url } = await startStream({ firstId: 2_001 })
    fill(events, EVENT_LOG_MAX + 4)

    const client = await openEvents(scope, url, { query: '?since=1005' })

    await client.frame(({ id }) => id === 2_000 + EVENT_LOG_MAX + 4)
    const [{ timestamp } = { timestamp: '' }] = events.entries()
    expect(client.frames.slice(1, 4)).toMatchObject([
      { message: eventStreamGap.restarted, timestamp },
      { message: eventStreamGap.gone(4), id: 2_004, timestamp },
      { message: 'Entry 5', id: 2_005, timestamp },
    ])
  })

  test('says that the server was restarted even before anything has happened', async () => {
    const { url } = await startStream({ firstId: 2_001 })

    const client = await openEvents(scope, url, { query: '?since=1005' })

    await client.frame(({ message }) => message === eventStreamGap.restarted)
  })

  test('sends everything it keeps to a client that has seen nothing yet', async () => {
    const { events, url } = await startStream({ firstId: 2_001 })
    fill(events, 3)

    const client = await openEvents(scope, url, { query: '?since=0' })

    await client.frame(({ id }) => id === 2_003)
    expect(idsOf(client.frames)).toEqual([0, 2_001, 2_002, 2_003])
  })

  test('ignores a since that is not an id', async () => {
    const { events, url } = await startStream()
    fill(events, 3)

    for (const since of ['', 'x', '-1', '1.5', '9'.repeat(30), '%00']) {
      const client = await openEvents(scope, url, { query: `?since=${since}` })
      events.add('info', `after ${since}`)
      await client.frame(({ message }) => message === `after ${since}`)
      expect(client.frames).toHaveLength(2)
    }
  })

  test('sends nothing old to a client that is ahead of it', async () => {
    const { events, url } = await startStream()
    fill(events, 3)

    const client = await openEvents(scope, url, { query: '?since=50' })
    events.add('info', 'next')

    await client.frame(({ message }) => message === 'next')
    expect(idsOf(client.frames)).toEqual([3, 4])
  })
})

describe('A client of the event stream', () => {
  test('is admitted with no Origin, our own, and a listed one', async () => {
    const { url, port } = await startStream({ allowedOrigins: ['https://floe.example'] })

    for (const headers of [
      {},
      { Origin: `http://127.0.0.1:${port}` },
      { Origin: 'https://floe.example' },
      { Host: 'floe.example', Origin: 'https://floe.example' },
      { Host: 'floe.local', Origin: 'http://floe.local' },
    ]) {
      const client = await openEvents(scope, url, { headers })
      await client.frame(({ message }) => message === eventStreamConnected)
    }
  })

  test('is refused before the upgrade under a foreign Origin or Host', async () => {
    const { url, port } = await startStream()

    for (const headers of [
      { Origin: 'https://evil.example' },
      { Origin: `http://127.0.0.1:${port + 1}` },
      { Origin: 'null' },
      { Host: 'evil.example' },
      { Host: 'evil.example', Origin: 'http://evil.example' },
    ]) {
      expect(await refusedUpgrade(url, { headers })).toBe(403)
    }
  })

  test('finds nothing at another path', async () => {
    const { url } = await startStream()

    for (const path of ['/', '/api/event', '/api/events/', '/api/events/x', '//api/events']) {
      const socket = new WebSocket(url.replace('http', 'ws') + path)
      const [, response] = await once(socket, 'unexpected-response')
      expect(response.statusCode).toBe(404)
      response.destroy()
    }
  })

  test('is refused while two hundred are connected, and admitted when one has left', async () => {
    const { url } = await startStream()
    const clients = await Promise.all(Array.from({ length: 200 }, () => openEvents(scope, url)))

    expect(await refusedUpgrade(url)).toBe(503)

    clients[0]?.socket.close()
    await until(async () => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/api/events`)
      const [outcome] = await Promise.race([
        once(socket, 'open').then(() => [true]),
        once(socket, 'unexpected-response').then(([, response]) => {
          response.destroy()
          return [false]
        }),
      ])
      socket.on('error', () => {})
      socket.terminate()
      return outcome === true
    })
  })

  test('is dropped when it does not read, and the others miss nothing', async () => {
    const { events, url, server } = await startStream()
    const reader = await openEvents(scope, url)
    const sleeper = await openEvents(scope, url)
    sleeper.socket.pause()
    const connections = () =>
      new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
    expect(await connections()).toBe(2)

    let sent = 0
    await until(async () => {
      fill(events, 5, { filling: 'x'.repeat(100_000) })
      sent += 5
      return (await connections()) === 1
    })

    events.add('info', 'the end')
    await reader.frame(({ message }) => message === 'the end')
    expect(reader.frames).toHaveLength(1 + sent + 1)
    expect(reader.closeCode).toBeNull()
  })

  test('is dropped when it sends a large frame', async () => {
    const { url } = await startStream()
    const client = await openEvents(scope, url)
    client.socket.on('error', () => {})

    client.socket.send('x'.repeat(2_000))

    await until(() => client.closeCode !== null)
  })

  test('may send something: it is ignored', async () => {
    const { events, url } = await startStream()
    const client = await openEvents(scope, url)

    client.socket.send('{"type":"system"}')
    client.socket.send(Buffer.from([0, 1, 2]))
    events.add('info', 'next')

    await client.frame(({ message }) => message === 'next')
    expect(client.closeCode).toBeNull()
  })

  test('that resets its connection while it is refused does not end the server', async () => {
    const { url, port } = await startStream()

    for (let n = 0; n < 30; n += 1) (await dial(port, 'evil.example')).resetAndDestroy()

    const client = await openEvents(scope, url)
    await client.frame(({ message }) => message === eventStreamConnected)
  })
})

describe('The end of the event stream', () => {
  for (const [end, code] of [
    ['stop', 1001],
    ['restart', 1012],
  ] as const) {
    test(`closes every client with ${code} for a ${end}`, async () => {
      const { url, stream } = await startStream()
      const clients = await Promise.all([1, 2, 3].map(() => openEvents(scope, url)))

      await stream.close(end)

      await until(() => clients.every(({ closeCode }) => closeCode === code))
    })
  }

  test('does not wait for long for a client that never answers', async () => {
    const { port, stream, server } = await startStream()
    const silent = await dial(port)
    silent.on('data', () => {})
    await once(silent, 'data')
    const closed = new Promise((resolve) => server.close(resolve))
    const time = simulateTime(scope, () => 0)
    const startedAt = Date.now()

    await time.until(Promise.all([stream.close('stop'), closed]))

    expect(Date.now() - startedAt).toBeLessThan(5_000)
  })

  test('does not wait for a client that was refused and keeps its side open', async () => {
    const { port, stream, server } = await startStream()
    const refused = await dial(port, 'evil.example')
    refused.resume()
    await once(refused, 'end')
    const closed = new Promise((resolve) => server.close(resolve))

    await stream.close('stop')
    await closed
  })

  test('refuses a client that asks for a stream afterwards', async () => {
    const { url, stream } = await startStream()
    await stream.close('stop')

    expect(await refusedUpgrade(url)).toBe(503)
  })
})
