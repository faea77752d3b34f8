import { expect, test } from 'vitest'
import { type RouteName, routes } from '#api/table.ts'
import { envKeys } from '#contract/keysets.ts'
import type { Route } from '#http/route.ts'
import { byKey, CLOSED, callsOf, pathOf } from '../support/access.ts'
import { type Answer, firstShare, newKeyset, startServer } from '../support/api-server.ts'
import { mistype } from '../support/credentials.ts'
import { rounds } from '../support/long.ts'
import { newPair } from '../support/pair.ts'
import { type Prng, seededPrng } from '../support/prng.ts'
import { startPeerFor, startRelayFor } from '../support/scope.ts'

const CANARY = 'canary9f3a'
const SIDE_BY_SIDE = 50
const BODIES_SENT = rounds(1_000, 20_000)

const keyset = newKeyset()
const [share = ''] = keyset.shareCredentials
const { groupCredential } = keyset
const [stranger = ''] = newKeyset().shareCredentials
const pubkey = keyset.group.commits[1]?.pubkey ?? ''
const event = { kind: 1, created_at: 1, tags: [['t', 'x']], content: 'text' }
const APP_LINK = `nostrconnect://${keyset.group.group_pk.slice(2)}?relay=wss://relay.example&secret=s`
const toPeer = [{ peer_pubkey: pubkey, content: 'text' }]

/** Valid bodies for each call that takes one and answers JSON. */
const BODIES: Partial<Record<RouteName, Record<string, unknown>[]>> = {
  login: [{ apiKey: 'x' }, { token: 'x' }, { username: 'alice', password: 'correct horse' }],
  setPassword: [{ username: 'alice', password: 'correct horse', current: 'x' }],
  confirm: [{ apiKey: 'sixteen letters?' }, { username: 'anna', password: 'correct horse' }],
  createApiKey: [{ name: 'Bot', scope: 'read' }],
  saveEnv: [{ GROUP_NAME: 'Name', RELAYS: '["ws://127.0.0.1:9"]', GROUP_CRED: groupCredential }],
  deleteEnv: [{ keys: [...envKeys], shareRecords: true }],
  ping: [{ target: 'nobody' }],
  proof: [{ pubkey: 'nobody' }],
  monitor: [{ running: true }],
  setPolicy: [
    { allowSend: true, allowReceive: false },
    { allowSend: null, label: 'Phone' },
  ],
  saveUserCredentials: [{ group_name: 'Name', relays: ['ws://127.0.0.1:9'], share_cred: null }],
  replaceUserCredentials: [{ group_cred: groupCredential, group_name: null }],
  saveUserRelays: [{ relays: ['ws://127.0.0.1:9'] }],
  replaceUserRelays: [{ relays: null }],
  deleteAdminUser: [{ userId: 1 }],
  createAdminApiKey: [{ label: 'Bot', userId: 1, createdByAdmin: true, scope: 'read' }],
  revokeAdminApiKey: [{ apiKeyId: 'x', reason: 'lost' }],
  setUp: [{ username: 'alice', password: 'correct horse' }],
  saveEnvShare: [{ shareCredential: share, groupCredential }],
  revealAdminSecret: [{ confirm: true, confirmReveal: true }],
  setPeerGenerations: [{ allowFirstGeneration: true }],
  planBackups: [{ interval: 24, keep: 7 }],
  saveSettings: [{ firstGeneration: 'refuse', approveOnboarding: false }],
  decideJoinRequest: [{ approve: true }],
  addRule: [
    { whom: 'everyone', operation: 'sign', kinds: [0, [30_000, 39_999], 'blind'], verdict: 'ask' },
    { whom: { door: 'peer' }, verdict: 'allow', limit: { count: 1, per: 'hour', beyond: 'ask' } },
  ],
  inviteApp: [{ name: 'Notes', preset: 'everyday', allow: ['sign_event:1'], expiresIn: 60 }],
  reinviteApp: [{ expiresIn: 60 }],
  readAppInvitation: [{ uri: APP_LINK }],
  // Its relay can't be reached, which takes five seconds: only its form is tried.
  acceptApp: [{ uri: 'nostrconnect://x', preset: 'ask', allow: [] }],
  updateApp: [{ suspended: true, relays: ['ws://127.0.0.1:9'], openFor: 60, until: null }],
  setNip46Transport: [{ transport_sk: 'ab'.repeat(32) }],
  setNip46Relays: [{ relays: ['ws://127.0.0.1:9'] }],
  addNip46Relays: [{ relays: null }],
  connectNip46: [{ uri: 'nostrconnect://x' }],
  answerNip46Request: [{ id: 'x', action: 'approve', policy: { methods: {}, kinds: { 1: true } } }],
  deleteNip46Request: [{ id: 'x' }],
  updateNip46Session: [{ pubkey, status: 'active' }],
  setNip46Policy: [{ methods: { sign_event: true }, kinds: { '*': true } }],
  setNip46Status: [{ status: 'pending' }],
  setCaller: [{ preset: 'everyday', suspended: false }],
  namePeer: [{ name: 'Phone' }],
  answerQuestion: [{ verdict: 'allow', remember: { scope: 'kind', for: '1h' } }],
  answerQuestions: [{ verdict: 'allow', questions: ['x'] }],
  stop: [{ minutes: 1 }],
  saveNotify: [{ url: 'http://127.0.0.1:9/topic', token: 'tk_x', console: 'http://127.0.0.1:9' }],
  saveProfile: [{ enabled: true }],
  // Must stay off, or the registry would be asked.
  saveVersion: [{ asks: false }],
  // Not an address, so that nobody is called, whatever becomes of it.
  tryNotify: [{ url: 'topic', token: 'tk_x' }],
  keepJoined: [{ name: 'Family' }],
  join: [{ package: 'bfonboard1q', password: 'x', relays: [] }],
  saveShare: [{ shareCredential: share, groupCredential, name: 'Name' }],
  recover: [{ groupCredential, shareCredentials: keyset.shareCredentials }],
  validate: [
    { type: 'share', credential: share },
    { type: 'nsec', credential: 'nsec1' },
  ],
  keyset: [
    { name: 'Name', threshold: 2, totalMembers: 3, secretKey: 'ab'.repeat(32), generation: '1.x' },
    { name: 'Name', threshold: 2, totalMembers: 3, relays: ['ws://127.0.0.1:9'] },
  ],
  handOutSpare: [{ name: 'Phone', form: 'older' }],
  bringSpare: [{ share: stranger, replaces: true }],
  // This and openPackage are refused before a password is tried, which takes a good part of a second each time.
  dealKeyset: [
    {
      groupCredential,
      shareCredentials: [share],
      name: 'Name',
      threshold: 2,
      totalMembers: 3,
      relays: ['ws://127.0.0.1:9'],
      form: 'older',
    },
  ],
  openPackage: [{ package: 'bfprofile1q', password: 'x', groupCredential }],
  sealPackage: [
    { password: null, shareCredential: stranger, groupCredential, name: 'Name', form: 'current' },
  ],
  testRelays: [{ relays: ['ws://127.0.0.1:9'] }],
  sign: [{ message: 'ab'.repeat(32) }, { event }],
  nip44Encrypt: toPeer,
  nip44Decrypt: toPeer,
  nip04Encrypt: toPeer,
  nip04Decrypt: toPeer,
}

