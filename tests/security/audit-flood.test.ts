import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MAX_SESSIONS_OF_ONE } from '#auth/limits.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { CLOSED } from '../support/access.ts'
import { type ApiServer, firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { openEvents, refusedUpgrade } from '../support/event-client.ts'
import { EXCHANGING } from '../support/rules.ts'
import { type Scope, startPeerFor, startRelayFor } from '../support/scope.ts'
import { simulateTimeOver } from '../support/simulated-relays.ts'
import { until } from '../support/until.ts'

const API_KEY = 'a key for this test, of many characters'
const admin = { 'X-API-Key': API_KEY }
/** A quarter of all event streams. */
const STREAMS_OF_ONE = 50
const LOGINS = MAX_SESSIONS_OF_ONE + 20

interface Session {
  sessionId: string
}

/** A server with an administrator who did something, and somebody who got hold of a read key. */
async function setUp(scope: Scope) {
  const server = await startServer(scope, { environment: { ...CLOSED, API_KEY } })
  const made = await server.post('/api/auth/keys', { name: 'stolen', scope: 'read' }, admin)
  const { key } = made.body as { key: string }
  const login = async (apiKey: string) => {
    const { status, body } = await server.post('/api/auth/login', { apiKey })
    expect(status).toBe(200)
    return (body as Session).sessionId
  }
  return { server, key, login }
}

const isOpen = async (server: ApiServer, sessionId: string) =>
  (await server.get('/api/status', { 'X-Session-ID': sessionId })).status === 200

/** All of it, the newest first. */
const rowsOf = ({ context }: ApiServer) => [...context.store.audit.export()].reverse()

test('A read key that logs in again and again signs nobody out but itself', async (t) => {
  const { server, key, login } = await setUp(t)
  const owners = await login(API_KEY)
  const ended = await login(API_KEY)
  await server.post('/api/auth/logout', {}, { 'X-Session-ID': ended })
  const first = await login(key)

  for (let n = 0; n < LOGINS; n += 1) await login(key)

  const { sessions } = server.context.auth
  expect(await isOpen(server, owners)).toBe(true)
  expect(await isOpen(server, first)).toBe(false)
  expect(sessions.list()).toHaveLength(MAX_SESSIONS_OF_ONE + 1)
  // Otherwise a tab of the owner's that is still open would be taken for a guesser.
  expect(sessions.hasEnded(ended)).toBe(true)
})

test('A read key that logs in again and again gets no more event streams that way', async (t) => {
  const { server, key, login } = await setUp(t)
  const sessions = await Promise.all(Array.from({ length: 3 }, () => login(key)))
  const by = (n: number) => ({ headers: { 'X-Session-ID': sessions[n % 3] ?? '' } })
  for (let n = 0; n < STREAMS_OF_ONE; n += 1) await openEvents(t, server.url, by(n))

  for (let n = 0; n < 3; n += 1) expect(await refusedUpgrade(server.url, by(n))).toBe(429)
  expect(await refusedUpgrade(server.url, { headers: { 'X-API-Key': key } })).toBe(429)
  const owner = await openEvents(t, server.url, { headers: admin })
  expect(owner.closeCode).toBeNull()
})

test('Key exchanges given to a peer are in the audit, in both generations', async (t) => {
  const relay = await startRelayFor(t)
  // In simulated time nobody is late, so nobody is asked twice.
  const time = simulateTimeOver(t, [relay])
  // An even key, so that a share of 1.x and its carried-over one are the same.
  const keyset = generateKeyset({
    ...{ threshold: 2, totalMembers: 2, secretKey: '3'.padStart(64, '0') },
  })
  const asked = await startServer(t, { environment: firstShare(keyset, [relay.url]) })
  await asked.status(({ nodeActive }) => nodeActive)
  const [, share = ''] = keyset.shareCredentials
  const group = keyset.groupCredential
  const peer = keyset.group.commits[1]?.pubkey.slice(2)
  const [first = '', second = ''] = [newKeyset(), newKeyset()].map(({ group: { group_pk } }) =>
    group_pk.slice(2),
  )
  const given = () => rowsOf(asked).filter(({ action }) => action === 'exchange.given')

  const old = await startPeerFor(t, { group, share, relays: [relay.url] })
  expect(await time.until(old.node.ecdh(EXCHANGING, first))).toMatchObject({ ok: true })
  await time.until(old.node.stop())
  const in1x = { generation: '1.x', peer, keys: [first], took: expect.any(Number) }
  expect(given()).toMatchObject([{ actor: peer, outcome: 'ok', detail: in1x }])

  const asker = await startServer(t, {
    environment: { SHARE_CRED: share, GROUP_CRED: group, RELAYS: relay.url },
  })
  await until(async () => {
    const body = { peer_pubkey: second, content: 'text' }
    return (await time.until(asker.post('/api/nip44/encrypt', body))).status === 200
  })
  const in2026 = { generation: '2026', peer, keys: [second], took: expect.any(Number) }
  expect(given()[0]).toMatchObject({ actor: peer, outcome: 'ok', detail: in2026 })
})

/** Adds enough rows to push out every older one that they may, without the time that logins take. */
function flood({ context }: ApiServer, rows: number, action: string, actor: string): void {
  const { audit } = context.store
  for (let n = 0; n < rows; n += 1) audit.of(1).recordSoon({ actor, action, outcome: 'ok' })
  audit.page({ limit: 1 })
}

test('Neither logins nor signatures nor key exchanges push out what administrators did', async (t) => {
  const { server, login } = await setUp(t)
  await login(API_KEY)
  await server.post('/api/settings', {}, admin)
  const before = rowsOf(server).filter(({ action }) => action === 'api-key.create')
  expect(before).toHaveLength(1)

  flood(server, 100_200, 'login', 'api-key:stolen')
  flood(server, 100_200, 'sign', 'api-key:other')
  flood(server, 100_200, 'exchange.given', 'bb'.repeat(32))

  const rows = rowsOf(server)
  expect(rows.filter(({ action }) => action === 'api-key.create')).toEqual(before)
  expect(rows.filter(({ actor }) => actor === 'api-key:environment')).not.toEqual([])
  expect(rows.length).toBeLessThan(130_000)
})

test('A loud peer or key pushes out its own rows, and nobody else’s', async (t) => {
  const { server } = await setUp(t)
  const [quiet, loud] = ['aa'.repeat(32), 'bb'.repeat(32)]
  const { audit } = server.context.store
  const given = (peer: string, sessionId: string) =>
    audit.of(1).signature({
      ...{ peers: [peer], sessionId, hashes: [], type: 'message', direction: 'given' },
      ...{ generation: '2026', outcome: 'ok', took: 12 },
    })
  for (let n = 0; n < 50; n += 1) given(quiet, `quiet ${n}`)
  for (let n = 0; n < 120_000; n += 1) given(loud, `loud ${n}`)
  audit.page({ limit: 1 })

  const rows = rowsOf(server)
  expect(rows.filter(({ actor }) => actor === quiet)).toHaveLength(50)
  expect(rows.filter(({ actor }) => actor === loud).length).toBeLessThan(100_000)
  expect(rows[0]).toMatchObject({ actor: loud, detail: { sessionId: 'loud 119999' } })
})

test('What administrators did is written to a file before the table drops it', async (t) => {
  const { server } = await setUp(t)
  const marker = randomBytes(8).toString('hex')
  server.context.store.audit.of(1).record({
    ...{ actor: 'owner', action: 'package.seal', outcome: 'ok' },
    detail: { marker },
  })

  flood(server, 100_200, 'policy.set', 'owner')

  expect(rowsOf(server).some(({ detail }) => detail['marker'] === marker)).toBe(false)
  const file = join(server.dataDir, 'audit-old.ndjson')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const kept = lines.map((line) => JSON.parse(line) as { id: number; action: string })
  expect(lines.some((line) => line.includes(marker))).toBe(true)
  const ids = [...kept, ...rowsOf(server).reverse()].map(({ id }) => id)
  expect(ids).toEqual(Array.from({ length: ids.length }, (_, n) => n + 1))
})
