import { expect, test } from 'vitest'
import { byBearer, byKey, byPassword, bySession, CLOSED, openSession } from '../support/access.ts'
import { type ApiServer, startServer } from '../support/api-server.ts'
import { openEvents, refusedUpgrade } from '../support/event-client.ts'

const PASSWORD = 'a password of the owner'
const API_KEY = 'a-key-that-a-person-chose'
const TOKEN = 'a-token-that-a-person-chose'
const ADMIN_SECRET = 'a secret that a person chose'
const environment = {
  ...CLOSED,
  RATE_LIMIT_ENABLED: 'true',
  ...{ API_KEY, BASIC_AUTH_USER: 'owner', BASIC_AUTH_PASS: PASSWORD, METRICS_TOKEN: TOKEN },
  ADMIN_SECRET,
  // The attacker comes from 127.0.0.1 itself, the owner through a proxy there.
  TRUST_PROXY: '127.0.0.1',
}

const basic = (password: string) => byPassword('owner', password)
const from = (address: string) => ({ 'X-Forwarded-For': address })
const OWNER = from('192.0.2.9')
const ATTACKER = from('198.51.100.7')

/** Uses up the attacker's tries. */
async function exhaust(url: string): Promise<void> {
  for (let n = 0; n < 10; n += 1) {
    const headers = { ...ATTACKER, 'X-API-Key': `guess ${n}` }
    expect((await fetch(`${url}/api/env`, { headers })).status).toBe(401)
  }
}

test('Whoever has used up their tries finds no password, though its owner is at work meanwhile', async (t) => {
  const { url } = await startServer(t, { environment })
  const env = (headers: Record<string, string>) =>
    fetch(`${url}/api/env`, { headers }).then(({ status }) => status)
  expect(await env({ ...OWNER, ...basic(PASSWORD) })).toBe(200)
  await exhaust(url)

  const guesses = ['wrong', 'nearly', PASSWORD, PASSWORD]
  const found = await Promise.all(guesses.map((word) => env({ ...ATTACKER, ...basic(word) })))

  expect(new Set(found)).toEqual(new Set([429]))
  expect(await env({ ...OWNER, ...basic(PASSWORD) })).toBe(200)
})

test('Whoever has used up their tries finds no key or token of the environment, however it is sent', async (t) => {
  const { url } = await startServer(t, { environment })
  await exhaust(url)

  for (const [path, credential] of [
    ['/api/env', { 'X-API-Key': API_KEY }],
    ['/api/env', { Authorization: `Bearer ${API_KEY}` }],
    ['/metrics', { Authorization: `Bearer ${TOKEN}` }],
    ['/metrics', { 'X-API-Key': API_KEY }],
  ] as const) {
    const tried = await fetch(url + path, { headers: { ...ATTACKER, ...credential } })
    expect([path, tried.status]).toEqual([path, 429])
    expect(tried.headers.get('retry-after')).toMatch(/^\d+$/)
    const owner = await fetch(url + path, { headers: { ...OWNER, ...credential } })
    expect([path, owner.status]).toEqual([path, 200])
  }
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: ATTACKER,
    body: JSON.stringify({ username: 'owner', password: PASSWORD }),
  })
  expect(login.status).toBe(429)
})

test('Wrong metrics tokens are counted like wrong passwords', async (t) => {
  const { url } = await startServer(t, { environment })
  const scrape = (token: string) =>
    fetch(`${url}/metrics`, { headers: { ...ATTACKER, Authorization: `Bearer ${token}` } })

  for (let n = 0; n < 10; n += 1) expect((await scrape(`guess ${n}`)).status).toBe(401)

  expect((await scrape(TOKEN)).status).toBe(429)
})

/** Each place that takes what a person may have chosen, as a try of it from the owner's address. */
const PLACES: [place: string, right: string, attempt: Attempt][] = [
  ['the login form', PASSWORD, (at, password) => at.login({ username: 'owner', password })],
  ['a login by key', API_KEY, (at, apiKey) => at.login({ apiKey })],
  ['basic auth', PASSWORD, (at, password) => at.get('/api/env', basic(password))],
  ['a key in its header', API_KEY, (at, key) => at.get('/api/env', byKey(key))],
  ['a key as a bearer', API_KEY, (at, key) => at.get('/api/env', byBearer(key))],
  ['a key for metrics', API_KEY, (at, key) => at.get('/metrics', byKey(key))],
  ['the metrics token', TOKEN, (at, token) => at.get('/metrics', byBearer(token))],
  ['the admin secret', ADMIN_SECRET, (at, secret) => at.get(ADMIN, { 'X-Admin-Secret': secret })],
  ['the admin secret as a bearer', ADMIN_SECRET, (at, secret) => at.get(ADMIN, byBearer(secret))],
  [
    'asking again for the password',
    PASSWORD,
    (at, password) => at.post('/api/auth/confirm', { username: 'owner', password }),
  ],
  ['asking again for the key', API_KEY, (at, apiKey) => at.post('/api/auth/confirm', { apiKey })],
  [
    'a change of the password',
    'the password in use',
    (at, current) =>
      at.put('/api/auth/password', {
        username: 'person',
        password: 'the password in use',
        current,
      }),
  ],
]
const ADMIN = '/api/admin/status'
/** How often in a row what a person uses at one address works. */
const USES = 3

