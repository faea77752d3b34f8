import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, type TestContext, test } from 'vitest'
import { type ApiServer, call, startServer } from '../support/api-server.ts'
import { until } from '../support/until.ts'

const timings = { headers: 400, body: 800, check: 50 }
/** Nobody is cut off. */
const FOR_EVER = { headers: 600_000, body: 600_000, upload: 600_000 }
const CLIENTS = 50

/** How long a slow client pauses between two pieces. */
const PAUSE = 20

interface Client {
  socket: Socket
  /** What the server has sent so far. */
  readonly received: string
  readonly isOpen: boolean
}

async function connectTo(t: TestContext, { port }: ApiServer): Promise<Client> {
  const socket = connect(port, '127.0.0.1')
  t.onTestFinished(() => {
    socket.destroy()
  })
  let received = ''
  let isOpen = true
  socket.on('error', () => {})
  socket.on('data', (data) => {
    received += data
  })
  socket.on('close', () => {
    isOpen = false
  })
  await once(socket, 'connect')
  return {
    socket,
    get received() {
      return received
    },
    get isOpen() {
      return isOpen
    },
  }
}

/** A client that sends one more byte every so often; resolves to what it was answered in the end. */
async function trickle(t: TestContext, server: ApiServer, start: string): Promise<string> {
  const client = await connectTo(t, server)
  client.socket.write(start)
  while (client.isOpen) {
    client.socket.write('x')
    await sleep(PAUSE)
  }
  return client.received
}

const head = 'POST /api/env HTTP/1.1\r\nHost: localhost\r\n'

for (const [what, start] of [
  ['headers', `${head}X-Slow: `],
  ['a body', `${head}Content-Length: 100000\r\n\r\n`],
  ['a body in chunks', `${head}Transfer-Encoding: chunked\r\n\r\nfffff\r\n`],
] as const) {
  test(`Clients that are slow with ${what} are cut off`, async (t) => {
    const server = await startServer(t, { timings })
    const received = await Promise.all(
      Array.from({ length: CLIENTS }, () => trickle(t, server, start)),
    )
    for (const one of received) expect(one).toMatch(/^(HTTP\/1\.1 40[08] |$)/)
  })

  test(`Clients that are slow with ${what} keep nobody waiting`, async (t) => {
    const server = await startServer(t, { timings: FOR_EVER })
    const slow = await Promise.all(Array.from({ length: CLIENTS }, () => connectTo(t, server)))
    for (const { socket } of slow) socket.write(start)
    for (let call = 0; call < 5; call += 1) {
      for (const { socket } of slow) socket.write('x')
      expect((await server.post('/api/env', { GROUP_NAME: 'Name' })).status).toBe(200)
    }
    expect(slow.every(({ isOpen, received }) => isOpen && received === '')).toBe(true)
    for (const { socket } of slow) socket.destroy()
  })
}

test('A client that is slow to send its next request is not waited for', async (t) => {
  const server = await startServer(t, { timings: { ...FOR_EVER, check: 50, keepAlive: 200 } })
  const socket = connect(server.port, '127.0.0.1')
  socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n')

  let text = ''
  for await (const part of socket) text += part

  expect(text).toMatch(/^HTTP\/1\.1 200 /)
})

/** A back-up of a server, and the head of a call that restores it. */
async function backUp({ url }: ApiServer): Promise<{ bytes: Buffer; head: string }> {
  const answer = await fetch(`${url}/api/backup`, { method: 'POST', body: '{"withKey":false}' })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const head = `POST /api/restore HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${bytes.length}\r\n\r\n`
  return { bytes, head }
}

test('A back-up that takes longer to arrive than other bodies may is restored', async (t) => {
  const server = await startServer(t, { timings })
  const { bytes, head } = await backUp(server)
  const client = await connectTo(t, server)
  const startedAt = performance.now()
  const pieces = Math.ceil((3 * timings.body) / PAUSE)
  const size = Math.ceil(bytes.length / pieces)

  client.socket.write(head)
  for (let at = 0; at < bytes.length && client.isOpen; at += size) {
    client.socket.write(bytes.subarray(at, at + size))
    await sleep(PAUSE)
  }
  const took = performance.now() - startedAt
  await until(() => client.received !== '' || !client.isOpen)

  expect(client.received).toMatch(/^HTTP\/1\.1 200 /)
  expect(took).toBeGreaterThan(2 * timings.body)
})

test('A back-up that stops arriving is given up, and the next one is taken', async (t) => {
  const server = await startServer(t, { timings })
  const { bytes, head } = await backUp(server)
  const client = await connectTo(t, server)

  client.socket.write(head)
  client.socket.write(bytes.subarray(0, bytes.length / 2))
  await until(() => !client.isOpen)

  expect(client.received).toMatch(/^HTTP\/1\.1 408 /)
  // The client may see the end before the server has removed what had arrived.
  await until(async () => {
    const again = await call(`${server.url}/api/restore`, { method: 'POST', body: bytes })
    return again.status === 200
  })
})

test('A back-up that never ends is cut off', async (t) => {
  const server = await startServer(t, { timings: { ...timings, upload: 1_500 } })
  const { head } = await backUp(server)
  const startedAt = performance.now()

  const received = await trickle(t, server, head)

  expect(received).toMatch(/^(HTTP\/1\.1 408 |$)/)
  expect(performance.now() - startedAt).toBeGreaterThan(1_400)
})
