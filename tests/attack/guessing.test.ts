import { expect, test } from 'vitest'
import { CLOSED } from '../support/access.ts'
import { startServer } from '../support/api-server.ts'

const PASSWORD = 'a password of the owner'
const API_KEY = 'a-key-that-a-person-chose'
const TOKEN = 'a-token-that-a-person-chose'
const environment = {
  ...CLOSED,
  RATE_LIMIT_ENABLED: 'true',
  ...{ API_KEY, BASIC_AUTH_USER: 'owner', BASIC_AUTH_PASS: PASSWORD, METRICS_TOKEN: TOKEN },
  // The attacker comes from 127.0.0.1 itself, the owner through a proxy there.
  TRUST_PROXY: '127.0.0.1',
}

const basic = (password: string) => ({
  Authorization: `Basic ${Buffer.from(`owner:${password}`).toString('base64')}`,
})
const from = (address: string) => ({ 'X-Forwarded-For': address })
const OWNER = from('192.0.2.9')
const ATTACKER = from('198.51.100.7')

/** Wrong tries until the first 429. */
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

test('Nor a key or a token from the environment, however it is sent', async (t) => {
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
