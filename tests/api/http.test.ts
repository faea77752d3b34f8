import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, type TestContext, test } from 'vitest'
import { parse } from 'yaml'
import { http } from '#contract/codes.ts'
import type { Message } from '#contract/message.ts'
import { firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { openEvents } from '../support/event-client.ts'
import { freePort } from '../support/free-port.ts'
import { errorOf, megabyte, POSTS, type RawAnswer, raw } from '../support/raw-request.ts'

const GETS = ['/api/env', '/api/status', '/api/peers', '/api/peers/self', '/api/health'] as const

/** The refusal of a foreign page: another one where it may be our own page behind a proxy. */
const refusalOf = (headers: Record<string, string>): Message =>
  headers['Sec-Fetch-Site'] === undefined && headers['Origin'] !== 'null'
    ? http.otherHost
    : http.foreignOrigin

test('A foreign Host is refused on every path, whatever it asks for', async (t) => {
  const server = await startServer(t)

  for (const host of ['evil.example', `evil.example:${server.port}`, 'localhost.evil.example']) {
    for (const path of ['/', '/index.html', '/api/nothing', ...GETS]) {
      const answer = await raw(server, path, { headers: { host } })
      expect(answer).toMatchObject({ status: 403, text: errorOf(http.foreignHost) })
    }
    for (const path of POSTS) {
      const answer = await raw(server, path, { method: 'POST', headers: { host }, chunks: ['{}'] })
      expect(answer).toMatchObject({ status: 403, text: errorOf(http.foreignHost) })
    }
  }
})

test('The machine’s own names and addresses, *.local and listed hosts are answered, with a port or without', async (t) => {
  const server = await startServer(t, { environment: { ALLOWED_ORIGINS: 'https://floe.example' } })

  for (const name of [
    'localhost',
    '127.0.0.1',
    '10.1.2.3',
    '[::1]',
    'umbrel.local',
    'floe.example',
  ]) {
    for (const host of [name, `${name}:${server.port}`, `${name}:80`]) {
      expect(await raw(server, '/api/health', { headers: { host } })).toMatchObject({ status: 200 })
    }
  }
})

test('A request without a Host is refused', async (t) => {
  const server = await startServer(t)
  for (const head of [
    'GET /api/env HTTP/1.1',
    'GET /api/env HTTP/1.1\r\nHost:',
    'GET /api/env HTTP/1.0',
  ]) {
    const socket = connect(server.port, '127.0.0.1')
    socket.write(`${head}\r\nConnection: close\r\n\r\n`)
    let text = ''
    for await (const part of socket) text += part

    expect(text).toMatch(/^HTTP\/1\.1 40[03] /)
    expect(text).not.toMatch(/\n\s+at /)
  }
})

test('A write started by a page of another origin is refused, and does nothing', async (t) => {
  const server = await startServer(t)
  const foreign: Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { Origin: `http://127.0.0.1:${server.port + 1}` },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
  ]
  for (const headers of foreign) {
    for (const path of POSTS) {
      const answer = await raw(server, path, {
        method: 'POST',
        headers,
        chunks: ['{"GROUP_NAME":"x"}'],
      })
      expect(answer).toMatchObject({ status: 403, text: errorOf(refusalOf(headers)) })
    }
  }
  expect((await server.get('/api/env')).body).toEqual({})
})

test('A write by our own page, by name or address and port, is done', async (t) => {
  const server = await startServer(t)
  const own: Record<string, string>[] = [
    {},
    { Origin: server.url },
    { Host: `localhost:${server.port}`, Origin: `http://localhost:${server.port}` },
    { Host: 'floe.local', Origin: 'http://floe.local', 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'none' },
  ]
  for (const [n, headers] of own.entries()) {
    const chunks = [`{"GROUP_NAME":"Name ${n}"}`]
    expect(await raw(server, '/api/env', { method: 'POST', headers, chunks })).toMatchObject({
      status: 200,
    })
    expect((await server.get('/api/env')).body).toEqual({ GROUP_NAME: `Name ${n}` })
  }
})

test('An unknown path of the API is answered with 404, in JSON, for every method', async (t) => {
  const server = await startServer(t)
  const paths = [
    '/api',
    '/api/',
    '/api/nothing',
    '/api/env/',
    '/api/env/x',
    '/api/peers/x/y',
    '/api/%00',
  ]

  for (const path of paths) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await raw(server, path, { method })
      expect(answer).toMatchObject({ status: 404, text: errorOf(http.notFound) })
      expect(answer.headers['content-type']).toContain('application/json')
    }
  }
})

