import { beforeEach, expect, test, vi } from 'vitest'
import type { RouteName } from '#api/table.ts'
import { imports } from '#contract/codes.ts'
import { CONFIRMED_FOR_MS, UNATTENDED_HEADER } from '#contract/limits.ts'
import { auth as texts } from '#contract/messages.ts'
import {
  ask,
  byKey,
  byPassword,
  bySession,
  CLOSED,
  isWrite,
  makeKeys,
  tableOf,
} from '../support/access.ts'
import { type ApiServer, firstShare, startServer } from '../support/api-server.ts'
import { newPair } from '../support/pair.ts'
import { type Scope, temporaryFolder } from '../support/scope.ts'

const API_KEY = 'sixteen letters!'
const USER = { username: 'alice', password: 'correct horse' }
const LOGINS = {
  ...CLOSED,
  API_KEY,
  BASIC_AUTH_USER: USER.username,
  BASIC_AUTH_PASS: USER.password,
}
const keyset = newPair()
const [share = '', other = ''] = keyset.shareCredentials
const SECRETS = [share, other, keyset.groupCredential]

beforeEach((t) => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.UTC(2026, 0, 1) })
  t.onTestFinished(() => {
    vi.useRealTimers()
  })
})
const later = (ms: number) => vi.advanceTimersByTime(ms)

const start = (scope: Scope, environment = {}, dataDir = temporaryFolder(scope)) =>
  startServer(scope, {
    environment: { ...LOGINS, ...firstShare(keyset, ['ws://127.0.0.1:1']), ...environment },
    dataDir,
  })

async function signIn(server: ApiServer, body: object = USER): Promise<Record<string, string>> {
  const answer = await ask(server, 'login', { body })
  return bySession((answer.body as { sessionId: string }).sessionId)
}

/** The bodies that calls which always ask need to be answered. */
const BODIES: Partial<Record<RouteName, object>> = {
  createAdminApiKey: { label: 'mine' },
  createApiKey: { name: 'mine', scope: 'admin' },
  recover: { groupCredential: keyset.groupCredential, shareCredentials: [share, other] },
  dealKeyset: {
    groupCredential: keyset.groupCredential,
    shareCredentials: [share, other],
    ...{ name: 'Family', threshold: 2, totalMembers: 3, relays: ['wss://relay.example'] },
  },
  sealPackage: { password: null },
  handOutSpare: { name: 'Laptop' },
}
const PARAMS = { index: '2' }
/** Calls that widen what may be done, or what goes on without the session, as they do so. */
const WIDENING: Partial<Record<RouteName, object>> = {
  saveEnv: { RELAYS: 'wss://relay.example' },
  saveSettings: { approveOnboarding: false },
  saveUserCredentials: { relays: ['wss://relay.example'] },
  replaceUserCredentials: { relays: ['wss://relay.example'] },
  saveUserRelays: { relays: ['wss://relay.example'] },
  replaceUserRelays: { relays: ['wss://relay.example'] },
  saveEnvShare: { shareCredential: share, groupCredential: keyset.groupCredential },
  keepJoined: { name: 'Mine' },
  keyset: { name: 'Mine', threshold: 2, totalMembers: 3 },
  restore: {},
  setPolicy: { allowReceive: true },
  deletePolicy: {},
  setPeerGenerations: { allowFirstGeneration: true },
  decideJoinRequest: { approve: true },
  saveNotify: { kind: 'ntfy', url: 'https://ntfy.example/mine' },
  deleteNotify: {},
  addRule: { whom: 'everyone', verdict: 'allow', for: 'ever' },
  deleteRule: {},
  setCaller: { preset: 'all' },
  answerQuestion: { verdict: 'allow', remember: { scope: 'operation', for: 'ever' } },
  inviteApp: { name: 'Mine', preset: 'all', allow: [] },
  acceptApp: { uri: 'nostrconnect://nobody', preset: 'all', allow: [] },
  reinviteApp: {},
  updateApp: { preset: 'all' },
  setNip46Relays: { relays: null },
  addNip46Relays: { relays: ['wss://relay.example'] },
  connectNip46: { uri: 'nostrconnect://nobody' },
  answerNip46Request: {
    id: 'nothing',
    action: 'approve',
    policy: { methods: { get_relays: true } },
  },
  updateNip46Session: { pubkey: 'ab', status: 'active' },
  setNip46Policy: { methods: { get_relays: true } },
  setNip46Status: { status: 'active' },
  resume: {},
}
/** What some of them do without a confirmation, because it takes something away. */
const NARROWING: Partial<Record<RouteName, object>> = {
  saveEnv: { GROUP_NAME: 'Family' },
  setPolicy: { allowReceive: false, label: 'Phone' },
  setPeerGenerations: { allowFirstGeneration: false },
  decideJoinRequest: { approve: false },
  addRule: { whom: 'everyone', verdict: 'refuse', for: 'ever' },
  setCaller: { suspended: true },
  answerQuestion: { verdict: 'allow' },
  updateApp: { suspended: true },
  answerNip46Request: { id: 'nothing', action: 'approve' },
  updateNip46Session: { pubkey: 'ab', status: 'pending' },
  setNip46Status: { status: 'revoked' },
}
/** Writes that a session may always do: each uses the key now, takes something away, or changes no right. */
const UNASKED: RouteName[] = [
  ...(['login', 'logout', 'confirm', 'validateAdmin', 'setUp'] as const),
  ...(['endSession', 'endOtherSessions', 'revokeApiKey', 'revokeAdminApiKey'] as const),
  ...(['deleteEnv', 'deleteUserCredentials', 'saveShare', 'deleteShare'] as const),
  ...(['ping', 'diagnostics', 'monitor', 'namePeer', 'testRelays', 'tryNotify'] as const),
  ...(['join', 'giveUpJoining', 'validate', 'openPackage', 'bringSpare'] as const),
  ...([
    'answerQuestions',
    'sign',
    'proof',
    'nip44Encrypt',
    'nip44Decrypt',
    'nip04Encrypt',
    'nip04Decrypt',
    'stop',
  ] as const),
  ...(['readAppInvitation', 'removeApp', 'deleteNip46Request', 'deleteNip46Session'] as const),
  ...(['saveProfile', 'saveVersion', 'planBackups', 'checkBackup'] as const),
  // Always refused.
  ...(['deleteAdminUser', 'revealAdminSecret', 'setNip46Transport'] as const),
]
const asked = tableOf().filter(
  ([name, { confirm }]) => confirm === 'always' && WIDENING[name] === undefined,
)