type Attempt = (at: Address, credential: string) => Promise<number>
type Address = ReturnType<typeof addressOf>

/** The calls of one address with a session, each answered with its status. */
function addressOf({ url }: ApiServer, address: string, sessions: { id: string }) {
  const call = async (method: string, path: string, sent: object, body?: object) => {
    const answer = await fetch(url + path, {
      method,
      headers: { ...from(address), ...sent },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const { sessionId } = path === '/metrics' ? {} : ((await answer.json()) as Answered)
    if (method === 'PUT' && sessionId !== undefined) sessions.id = sessionId
    return answer.status
  }
  return {
    get: (path: string, sent: object) => call('GET', path, sent),
    login: (body: object) => call('POST', '/api/auth/login', {}, body),
    post: (path: string, body: object) => call('POST', path, bySession(sessions.id), body),
    put: (path: string, body: object) => call('PUT', path, bySession(sessions.id), body),
  }
}
type Answered = { sessionId?: string }

/** A server whose owner has set a password too, and is signed in. */
async function ownedServer(t: Parameters<typeof startServer>[0]) {
  const server = await startServer(t, { environment })
  const sessions = { id: await openSession(server) }
  const at = addressOf(server, '192.0.2.9', sessions)
  const password = { username: 'person', password: 'the password in use' }
  expect(await at.put('/api/auth/password', password)).toBe(200)
  return { server, sessions, at }
}

test.for(PLACES)('No more tries at the owner’s own address: %s', async ([, right, attempt], t) => {
  const { server, sessions, at } = await ownedServer(t)
  for (let n = 0; n < USES; n += 1) expect(await attempt(at, right)).toBe(200)
  for (let n = 0; n < 10; n += 1) await at.get('/api/env', byKey(`guess ${n}`))

  const found = []
  for (const tried of ['wrong', right, 'nearly', right]) found.push(await attempt(at, tried))

  expect(found).toEqual([429, 429, 429, 429])
  // What nobody can guess goes on there, and the owner elsewhere.
  const { key } = server.context.auth.apiKeys.create({ name: 'home', scope: 'read' })
  expect(await at.get('/api/peers', byKey(key))).not.toBe(429)
  expect(await at.get('/api/env', bySession(sessions.id))).toBe(200)
  expect(await attempt(addressOf(server, '192.0.2.10', sessions), right)).toBe(200)
})

test('A WebSocket that brings many keys has as many tries fewer', async (t) => {
  const { url } = await startServer(t, { environment })
  const keys = Array.from({ length: 10 }, (_, n) => `apiKey=guess${n}`)
  const query = `?${[...keys, `apiKey=${API_KEY}`].join('&')}`

  expect(await refusedUpgrade(url, { query, headers: ATTACKER })).toBe(429)

  const { closeCode } = await openEvents(t, url, { query: `?apiKey=${API_KEY}`, headers: OWNER })
  expect(closeCode).toBeNull()
})

test('Nothing that is open to all tells whether a key or a password is right', async (t) => {
  const { url } = await startServer(t, { environment })
  const bodyFor = async (headers: Record<string, string>) => {
    const answer = await fetch(`${url}/api/auth/status`, { headers: { ...OWNER, ...headers } })
    return answer.text()
  }
  const used = await fetch(`${url}/api/env`, { headers: { ...OWNER, ...basic(PASSWORD) } })
  expect(used.status).toBe(200)

  const wrong = await bodyFor(byKey('wrong'))

  for (const right of [byKey(API_KEY), byBearer(API_KEY), basic(PASSWORD)]) {
    expect(await bodyFor(right)).toBe(wrong)
  }
})

test('A read key beside an admin secret makes guesses at it no cheaper, and locks nobody out', async (t) => {
  const { server, sessions, at } = await ownedServer(t)
  const { key } = server.context.auth.apiKeys.create({ name: 'home', scope: 'read' })
  const admin = (secret: string) => at.get(ADMIN, { ...byKey(key), ...byBearer(secret) })

  expect([await admin('wrong'), await admin(ADMIN_SECRET)]).toEqual([403, 403])
  for (let n = 0; n < 60; n += 1) expect(await at.login({ apiKey: key })).toBe(200)

  expect(await at.login({ username: 'owner', password: PASSWORD })).toBe(200)
  for (let n = 0; n < 10; n += 1) await at.get('/api/env', byKey(`guess ${n}`))
  expect(await at.get('/api/env', bySession(sessions.id))).toBe(200)
})
