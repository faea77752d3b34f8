import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { http } from '#contract/codes.ts'
import { MAX_BODY_BYTES } from '#http/body.ts'
import { callsOf, isWrite, pathOf } from '../support/access.ts'
import { startServer } from '../support/api-server.ts'
import { errorOf, megabyte, POSTS, raw } from '../support/raw-request.ts'

const CANARY = 'canary-9f3a'

test('A body of one mebibyte is read, and one byte more is too large', async (t) => {
  const server = await startServer(t)
  const body = '{"GROUP_NAME":"Name"}'

  const fitting = await server.post('/api/env', body.padEnd(MAX_BODY_BYTES))
  const tooLarge = await server.post('/api/env', body.padEnd(MAX_BODY_BYTES + 1))

  expect(fitting.status).toBe(200)
  expect(tooLarge).toMatchObject({ status: 413, body: http.bodyTooLarge })
})

test('A body that is too large is refused on every path before anything is done with it', async (t) => {
  // More of these calls count against the limit of recoveries than it allows.
  const server = await startServer(t, { environment: { RATE_LIMIT_ENABLED: 'false' } })
  const writes = callsOf().filter(([, route]) => isWrite(route))
  const calls = writes
    .filter(([, { upload }]) => !upload)
    .map(([, route]) => [route.method.toUpperCase(), pathOf(route)] as const)
  for (const [method, path] of [...calls, ['POST', '/api/nothing'] as const]) {
    const headers = { 'content-length': String(MAX_BODY_BYTES * 2) }
    const announced = await raw(server, path, { method, headers, chunks: ['{"keys":[]}'] })
    const chunks = ['{"GROUP_NAME":"Name","keys":["GROUP_NAME"]}', megabyte]
    const unannounced = { 'transfer-encoding': 'chunked' }
    const chunked = await raw(server, path, { method, headers: unannounced, chunks })

    for (const answer of [announced, chunked]) {
      const refusal = { status: 413, text: errorOf(http.bodyTooLarge) }
      expect([path, answer]).toMatchObject([path, refusal])
    }
  }
  expect((await server.get('/api/env')).body).toEqual({})
  const { store } = server.context
  expect(store.audit.page({ limit: 10 })).toEqual([])
})

test('A body in chunks is refused while it is still arriving', async (t) => {
  const server = await startServer(t)
  function* endless() {
    for (;;) yield megabyte.subarray(0, 100_000)
  }

  const answer = await raw(server, '/api/env', { method: 'POST', chunks: endless() })

  expect(answer).toMatchObject({ status: 413, text: errorOf(http.bodyTooLarge) })
})

test('A client that won’t stop sending is cut off, and the server goes on', async (t) => {
  const server = await startServer(t)
  const socket = connect(server.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.resume()
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const chunk = `186a0\r\n${' '.repeat(100_000)}\r\n`
  const send = () => {
    while (socket.writable && socket.write(chunk));
  }
  socket.on('drain', send)
  socket.write('POST /api/env HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n')
  send()

  await closed

  expect((await server.get('/api/health')).status).toBe(200)
})

test('A client whose body was too large goes on with its next requests undisturbed', async (t) => {
  const server = await startServer(t)
  const tooLarge = [
    megabyte.toString().repeat(2),
    new ReadableStream({
      start(controller) {
        for (let n = 0; n < 20; n += 1) controller.enqueue(megabyte.subarray(0, 100_000))
        controller.close()
      },
    }),
  ]
  for (const body of tooLarge) {
    const init: RequestInit = { method: 'POST', body, duplex: 'half' }
    const refused = await fetch(`${server.url}/api/env`, init)
    expect(refused.status).toBe(413)
    await refused.text()

    // For longer than the server adapter's half second.
    const end = performance.now() + 700
    while (performance.now() < end) {
      expect((await server.post('/api/env', { GROUP_NAME: 'Name' })).status).toBe(200)
    }
  }
})

test('A chunked body is read like any other', async (t) => {
  const server = await startServer(t)
  const chunks = ['{"GROUP_', 'NAME":"Na', 'me"}']

  expect(await raw(server, '/api/env', { method: 'POST', chunks })).toMatchObject({ status: 200 })

  expect((await server.get('/api/env')).body).toEqual({ GROUP_NAME: 'Name' })
})

test('A body that is no JSON object is refused with the reason by every call', async (t) => {
  const server = await startServer(t)
  const bodies = [
    ['', http.bodyNotJson],
    [`{"a":"${CANARY}"`, http.bodyNotJson],
    [CANARY, http.bodyNotJson],
    [`[{"GROUP_NAME":"${CANARY}"}]`, http.bodyNotObject],
    ['[]', http.bodyNotObject],
    ['null', http.bodyNotObject],
    [`"${CANARY}"`, http.bodyNotObject],
    ['5', http.bodyNotObject],
  ] as const
  for (const path of POSTS) {
    for (const [body, error] of bodies) {
      const answer = await server.post(path, body)
      expect(answer).toMatchObject({ status: 400, text: errorOf(error) })
    }
  }
})

test('No error repeats anything of the body', async (t) => {
  const server = await startServer(t)
  const bodies = [
    CANARY,
    `{"${CANARY}`,
    `["${CANARY}"]`,
    ...['SHARE_CRED', 'GROUP_CRED', 'RELAYS', 'keys', 'target'].flatMap((field) => [
      `{"${field}":"${CANARY}"}`,
      `{"${field}":["${CANARY}"]}`,
      `{"${field}":[1,{"${CANARY}":"${CANARY}"}]}`,
      `{"${field}":{"${CANARY}":1}}`,
      `{"${field}":null,"${CANARY}":"${CANARY}"}`,
      `{"${field}":"bfshare1${CANARY}"}`,
      `{"${field}":"bfgroup1${CANARY}"}`,
      `{"${field}":"wss://${CANARY}"}`,
      `{"${field}":"${CANARY.padEnd(MAX_BODY_BYTES)}"}`,
    ]),
    `{"GROUP_NAME":"${CANARY.repeat(50)}"}`,
  ]
  let errors = 0
  for (const path of [...POSTS, '/api/nothing']) {
    for (const body of bodies) {
      const answer = await server.post(path, body)
      if (answer.status === 200) continue
      errors += 1
      expect(answer.text).not.toContain(CANARY)
      expect(Object.values(answer.body ?? {}).join()).not.toBe('')
    }
  }
  expect(errors).toBeGreaterThan(150)
})