const askAll = async (server: ApiServer, headers: Record<string, string>) => {
  // A reserved share that is there already is kept as it is.
  await server.context.keysets.first.reservedShares.add({
    share: other,
    replaces: true,
    actor: 'olga',
  })
  const statuses: [RouteName, number, unknown][] = []
  for (const [name] of asked) {
    const body = BODIES[name]
    const answer = await ask(server, name, { headers, params: PARAMS, ...(body && { body }) })
    const { code } = answer.body as { code?: string }
    if (answer.status === 403) {
      for (const secret of SECRETS) expect(answer.text).not.toContain(secret)
    }
    statuses.push([name, answer.status, code])
  }
  return statuses
}
const refused = asked.map(([name]) => [name, 403, 'CONFIRM'])
/** What a call answers that is let through; nothing is sent here that could be imported. */
const statusOf = (name: RouteName, answers: object): number =>
  name === 'importIgloo' ? 400 : 201 in answers ? 201 : 200
const answered = asked.map(([name, { answers }]) => [
  name,
  statusOf(name, answers),
  name === 'importIgloo' ? imports.noShareInEnvironment.code : undefined,
])

test('every call that shows a share, a key or a group credential asks again after five minutes', async (t) => {
  const server = await start(t)
  const headers = await signIn(server)
  later(CONFIRMED_FOR_MS - 1)
  expect(await askAll(server, headers)).toEqual(answered)
  later(1)

  expect(await askAll(server, headers)).toEqual(refused)

  expect(
    await ask(server, 'confirm', { headers, body: { password: USER.password } }),
  ).toMatchObject({ status: 200, body: { success: true, confirmedFor: 300 } })
  expect(await askAll(server, headers)).toEqual(answered)
  later(CONFIRMED_FOR_MS)
  expect(await askAll(server, headers)).toEqual(refused)
})

test('programs are asked nothing: their API key or password comes with every call', async (t) => {
  const server = await start(t)
  const { admin } = makeKeys(server)
  later(2 * CONFIRMED_FOR_MS)

  expect(await askAll(server, byKey(admin))).toEqual(answered)
  expect(await askAll(server, byPassword(USER.username, USER.password))).toEqual(answered)
})

test('nobody is asked with ASK_AGAIN=false, or with open access', async (t) => {
  const quiet = await start(t, { ASK_AGAIN: 'false' })
  const headers = await signIn(quiet)
  const open = await startServer(t, {
    environment: { AUTH_ENABLED: 'false', ...firstShare(keyset, ['ws://127.0.0.1:1']) },
  })
  later(2 * CONFIRMED_FOR_MS)

  expect(await askAll(quiet, headers)).toEqual(answered)
  expect(await askAll(open, {})).toEqual(answered)
})