test('A method that a path does not have is refused as such', async (t) => {
  const server = await startServer(t)

  for (const [method, path, allow] of [
    ['PUT', '/api/env', 'GET, POST'],
    ['DELETE', '/api/env', 'GET, POST'],
    ['GET', '/api/env/delete', 'POST'],
    ['POST', '/api/status', 'GET'],
    ['POST', '/api/health', 'GET'],
    ['GET', '/api/peers/ping', 'POST'],
    ['GET', '/api/auth/sessions/x', 'DELETE'],
    ['TRACE', '/api/env', 'GET, POST'],
    ['OPTIONS', '/api/env', 'GET, POST'],
  ] as const) {
    expect(await raw(server, path, { method })).toMatchObject({ status: 405, headers: { allow } })
  }
})

test('A plain request for the event stream is answered that it needs a WebSocket', async (t) => {
  const server = await startServer(t)

  expect(await raw(server, '/api/events')).toMatchObject({
    status: 426,
    headers: { upgrade: 'websocket' },
    text: errorOf(http.upgradeRequired),
  })
})

test('The description is there as YAML too, and at igloo-server’s path', async (t) => {
  const server = await startServer(t)
  const own = (await server.get('/api/openapi.json')).body

  const yaml = await raw(server, '/api/docs/openapi.yaml')

  expect(yaml.headers['content-type']).toContain('application/yaml')
  expect(parse(yaml.text)).toEqual(own)
  expect((await server.get('/api/docs/openapi.json')).body).toEqual(own)
})

/** Every kind of answer that the API has. */
async function anyAnswer(t: TestContext): Promise<[what: string, answer: RawAnswer][]> {
  const server = await startServer(t, {
    environment: firstShare(newKeyset(), ['ws://127.0.0.1:9']),
  })
  const broken = await startServer(t)
  broken.context.store.close()
  const post = (path: string, chunk: string | Buffer, headers = {}) =>
    raw(server, path, { method: 'POST', headers, chunks: [chunk] })
  return [
    ...(await Promise.all(
      GETS.map(async (path) => [path, await raw(server, path)] as [string, RawAnswer]),
    )),
    ['200 of a write', await post('/api/env', '{"GROUP_NAME":"n"}')],
    ['400', await post('/api/env', '[]')],
    ['400 of a route', await post('/api/peers/ping', '{"target":"x"}')],
    ['403 of an origin', await post('/api/env', '{}', { Origin: 'https://evil.example' })],
    ['403 of a host', await raw(server, '/api/env', { headers: { host: 'evil.example' } })],
    ['404', await raw(server, '/api/nothing')],
    ['413', await post('/api/env', Buffer.concat([megabyte, Buffer.from('x')]))],
    ['500', await raw(broken, '/api/env')],
    ['503', await raw(broken, '/api/health')],
  ]
}

test('No answer of the API is kept by caches', async (t) => {
  for (const [what, { headers }] of await anyAnswer(t)) {
    expect([what, headers['cache-control']]).toEqual([what, 'no-store'])
  }
})

test('Every answer carries the headers that keep pages and frames in their place', async (t) => {
  const answers = await anyAnswer(t)

  expect(new Set(answers.map(([, { status }]) => status))).toEqual(
    new Set([200, 400, 403, 404, 413, 500, 503]),
  )
  for (const [what, { headers }] of answers) {
    const policy = String(headers['content-security-policy'])
    expect([what, policy]).toEqual([what, expect.stringContaining("default-src 'self'")])
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'x-frame-options': 'DENY',
    })
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers['access-control-allow-origin']).toBeUndefined()
  }
})

test('A client that offers HTTP/2 on plain HTTP is answered over HTTP/1.1', async (t) => {
  const server = await startServer(t)
  const headers = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': '' }

  expect(await raw(server, '/api/health', { headers })).toMatchObject({ status: 200 })
})

test('Clients that cut their connections at any moment don’t bring the server down', async (t) => {
  const server = await startServer(t)
  const requests = [
    'GET /api/events HTTP/1.1\r\nHost: evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    'GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nx',
    'POST /api/env HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{',
    'GET /api/status HTTP/1.1\r\nHost: localhost\r\n\r\n',
    'GET /api/status HTTP/1.1\r\nHo',
    '\0\0\0',
    '',
  ]
  for (const text of [...requests, ...requests, ...requests]) {
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    if (text !== '') socket.write(text)
    socket.resetAndDestroy()
  }

  const client = await openEvents(t, server.url)
  await client.frame(() => true)
  expect((await server.get('/api/health')).status).toBe(200)
})

test('A server that takes the place of one that has stopped is asked over new connections', async (t) => {
  const askAtOnce = (server: Awaited<ReturnType<typeof startServer>>) =>
    Promise.all(Array.from({ length: 8 }, () => server.get('/api/health')))
  const environment = { HOST_PORT: String(await freePort()) }
  for (let n = 0; n < 3; n += 1) {
    const before = await startServer(t, { environment })
    await askAtOnce(before)
    await before.stop()
    const after = await startServer(t, { environment })
    for (const { status } of await askAtOnce(after)) expect(status).toBe(200)
    await after.stop()
  }
})
