import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { call } from '../../tests/support/api-server.ts'
import { until } from '../../tests/support/until.ts'
import { http } from '../contract/messages.ts'
import { type Application, onDemand } from './on-demand.ts'

/** An application that echoes bodies and whatever is sent after an upgrade. */
function createEcho() {
  const echo = {
    /** The paths that it was called with, in their order. */
    called: [] as string[],
    closed: false,
    answer: (incoming, outgoing) => {
      echo.called.push(incoming.url ?? '')
      incoming.pipe(outgoing)
    },
    upgrade: (incoming, socket, head) => {
      echo.called.push(incoming.url ?? '')
      socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')
      socket.write(head)
      socket.pipe(socket)
    },
    close: async () => {
      echo.closed = true
    },
  } satisfies Application & Record<string, unknown>
  return echo
}

/** A server whose application is loaded when the test says so. */
async function startServer() {
  const echo = createEcho()
  const loads: PromiseWithResolvers<Application>[] = []
  const log: string[] = []
  const load = () => {
    const loading = Promise.withResolvers<Application>()
    loads.push(loading)
    return loading.promise
  }
  const application = onDemand(load, pino({}, { write: (line: string) => void log.push(line) }))
  const arrived: string[] = []
  const server = createServer((incoming, outgoing) => {
    arrived.push(incoming.url ?? '')
    application.answer(incoming, outgoing)
  })
  const sockets: Socket[] = []
  server.on('upgrade', (incoming, socket, head) => {
    arrived.push(incoming.url ?? '')
    sockets.push(socket as Socket)
    application.upgrade(incoming, socket, head)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.closeAllConnections()
    server.close()
  })
  return {
    application,
    echo,
    loads,
    log,
    sockets,
    post: (path: string, body: string) =>
      call(`http://127.0.0.1:${port}${path}`, { method: 'POST', body }),
    upgrade: (path: string, head = '') => {
      const socket = connect(port, '127.0.0.1')
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n${head}`,
      )
      return socket
    },
    arrivals: (count: number) =>
      until(() => arrived.length === count, { what: `${count} calls that have come` }),
  }
}

describe('An application on demand', () => {
  test('is loaded once, with the first call, and the first calls get their answers from it', async () => {
    const { echo, loads, post, arrivals } = await startServer()
    expect(loads).toHaveLength(0)
    const large = 'x'.repeat(1_000_000)

    const first = post('/first', large)
    await arrivals(1)
    const second = post('/second', 'two')
    await arrivals(2)
    loads[0]?.resolve(echo)

    expect([(await first).text === large, (await second).text]).toEqual([true, 'two'])
    expect((await post('/third', 'three')).text).toBe('three')
    expect(echo.called).toEqual(['/first', '/second', '/third'])
    expect(loads).toHaveLength(1)
  })

  test('gets an upgrade that waited for it, with what the client has sent since', async () => {
    const { echo, loads, upgrade, arrivals } = await startServer()
    const socket = upgrade('/events', 'sent at once,')
    await arrivals(1)
    socket.end('and later')

    loads[0]?.resolve(echo)

    expect((await text(socket)).split('\r\n\r\n')[1]).toBe('sent at once,and later')
  })

  test('is not hurt by a client that breaks off its upgrade meanwhile', async () => {
    const { echo, loads, sockets, upgrade, post, arrivals } = await startServer()
    const socket = upgrade('/events')
    await arrivals(1)
    socket.resetAndDestroy()
    await until(() => sockets[0]?.destroyed === true, { what: 'a socket that is gone' })

    loads[0]?.resolve(echo)

    expect((await post('/next', 'next')).text).toBe('next')
  })

  test('answers 500 when it can not be loaded, which the log tells, and is loaded by the next call', async () => {
    const { echo, loads, log, post, upgrade, arrivals } = await startServer()
    const refused = [post('/api/one', 'body'), post('/api/two?apiKey=private', 'body')]
    const socket = upgrade('/api/events')
    await arrivals(3)

    loads[0]?.reject(new Error('no such file'))

    for (const { status, body, headers } of await Promise.all(refused)) {
      const requestId = headers.get('x-request-id')
      expect({ status, body }).toEqual({ status: 500, body: { error: http.internal, requestId } })
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(log.filter((line) => line.includes(`${requestId}`))).toHaveLength(1)
    }
    expect(await text(socket)).toMatch(/^HTTP\/1.1 500 /)
    expect(log.every((line) => line.includes('no such file'))).toBe(true)
    expect(log.join()).not.toContain('private')
    const again = post('/again', 'again')
    await arrivals(4)
    loads[1]?.resolve(echo)
    expect((await again).text).toBe('again')
  })

  test('is closed also when it was being loaded, and after the calls that wait have gone to it', async () => {
    const { application, echo, loads, post, arrivals } = await startServer()
    const waiting = post('/waiting', 'body')
    await arrivals(1)

    let hasBegun = false
    const begun = application.begun().then(() => {
      hasBegun = true
    })
    const closed = application.close('stop')
    await setImmediate()
    expect(hasBegun).toBe(false)
    loads[0]?.resolve(echo)
    await begun

    expect(echo.called).toEqual(['/waiting'])
    await closed
    expect(echo.closed).toBe(true)
    expect((await waiting).text).toBe('body')
  })

  test('that nobody has called has nothing to close', async () => {
    const { application, echo, loads } = await startServer()

    await application.close('stop')

    expect(loads).toHaveLength(0)
    expect(echo.closed).toBe(false)
  })

  test('is closed at once when it is called only after the close', async () => {
    const { application, echo, loads, post, arrivals } = await startServer()
    await application.close('stop')
    const late = post('/late', 'body')
    await arrivals(1)

    loads[0]?.resolve(echo)

    expect((await late).text).toBe('body')
    expect(echo.closed).toBe(true)
  })
})