test('a session is not confirmed by a narrower credential, by guesses, by another session or by a restart', async (t) => {
  const dataDir = temporaryFolder(t)
  const server = await start(t, {}, dataDir)
  const { read, sign } = makeKeys(server)
  const headers = await signIn(server)
  const another = await signIn(server, { apiKey: API_KEY })
  later(CONFIRMED_FOR_MS)

  for (const body of [{ apiKey: read }, { apiKey: sign }, { password: 'wrong horse' }]) {
    expect(await ask(server, 'confirm', { headers, body })).toMatchObject({
      status: 400,
      body: { error: texts.confirmWrong },
    })
  }
  for (const body of [{}, { token: server.context.auth.createSignInToken() }]) {
    expect(await ask(server, 'confirm', { headers, body })).toMatchObject({ status: 400 })
  }
  expect(await ask(server, 'confirm', { body: { password: USER.password } })).toMatchObject({
    status: 401,
  })
  await ask(server, 'confirm', { headers: another, body: { apiKey: API_KEY } })
  expect(await askAll(server, headers)).toEqual(refused)
  expect(await askAll(server, another)).toEqual(answered)
  const entries = server.context.store.audit.page({ limit: 20 })
  const confirms = entries.filter(({ action }) => action === 'session.confirm')
  expect(confirms.map(({ outcome }) => outcome)).toEqual(['ok', ...Array(3).fill('refused')])
  await server.stop()

  const again = await start(t, {}, dataDir)
  expect(await askAll(again, headers)).toEqual(refused)
})

test('guesses at a confirmation are limited as at a login', async (t) => {
  const server = await start(t, { RATE_LIMIT_ENABLED: 'true' })
  const headers = await signIn(server)
  later(CONFIRMED_FOR_MS)
  const guess = () => ask(server, 'confirm', { headers, body: { password: 'wrong horse' } })

  for (let n = 0; n < 9; n += 1) expect((await guess()).status).toBe(400)
  expect((await guess()).status).toBe(429)
})

test('a back-up with its key, a password set after a link and a clock set back need a confirmation too', async (t) => {
  const server = await start(t)
  const headers = await signIn(server)
  const link = await signIn(server, { token: server.context.auth.createSignInToken() })
  const backup = (withKey: boolean) =>
    ask(server, 'backup', {
      headers,
      body: { withKey, ...(withKey && { passphrase: 'long enough for anybody' }) },
    })
  later(CONFIRMED_FOR_MS)

  expect(await backup(true)).toMatchObject({ status: 403, body: { code: 'CONFIRM' } })
  expect((await backup(false)).status).toBe(200)
  const change = { username: 'mallory', password: 'another horse' }
  expect(await ask(server, 'setPassword', { headers: link, body: change })).toMatchObject({
    status: 403,
    body: { code: 'CONFIRM' },
  })

  vi.setSystemTime(Date.now() - 2 * CONFIRMED_FOR_MS)
  expect(await askAll(server, headers)).toEqual(refused)
})

test('what the console shows unasked holds no share and no group credential', async (t) => {
  const server = await start(t)
  const headers = await signIn(server)
  later(CONFIRMED_FOR_MS)

  const answer = await ask(server, 'credentials', { headers })

  expect(answer).toMatchObject({
    status: 200,
    body: { configured: true, keyset: { index: 1, threshold: 2, members: 2 } },
  })
  for (const secret of [...SECRETS, ...keyset.group.commits.map(({ binder_pn }) => binder_pn)]) {
    expect(answer.text).not.toContain(secret)
  }
})

test('a page that nobody touches keeps no session, however often it asks', async (t) => {
  const server = await start(t, { SESSION_TIMEOUT: '60' })
  const [page, touched] = [await signIn(server), await signIn(server)]
  const poll = (headers: Record<string, string>) => ask(server, 'status', { headers })

  for (let n = 0; n < 3; n += 1) {
    later(25_000)
    await poll({ ...page, [UNATTENDED_HEADER]: 'true' })
    await poll(touched)
  }

  expect((await poll({ ...page, [UNATTENDED_HEADER]: 'true' })).status).toBe(401)
  expect((await poll(touched)).status).toBe(200)
})

test('every call that changes something says whether it asks', () => {
  const undeclared = tableOf().filter(
    ([name, route]) => isWrite(route) && route.confirm === undefined && !UNASKED.includes(name),
  )

  expect(undeclared.map(([name]) => name)).toEqual([])
  expect(UNASKED.filter((name) => tableOf().some(([n, r]) => n === name && r.confirm))).toEqual([])
})

test('nobody makes an old session a lasting way in, but it can still take away', async (t) => {
  const server = await start(t)
  const headers = await signIn(server)
  later(CONFIRMED_FOR_MS)
  const isAsked = async (name: string, body: object) => {
    const route = tableOf().find(([known]) => known === name)?.[1]
    const { status, body: answer } = await ask(server, name as RouteName, {
      headers,
      params: { door: 'api', id: '1', pubkey: keyset.group.commits[1]?.pubkey.slice(2) ?? '' },
      ...(route?.method !== 'delete' && { body }),
    })
    return [name, status === 403 && (answer as { code?: string }).code === 'CONFIRM']
  }

  for (const [name, body] of Object.entries(NARROWING)) {
    expect(await isAsked(name, body)).toEqual([name, false])
  }
  for (const [name, body] of Object.entries(WIDENING)) {
    expect(await isAsked(name, body)).toEqual([name, true])
  }
  await ask(server, 'confirm', { headers, body: { password: USER.password } })
  for (const [name, body] of Object.entries(WIDENING)) {
    expect(await isAsked(name, body)).toEqual([name, false])
  }
})
