import { once } from 'node:events'
import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, type TestContext, test } from 'vitest'
import { type ApiServer, startServer } from '../support/api-server.ts'

const timings = { headers: 400, request: 800, check: 50 }
const CLIENTS = 50

/** A client that sends one byte more every so often; resolves to what it was told in the end. */
async function trickle(t: TestContext, { port }: ApiServer, start: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  t.onTestFinished(() => {
    socket.destroy()
  })
  let told = ''
  let isOpen = true
  socket.on('error', () => {})
  socket.on('data', (data) => {
    told += data
  })
  socket.on('close', () => {
    isOpen = false
  })
  await once(socket, 'connect')
  socket.write(start)
  while (isOpen) {
    socket.write('x')
    await sleep(20)
  }
  return told
}

const head = 'POST /api/env HTTP/1.1\r\nHost: localhost\r\n'

for (const [what, start] of [
  ['headers', `${head}X-Slow: `],
  ['a body', `${head}Content-Length: 100000\r\n\r\n`],
  ['a body in chunks', `${head}Transfer-Encoding: chunked\r\n\r\nfffff\r\n`],
] as const) {
  test(`Clients that are slow with ${what} are cut off, while others are served`, async (t) => {
    const server = await startServer(t, { timings })
    let isOver = false

    const slow = Promise.all(
      Array.from({ length: CLIENTS }, () => trickle(t, server, start)),
    ).finally(() => {
      isOver = true
    })
    let served = 0
    let longest = 0
    while (!isOver) {
      const startedAt = performance.now()
      expect((await server.post('/api/env', { GROUP_NAME: 'Name' })).status).toBe(200)
      longest = Math.max(longest, performance.now() - startedAt)
      served += 1
    }

    for (const told of await slow) expect(told).toMatch(/^(HTTP\/1\.1 40[08] |$)/)
    expect(served).toBeGreaterThan(5)
    expect(longest).toBeLessThan(2_000)
  })
}

test('A client that takes its time to ask again is not waited for', async (t) => {
  const server = await startServer(t, { timings: { ...timings, keepAlive: 200 } })
  const socket = connect(server.port, '127.0.0.1')
  socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n')

  let text = ''
  for await (const part of socket) text += part

  expect(text).toMatch(/^HTTP\/1\.1 200 /)
})