const NAMES = Object.values(BODIES).flatMap((bodies) => bodies.flatMap(Object.keys))
const FIELDS = [...new Set(NAMES), '__proto__', 'constructor', 'toString', '', '0']

/** Texts that some part of the server looks at closely. */
const TEXTS = [
  '',
  ' ',
  '\0',
  '\ud800',
  'all',
  'wss://',
  'ws://[::',
  'ws://user:pass@127.0.0.1:9',
  'http://',
  '[]',
  '["ws://127.0.0.1:9"',
  '{"0":"ws://127.0.0.1:9"}',
  '%00%ff',
  '../../etc/passwd',
  "'; DROP TABLE audit; --",
  '<script>alert(1)</script>',
  'a'.repeat(10_000),
  '02'.repeat(33),
  'ff'.repeat(32),
  `bfshare1${'q'.repeat(166)}`,
  `bfgroup1${'q'.repeat(560)}`,
]

function text(random: Prng): string {
  const { integer, pick, bytes } = random
  switch (integer(4)) {
    case 0:
      return `${pick(TEXTS)}${CANARY}`
    case 1:
      return Buffer.from(bytes(integer(60))).toString('latin1')
    case 2:
      return Buffer.from(bytes(integer(200))).toString('utf8')
    default:
      return pick(TEXTS)
  }
}

function value(random: Prng, depth = 0): unknown {
  const { integer, pick } = random
  const many = () => Array.from({ length: integer(4) })
  switch (integer(depth > 3 ? 5 : 8)) {
    case 0:
    case 1:
    case 2:
      return text(random)
    case 3:
      return pick([0, -1, 1.5, 1e308, 2 ** 53])
    case 4:
      return pick([null, true, false])
    case 5:
      return many().map(() => value(random, depth + 1))
    case 6:
      return many().map(() => text(random))
    default:
      return object(random, depth + 1)
  }
}

function object(random: Prng, depth = 0): Record<string, unknown> {
  const { integer, pick } = random
  const name = () => (integer(4) === 0 ? text(random) : pick(FIELDS))
  const entries = Array.from({ length: integer(5) }, () => [name(), value(random, depth)] as const)
  // Not by assignment: a field may be called __proto__, as in a JSON body.
  return Object.fromEntries(entries)
}

/** A body that a call would take except for one or two fields, or one with random fields. */
function nearly(random: Prng, bodies: readonly Record<string, unknown>[]): object {
  const { integer, pick } = random
  if (integer(3) === 0) return object(random)
  const body = pick(bodies)
  const changed = () => {
    const name = integer(8) === 0 ? pick(FIELDS) : pick(Object.keys(body))
    return [name, integer(6) === 0 ? undefined : value(random)] as const
  }
  const changes = Array.from({ length: integer(3) }, changed)
  return Object.fromEntries([...Object.entries(body), ...changes])
}

