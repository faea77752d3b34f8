import { expect, test } from 'vitest'
import { PACKAGE_CHARS_MAX } from '#contract/limits.ts'
import { packages as texts, v2Decoding } from '#contract/messages.ts'
import { UnavailableError } from '#lib/errors.ts'
import type { DeriveKey } from '#protocol/v2/package-cipher.ts'
import { ask, bySession, CLOSED } from '../support/access.ts'
import { type ApiServer, call, startServer } from '../support/api-server.ts'
import { betaEnvelope, betaPackage } from '../support/beta-packages.ts'
import { CHEAP_HASHING } from '../support/cheap-hashing.ts'
import { handOut, reservedShareAt } from '../support/devices.ts'
import { heldKeys } from '../support/held-keys.ts'
import type { Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { enveloped } from '../support/v2-packages.ts'

const { published, password } = betaPackage('bfonboard')
const UNLIMITED = { RATE_LIMIT_ENABLED: 'false' }

const startWith = (scope: Scope, packageKey: DeriveKey, environment = UNLIMITED) =>
  startServer(scope, { hashing: { ...CHEAP_HASHING, packageKey }, environment })

const open = (server: ApiServer, text: string) =>
  server.post('/api/packages/open', { package: text, password })

test('a text that asks for hours of work is refused before any of it', async (t) => {
  const server = await startWith(t, () => Promise.reject(new Error('no key is wanting')))
  const huge = [0xffff_ffff, 4_294_967_296, 1e21, -1, 0.5, '16', null, [4], { most: 4 }, true]
  for (const field of ['kdf_m_cost', 'kdf_t_cost', 'kdf_p_cost', 'version', 'kdf', 'ciphertext']) {
    for (const value of huge) {
      const { status, body } = await open(server, enveloped({ ...betaEnvelope, [field]: value }))
      const error = expect.stringMatching(/^Failed to read package: it/)
      expect([field, value, status, body]).toMatchObject([field, value, 400, { error }])
    }
  }
})

test('a text of any length is read or refused, and none that is too long', async (t) => {
  const server = await startWith(t, async (_, __, ___, bytes) => new Uint8Array(bytes))
  const long = enveloped({ ...betaEnvelope, ciphertext: 'A'.repeat(240_000) })
  expect(await open(server, long)).toMatchObject({
    status: 400,
    body: { error: texts.wrongPassword },
  })
  const deep = enveloped({ ...betaEnvelope, kdf: `${'['.repeat(100_000)}${']'.repeat(100_000)}` })
  const error = texts.unreadable(v2Decoding.kdf)
  expect(await open(server, deep)).toMatchObject({ status: 400, body: { error } })
  const longer = published + 'q'.repeat(PACKAGE_CHARS_MAX)
  expect((await open(server, longer)).status).toBe(400)
})

test('one session that opens packages by the dozen gets one at a time, and is turned away', async (t) => {
  const { packageKey, seen, endAll } = heldKeys()
  const server = await startWith(t, packageKey)
  const answers: Awaited<ReturnType<typeof open>>[] = []
  const calls = Array.from({ length: 20 }, async () => {
    answers.push(await open(server, published))
  })
  const busy = { status: 503, body: { error: texts.busy, code: 'BUSY' } }
  // One is at it and four wait for it: all others are answered before any of these ends.
  await until(() => answers.length === 15)
  for (const answer of answers) expect(answer).toMatchObject(busy)
  // All else is answered meanwhile.
  expect((await server.get('/api/status')).status).toBe(200)

  await endAll(calls)

  expect(answers.filter(({ status }) => status === 503)).toHaveLength(15)
  expect(seen).toMatchObject({ begun: 5, most: 1 })
  // The place is free again.
  const next = open(server, published)
  await endAll([next])
  expect((await next).status).toBe(400)
})

test('guesses at a package’s password are limited like those at a login', async (t) => {
  const login = { username: 'alice', password: 'correct horse' }
  const server = await startServer(t, {
    environment: {
      ...{ ...CLOSED, RATE_LIMIT_ENABLED: 'true' },
      ...{ BASIC_AUTH_USER: login.username, BASIC_AUTH_PASS: login.password },
    },
    hashing: { ...CHEAP_HASHING, packageKey: async (_, __, ___, bytes) => new Uint8Array(bytes) },
  })
  const { body } = await ask(server, 'login', { body: login })
  const headers = bySession((body as { sessionId: string }).sessionId)
  const statuses: number[] = []
  while (!statuses.includes(429) && statuses.length < 100) {
    const guess = { package: published, password: `guess ${statuses.length}` }
    statuses.push((await ask(server, 'openPackage', { headers, body: guess })).status)
  }
  expect(statuses.at(-1)).toBe(429)
  expect(new Set(statuses.slice(0, -1))).toEqual(new Set([400]))
})

test('without the memory for a package nothing is begun, and its owner is told why', async (t) => {
  const lacking = new UnavailableError('MEMORY', texts.noMemory(256, 90))
  const server = await startWith(t, () => Promise.reject(lacking))
  const answer = { status: 503, body: { error: texts.noMemory(256, 90), code: 'MEMORY' } }
  expect(await open(server, published)).toMatchObject(answer)

  await server.post('/api/joining', { package: published, password, relays: ['wss://relay.one'] })
  const state = async () => (await server.get('/api/joining')).body as { state: string }
  await until(async () => (await state()).state === 'failed')
  expect(await state()).toMatchObject({ reason: 'package', error: texts.noMemory(256, 90) })
})

test('a share whose invitation nobody waited for is handed out once, and shown again', async (t) => {
  const { packageKey, seen, ends } = heldKeys()
  const server = await startWith(t, packageKey)
  const order = { name: 'Family', threshold: 2, totalMembers: 3, relays: ['wss://relay.one'] }
  expect((await server.post('/api/keyset', order)).status).toBe(200)
  const left = new AbortController()
  const begun = call(`${server.url}/api/spares/2/hand-out`, {
    method: 'POST',
    body: JSON.stringify({ name: 'Laptop' }),
    headers: { 'Content-Type': 'application/json' },
    signal: left.signal,
  })
  await until(() => seen.begun === 1)
  left.abort()
  await expect(begun).rejects.toThrow()
  expect(await reservedShareAt(server, 2)).toMatchObject({ state: 'kept' })

  ends.shift()?.()
  await until(async () => (await reservedShareAt(server, 2))?.state === 'handedOut')
  expect(await reservedShareAt(server, 2)).toMatchObject({ name: 'Laptop' })
  const shown = await handOut(server, 2)
  expect(await handOut(server, 2)).toEqual(shown)
  expect(seen.begun).toBe(1)
})
