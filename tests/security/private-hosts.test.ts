import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { type PackageAnswer, packageAnswer } from '#contract/packages.ts'
import { sealOnboard } from '#protocol/v2/share-package.ts'
import { CLOSED } from '../support/access.ts'
import { type ApiServer, startServer } from '../support/api-server.ts'
import { cheapSealing } from '../support/cheap-hashing.ts'
import { fitting } from '../support/fitting.ts'
import { type Scope, startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { sealShare } from '../support/v2-packages.ts'
import { recordedKey, recordedShare } from '../support/v2-vectors.ts'

/** What a service beside the server says of itself, which is nobody's business. */
const SECRET_PATH = '/panel/7f3c-token'
const API_KEY = 'k'.repeat(32)
const key = cheapSealing('lake orbit velvet candle')
const { seckey } = recordedShare(1)

const portOf = (server: Server | WebSocketServer): number => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** A private service that is no relay: counts who connects, and answers with `answer`. */
async function startService(scope: Scope, answer: string) {
  const service = { connections: 0, url: '' }
  const server = createServer((socket) => {
    service.connections += 1
    socket.on('error', () => {})
    socket.once('data', () => socket.end(answer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  scope.onTestFinished(() => void server.close())
  service.url = `ws://127.0.0.1:${portOf(server)}`
  return service
}

/** A private service that speaks WebSocket, and says too much in every way a relay can. */
async function startTalker(scope: Scope, says: (frame: unknown[]) => unknown[] | null) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  scope.onTestFinished(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      const said = says(JSON.parse(String(data)))
      if (said === null) socket.close(1011, `see ${SECRET_PATH}`)
      else socket.send(JSON.stringify(said))
    })
  })
  return `ws://127.0.0.1:${portOf(server)}`
}

const REDIRECT = `HTTP/1.1 302 Found\r\nLocation: ${SECRET_PATH}\r\nContent-Length: 0\r\n\r\n`
const PAGE = `HTTP/1.1 200 OK\r\nContent-Length: ${SECRET_PATH.length}\r\n\r\n${SECRET_PATH}`
const GARBAGE = `220 mail ready ${SECRET_PATH}\r\n`

test('A relay test reveals nothing that a private service says of itself', async (t) => {
  const server = await startServer(t)
  const words = `blocked: see ${SECRET_PATH}`
  const relays = [
    (await startService(t, REDIRECT)).url,
    (await startService(t, PAGE)).url,
    (await startService(t, GARBAGE)).url,
    await startTalker(t, () => null),
    await startTalker(t, ([type, id]) =>
      type === 'REQ' ? ['CLOSED', id, words] : ['OK', (id as { id: string }).id, false, words],
    ),
    await startTalker(t, () => ['NOTICE', words]),
  ]

  const { status, text, body } = await server.post('/api/relays/test', { relays })

  expect(status).toBe(200)
  expect(text).not.toContain(SECRET_PATH)
  const { results } = body as { results: { error: string }[] }
  expect(results.every(({ error }) => error.length > 0)).toBe(true)
  expect(results[4]?.error).toContain('blocked')
})

test('Without the admin scope nothing is dialled, whoever asks', async (t) => {
  const service = await startService(t, PAGE)
  const server = await startServer(t, { environment: { ...CLOSED, API_KEY } })
  const admin = { 'X-API-Key': API_KEY }
  const keys = await Promise.all(
    ['read', 'sign'].map(async (scope) => {
      const made = await server.post('/api/auth/keys', { name: scope, scope }, admin)
      expect(made.status).toBe(200)
      return (made.body as { key: string }).key
    }),
  )
  const share = await sealShare({ seckey, relays: [service.url] }, key)
  const given = { password: key.password, package: share, relays: [service.url] }
  const calls: [string, object][] = [
    ['/api/relays/test', { relays: [service.url] }],
    ['/api/packages/open', given],
    ['/api/joining', given],
  ]

  for (const credential of keys) {
    for (const [path, body] of calls) {
      const { status } = await server.post(path, body, { 'X-API-Key': credential })
      expect([path, status]).toEqual([path, 403])
    }
  }
  expect(service.connections).toBe(0)

  await server.post('/api/relays/test', { relays: [service.url] }, admin)
  expect(service.connections).toBe(1)
})

const open = async (server: ApiServer, body: object): Promise<PackageAnswer> =>
  fitting(packageAnswer, (await server.post('/api/packages/open', body)).body)

test('The relays of a share in a package are dialled once the owner has seen them, and no others', async (t) => {
  const server = await startServer(t)
  const [seen, unseen] = [await startService(t, PAGE), await startService(t, PAGE)]
  const relays = ['wss://relay.example', seen.url, unseen.url]
  const given = {
    package: await sealShare({ seckey, relays }, key),
    password: key.password,
  }

  const answer = await open(server, given)

  expect([seen.connections, unseen.connections]).toEqual([0, 0])
  expect(answer).toEqual({ type: 'relays', relays, privateRelays: [seen.url, unseen.url] })

  const looked = await server.post('/api/packages/open', { ...given, relays: [seen.url] })
  expect(looked.status).toBe(400)
  expect([seen.connections, unseen.connections]).toEqual([1, 0])

  const other = { ...given, relays: ['ws://127.0.0.1:1'] }
  expect((await server.post('/api/packages/open', other)).status).toBe(400)
  expect([seen.connections, unseen.connections]).toEqual([1, 0])
})

test('The relays of an invitation too are dialled once the owner has seen them, and failures show no path', async (t) => {
  const server = await startServer(t)
  const [seen, unseen] = [await startService(t, REDIRECT), await startService(t, PAGE)]
  const path = '/of/the/package'
  const relays = [`${seen.url}${path}`, unseen.url]
  const given = {
    package: await sealOnboard({ seckey, relays, inviter: recordedKey(2) }, key),
    password: key.password,
  }

  expect((await server.post('/api/joining', given)).status).toBe(400)
  expect(await open(server, given)).toMatchObject({ relays, privateRelays: relays })
  expect([seen.connections, unseen.connections]).toEqual([0, 0])

  const begun = await server.post('/api/joining', { ...given, relays: relays.slice(0, 1) })
  expect(begun.status).toBe(200)
  await until(() => seen.connections > 0)
  let text = ''
  await until(async () => {
    text = (await server.get('/api/joining')).text
    return text.includes('failed')
  })
  expect(text).toContain(new URL(seen.url).host)
  expect(text).not.toMatch(new RegExp(`${path}|${SECRET_PATH}`))
  expect(unseen.connections).toBe(0)
})

test("A home server's own relay serves an invitation that has been looked at", async (t) => {
  const relay = await startRelayFor(t)
  const server = await startServer(t)
  const sealed = await sealOnboard({ seckey, relays: [relay.url], inviter: recordedKey(2) }, key)
  const given = { package: sealed, password: key.password }
  const opened = await open(server, given)
  const relays = 'relays' in opened ? opened.relays : []

  await server.post('/api/joining', { ...given, relays })

  await until(() => relay.connections === 1)
})