/** A body that is sometimes JSON, sometimes nearly, and sometimes line noise. */
function body(
  random: Prng,
  bodies: readonly Record<string, unknown>[],
): string | Uint8Array<ArrayBuffer> {
  const { integer, bytes } = random
  const json = JSON.stringify(nearly(random, bodies))
  switch (integer(10)) {
    case 0:
      return json.slice(0, integer(json.length + 1))
    case 1:
      return mistype(json, integer(json.length))
    case 2:
      return Uint8Array.from(bytes(integer(300)))
    case 3:
      return JSON.stringify(value(random)) ?? ''
    case 4:
      return `${'{"keys":['.repeat(integer(2_000))}${json}`
    default:
      return json
  }
}

/** Sends bodies made from a seed to calls in turn, and checks each answer. */
async function fuzz(
  url: string,
  options: { seed: number; count: number; names: RouteName[]; headers?: Record<string, string> },
) {
  const random = seededPrng(options.seed)
  const codes = new Map<string, number>()
  for (let done = 0; done < options.count; done += SIDE_BY_SIDE) {
    const requests = Array.from({ length: SIDE_BY_SIDE }, () => {
      const name = random.pick(options.names)
      return { name, body: body(random, BODIES[name] ?? [{}]) }
    })
    const answers = await Promise.all(
      requests.map((request) => send(url, { ...request, headers: options.headers ?? {} })),
    )
    for (const [at, answer] of answers.entries()) {
      const { name = '' } = requests[at] ?? {}
      const what = `seed ${options.seed}, body ${done + at}, ${name}: ${answer.text.slice(0, 300)}`
      expect(answer.status, what).toBeOneOf([200, 201, 400, 401, 404, 409, 413, 429, 502, 503, 504])
      expect(answer.body, what).toBeTypeOf('object')
      expect(answer.text, what).not.toMatch(/\bat .*[/\\].*:\d+|node_modules|\.ts\b/)
      if (answer.status > 201) expect(answer.text, what).not.toContain(CANARY)
      // A schema's own words are for programmers.
      expect(answer.text, what).not.toMatch(
        /Invalid (?:input|option|string)|Too (?:small|big)|Unrecognized/,
      )
      const code = `${name} ${answer.status}`
      codes.set(code, (codes.get(code) ?? 0) + 1)
    }
  }
  return codes
}

async function send(
  url: string,
  request: {
    name: RouteName
    body: string | Uint8Array<ArrayBuffer>
    headers: Record<string, string>
  },
): Promise<Pick<Answer, 'status' | 'text' | 'body'>> {
  const route: Route = routes[request.name]
  const response = await fetch(url + pathOf(route, { pubkey }), {
    method: route.method.toUpperCase(),
    body: request.body,
    headers: request.headers,
  })
  const answer = await response.text()
  return { status: response.status, text: answer, body: JSON.parse(answer) }
}

async function expectWell(
  server: Awaited<ReturnType<typeof startServer>>,
  headers: Record<string, string> = {},
) {
  expect((await server.get('/api/health')).status).toBe(200)
  expect((await server.get('/api/status', headers)).status).toBe(200)
  expect(server.log.filter((line) => line.includes('"level":50'))).toEqual([])
  expect(Object.keys(Object.prototype)).toEqual([])
}

test(`${BODIES_SENT} bodies of any kind, to every call that takes one, leave the server as it should be`, async (t) => {
  const names = callsOf().flatMap(([name, { body, type }]) => (body && !type ? [name] : []))
  expect(Object.keys(BODIES).sort()).toEqual([...names].sort())
  const API_KEY = 'sixteen letters!'
  const server = await startServer(t, { environment: { ...CLOSED, API_KEY } })
  const headers = byKey(API_KEY)

  const codes = await fuzz(server.url, { seed: 20_260_801, count: BODIES_SENT, names, headers })

  for (const name of names)
    expect([name, codes.get(`${name} 400`)]).toEqual([
      name,
      expect.toSatisfy((count) => count > BODIES_SENT / 400),
    ])
  for (const name of ['saveEnv', 'deleteEnv', 'createApiKey', 'validate', 'keyset', 'recover']) {
    expect([name, codes.has(`${name} 200`)]).toEqual([name, true])
  }
  const env = await server.get('/api/env', headers)
  expect(env.status).toBe(200)
  await expectWell(server, headers)
})

test('Of four hundred pings with random bodies, nearly all are refused', async (t) => {
  const relay = await startRelayFor(t)
  const pair = newPair()
  const server = await startServer(t, { environment: firstShare(pair, [relay.url]) })
  const [, other = ''] = pair.shareCredentials
  await startPeerFor(t, { group: pair.groupCredential, share: other, relays: [relay.url] })
  await server.status(({ nodeActive }) => nodeActive)

  const codes = await fuzz(server.url, { seed: 42, count: 400, names: ['ping'] })

  expect(codes.get('ping 400')).toBeGreaterThan(380)
  await expectWell(server)
})
