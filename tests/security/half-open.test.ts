import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { type FloeServer, startFloe } from '../support/floe-process.ts'
import { runFloe } from '../support/run-command.ts'
import { fileScope, type Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'

const HALF_OPEN = 1_100

/** Begins a request that never ends, from an address of this machine. */
async function beginRequest(scope: Scope, port: number, localAddress: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  scope.onTestFinished(() => {
    socket.destroy()
  })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write('GET /api/status HTTP/1.1\r\nHost: localhost\r\n')
  return socket
}

let floe: FloeServer

const scope = fileScope()
beforeAll(async () => {
  floe = await startFloe(scope)
})

for (const [who, address] of [
  ['another address', '127.0.0.7'],
  ["the health check's own address", '127.0.0.1'],
] as const) {
  test(`Half-open connections from ${who} shut out neither the owner nor the health check`, async (t) => {
    const port = Number(new URL(floe.url).port)
    const stream = new WebSocket(`${floe.url.replace('http', 'ws')}/api/events`)
    t.onTestFinished(() => stream.close())
    await once(stream, 'open')
    const sockets: Socket[] = []
    for (let n = 0; n < HALF_OPEN; n += 1) sockets.push(await beginRequest(t, port, address))

    // One address keeps a quarter at most, and of those that ask for nothing the oldest goes first.
    await until(() => sockets.filter(({ destroyed }) => !destroyed).length <= 256)
    expect((await floe.get('/api/health')).status).toBe(200)
    const { code } = await runFloe(t, { HOST_PORT: String(port) }, 'healthcheck')
    expect(code).toBe(0)
    expect(stream.readyState).toBe(WebSocket.OPEN)
  })
}
