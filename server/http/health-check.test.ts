import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { mountForTest } from '../../tests/support/mounted-routes.ts'
import { createHealthCheck } from './health-check.ts'

const LEFT = 418

/** The status of a request that is sent as it stands; 418: it was left to the application. */
async function statusOf(head: string, environment: Record<string, string> = {}): Promise<number> {
  const { context } = mountForTest(() => ({}), { AUTH_ENABLED: 'false', ...environment })
  const answerHealthCheck = createHealthCheck(context)
  const server = createServer((incoming, outgoing) => {
    if (!answerHealthCheck(incoming, outgoing)) outgoing.writeHead(LEFT).end()
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`${head.replaceAll('\n', '\r\n')}\r\nConnection: close\r\n\r\n`)
  return Number(/^HTTP\/1.1 (\d+)/.exec(await text(socket))?.[1])
}

const BARE = 'GET /api/health HTTP/1.1\nHost: localhost:8002'

describe('A health check', () => {
  test.each([
    BARE,
    'GET /api/health HTTP/1.1\nHost: 127.0.0.1',
    'GET /api/health HTTP/1.1\nHost: [::1]:65535',
    `${BARE}\nUser-Agent: curl/8.1\nAccept: */*`,
    `${BARE}\nAccept-Encoding: gzip\nX-Forwarded-For: 10.0.0.1`,
  ])('that carries nothing else is answered without the application: %j', async (head) => {
    expect(await statusOf(head)).toBe(200)
  })

  test.each([
    `${BARE}\nAuthorization: Bearer x`,
    `${BARE}\nX-API-Key: x`,
    `${BARE}\nX-Session-ID: x`,
    `${BARE}\nOrigin: http://localhost:8002`,
    `${BARE}\nSec-Fetch-Site: cross-site`,
    `${BARE}\nContent-Length: 0`,
    `${BARE}\nHost: evil.example`,
    'GET /api/health HTTP/1.1\nHost: evil.example',
    'GET /api/health HTTP/1.1\nHost: localhost:65536',
    'GET /api/health HTTP/1.1\nHost: LOCALHOST',
    'GET /api/health?apiKey=x HTTP/1.1\nHost: localhost',
    'GET /api/health/ HTTP/1.1\nHost: localhost',
    'HEAD /api/health HTTP/1.1\nHost: localhost',
    'POST /api/health HTTP/1.1\nHost: localhost',
    'GET /api/status HTTP/1.1\nHost: localhost',
  ])('that is anything more is the application’s: %j', async (head) => {
    expect(await statusOf(head)).toBe(LEFT)
  })

  test('is answered under any name where a login is needed', async () => {
    const head = 'GET /api/health HTTP/1.1\nHost: floe.example'

    expect(await statusOf(head, { AUTH_ENABLED: 'true' })).toBe(200)
  })
})
