import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { auth as texts } from '#contract/messages.ts'
import { createAuth, type Ended, endsFor, limitKeyOf } from './auth.ts'
import type { Principal } from './authenticator.ts'
import { createPasswords } from './passwords.ts'
import {
  type AuthSetUp,
  basicHeader,
  CLIENT,
  MINUTE,
  openTestStore,
  setUpAuth,
  silent,
  temporaryFolder,
} from './testing/support.ts'

// Limits in seconds count from the process's clock, which stands still here.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const API_KEY = 'the key of the environment'
const BASIC = { username: 'alice', password: 'correct horse' }
const OWNER = { username: 'owner', password: 'battery staple' }
const context = { clientKey: CLIENT }

/** The principal of a login that must work. */
async function signIn(setUp: AuthSetUp, credentials: Parameters<AuthSetUp['auth']['login']>[0]) {
  const result = await setUp.auth.login(credentials, { clientKey: 'elsewhere' })
  if (!result.ok) throw new Error(result.error)
  const principal = principalOf(setUp, result.sessionId)
  if (principal === null) throw new Error('the session is not there')
  return { ...result, principal }
}

const signInByLink = (setUp: AuthSetUp) => signIn(setUp, { token: setUp.auth.createSignInToken() })

const principalOf = ({ auth }: AuthSetUp, sessionId: string): Principal | null =>
  auth.peek({ headers: { 'x-session-id': sessionId } })

/** The principal of an API key. */
async function byApiKey({ auth }: AuthSetUp, key: string): Promise<Principal> {
  const identified = await auth.identify({ headers: { 'x-api-key': key } }, CLIENT)
  if (!identified.ok) throw new Error('the key opens nothing')
  return identified.principal
}

const identifyBasic = ({ auth }: AuthSetUp, { username, password }: typeof BASIC) =>
  auth.identify({ headers: { authorization: basicHeader(username, password) } }, CLIENT)

function endedOf({ auth }: AuthSetUp): Ended[] {
  const ended: Ended[] = []
  auth.onEnded((one) => ended.push(one))
  return ended
}

test('the login methods are those usable now', () => {
  const { auth } = setUpAuth()
  expect([auth.methods, auth.needsSetup]).toEqual([[], true])

  const { id } = auth.apiKeys.create({ name: 'one', scope: 'read' })
  expect([auth.methods, auth.needsSetup]).toEqual([['api-key'], false])
  auth.apiKeys.revoke(id)
  expect([auth.methods, auth.needsSetup]).toEqual([[], true])

  const { auth: full } = setUpAuth({ apiKey: API_KEY, basic: BASIC })
  expect([full.methods, full.needsSetup]).toEqual([['api-key', 'basic-auth'], false])
  expect(setUpAuth({ enabled: false }).auth.needsSetup).toBe(false)
})

test('a login opens a session by an API key, a password or a link', async () => {
  const setUp = setUpAuth({ apiKey: API_KEY, basic: BASIC })

  expect(await signIn(setUp, { apiKey: API_KEY })).toMatchObject({
    userId: 'api-key:environment',
    expiresIn: 3_600,
    principal: { kind: 'session', scope: 'admin' },
  })
  expect(await signIn(setUp, BASIC)).toMatchObject({
    userId: 'alice',
    principal: { kind: 'session', userId: 'alice', scope: 'admin' },
  })
  const byLink = await signInByLink(setUp)
  expect(byLink).toMatchObject({ userId: 'owner', principal: { byLink: true, scope: 'admin' } })
})

test('a narrow API key opens a narrow session', async () => {
  const setUp = setUpAuth()
  const { key } = setUp.auth.apiKeys.create({ name: 'watcher', scope: 'read' })

  const { principal } = await signIn(setUp, { apiKey: key })

  expect(principal).toMatchObject({ kind: 'session', scope: 'read', userId: 'api-key:watcher' })
})

test('every wrong login has the same answer, and every wrong password costs the same', async () => {
  const { auth, work, lines } = setUpAuth({ basic: BASIC })
  await auth.login({ username: 'x', password: 'x' }, { clientKey: 'first' })
  const refusal = { ok: false, error: texts.invalidCredentials }

  const workOf = async (credentials: Parameters<typeof auth.login>[0]) => {
    work.parameters.length = 0
    expect(await auth.login(credentials, context)).toMatchObject(refusal)
    return [...work.parameters]
  }

  const known = await workOf({ username: 'alice', password: 'wrong pass' })
  expect(known).toHaveLength(1)
  expect(await workOf({ username: 'mallory', password: 'wrong pass' })).toEqual(known)
  expect(await workOf({ username: 'mallory', password: 'x'.repeat(10_000) })).toEqual(known)
  expect(await workOf({ apiKey: 'wrong' })).toEqual([])
  expect(await workOf({ token: 'wrong' })).toEqual([])
  expect(JSON.stringify(lines)).not.toMatch(/wrong|alice|mallory/)
})

test('logins count, right or wrong: the eleventh of a client waits', async () => {
  const { auth } = setUpAuth({ basic: BASIC })
  for (let n = 0; n < 5; n += 1) {
    expect(await auth.login(BASIC, context)).toMatchObject({ ok: true })
    expect(await auth.login({ ...BASIC, password: 'wrong' }, context)).toMatchObject({ ok: false })
  }

  expect(await auth.login({ ...BASIC, password: 'wrong' }, context)).toMatchObject({
    ok: false,
    error: texts.tooMany(900),
    retryAfter: 900,
  })
  expect(await auth.login(BASIC, { clientKey: 'another' })).toMatchObject({ ok: true })
})

test('a limited client can sign in only with a key made here', async () => {
  const { auth } = setUpAuth({ apiKey: API_KEY, basic: BASIC })
  const { key } = auth.apiKeys.create({ name: 'one', scope: 'read' })
  expect(await auth.login(BASIC, context)).toMatchObject({ ok: true })
  for (let n = 0; n < 11; n += 1) await auth.login({ apiKey: 'wrong' }, context)
  const token = auth.createSignInToken()
  const refused = { ok: false, retryAfter: expect.any(Number) }

  expect(await auth.login({ apiKey: API_KEY }, context)).toMatchObject(refused)
  expect(await auth.login({ token }, context)).toMatchObject(refused)
  expect(await auth.login(BASIC, context)).toMatchObject(refused)
  expect(await auth.login({ apiKey: key }, context)).toMatchObject({ ok: true })
  // A refused link was not used up.
  const elsewhere = { clientKey: '192.0.2.77' }
  expect(await auth.login({ token }, elsewhere)).toMatchObject({ ok: true })
})

test('a login ends the session that came with it, a failed one does not', async () => {
  const setUp = setUpAuth({ apiKey: API_KEY })
  const { sessionId } = await signIn(setUp, { apiKey: API_KEY })
  const sessionIds = [sessionId]

  await setUp.auth.login({ apiKey: 'wrong' }, { ...context, sessionIds })
  expect(principalOf(setUp, sessionId)).not.toBeNull()
  const again = await setUp.auth.login({ apiKey: API_KEY }, { ...context, sessionIds })

  expect(principalOf(setUp, sessionId)).toBeNull()
  expect(again.ok && again.sessionId).not.toBe(sessionId)
})

test('a sign-in link works once', async () => {
  const setUp = setUpAuth()
  const token = setUp.auth.createSignInToken()

  expect(await setUp.auth.login({ token }, context)).toMatchObject({ ok: true })
  expect(await setUp.auth.login({ token }, context)).toMatchObject({
    ok: false,
    error: texts.invalidCredentials,
  })
})

test('a logout ends the session and its sockets at once, and nothing else', async () => {
  const setUp = setUpAuth({ apiKey: API_KEY })
  const mine = await signIn(setUp, { apiKey: API_KEY })
  const other = await signIn(setUp, { apiKey: API_KEY })
  const ended = endedOf(setUp)

  expect(setUp.auth.logout(mine.principal)).toBe(true)

  expect(ended.map((one) => [endsFor(mine.principal, one), endsFor(other.principal, one)])).toEqual(
    [[true, false]],
  )
  expect(principalOf(setUp, mine.sessionId)).toBeNull()
  expect(principalOf(setUp, other.sessionId)).not.toBeNull()
  expect(setUp.auth.logout(mine.principal)).toBe(false)
})

test('a revoked key ends its own sockets and the sessions that it opened', async () => {
  const setUp = setUpAuth({ apiKey: API_KEY })
  const { auth } = setUp
  const { key, id } = auth.apiKeys.create({ name: 'one', scope: 'sign' })
  const direct = auth.peek({ headers: { 'x-api-key': key } })
  const mine = await signIn(setUp, { apiKey: key })
  const other = await signIn(setUp, { apiKey: API_KEY })
  const ended = endedOf(setUp)

  auth.apiKeys.revoke(id)

  const isEnded = (principal: Principal) => ended.some((one) => endsFor(principal, one))
  expect(direct !== null && isEnded(direct)).toBe(true)
  expect([mine, other].map(({ principal }) => isEnded(principal))).toEqual([true, false])
  expect(principalOf(setUp, mine.sessionId)).toBeNull()
  expect(principalOf(setUp, other.sessionId)).not.toBeNull()
})

test('an expired session ends its sockets when it is found', async () => {
  const setUp = setUpAuth({ apiKey: API_KEY })
  const { principal, sessionId } = await signIn(setUp, { apiKey: API_KEY })
  const ended = endedOf(setUp)

  setUp.clock.now += 60 * MINUTE
  expect(principalOf(setUp, sessionId)).toBeNull()

  expect(ended.map((one) => endsFor(principal, one))).toEqual([true])
})

test('somebody who came by a link sets the first password, and stays signed in with a fresh session', async () => {
  const setUp = setUpAuth()
  const { sessionId, principal } = await signInByLink(setUp)

  const result = await setUp.auth.setPassword(OWNER, { ...context, principal })

  expect(result).toMatchObject({ ok: true, session: { userId: 'owner' } })
  expect(principalOf(setUp, sessionId)).toBeNull()
  const fresh = result.ok && principalOf(setUp, result.session?.sessionId ?? '')
  expect(fresh).toMatchObject({ kind: 'session', userId: 'owner', scope: 'admin' })
  expect(fresh).not.toHaveProperty('byLink')
  expect(setUp.auth.methods).toEqual(['basic-auth'])
  expect(await identifyBasic(setUp, OWNER)).toMatchObject({ ok: true })
  expect(setUp.store.owner.get()?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('a new password and its session are valid although the session can’t be saved yet', async () => {
  const setUp = setUpAuth()
  const { principal } = await signInByLink(setUp)
  const db = new Database(join(setUp.store.dataDir, 'floe.db'))
  onTestFinished(() => {
    db.close()
  })
  db.exec('ALTER TABLE sessions RENAME TO elsewhere')

  const result = await setUp.auth.setPassword(OWNER, { ...context, principal })

  expect(result).toMatchObject({ ok: true, session: { userId: 'owner' } })
  db.exec('ALTER TABLE elsewhere RENAME TO sessions')
  expect(await setUp.auth.login(OWNER, context)).toMatchObject({ ok: true, userId: 'owner' })
})

/** A server whose owner has set a password and is signed in. */
async function withOwner(environment: Parameters<typeof setUpAuth>[0] = {}) {
  const setUp = setUpAuth(environment)
  const { principal } = await signInByLink(setUp)
  await setUp.auth.setPassword(OWNER, { ...context, principal })
  return { setUp, ...(await signIn(setUp, OWNER)) }
}

test('changing the password takes the current one', async () => {
  const { setUp, principal } = await withOwner()
  const { auth } = setUp
  const wanted = { username: 'owner', password: 'another password' }
  const change = (current?: string) =>
    auth.setPassword({ ...wanted, current }, { ...context, principal })
  const wrong = { ok: false, error: texts.passwordWrong }

  expect(await change()).toMatchObject(wrong)
  expect(await change('wrong')).toMatchObject(wrong)
  expect(await change('x'.repeat(10_000))).toMatchObject(wrong)
  expect(await identifyBasic(setUp, OWNER)).toMatchObject({ ok: true })
  expect(await change(OWNER.password)).toMatchObject({ ok: true })

  expect(await identifyBasic(setUp, OWNER)).toMatchObject({ ok: false })
  expect(await identifyBasic(setUp, wanted)).toMatchObject({ ok: true })
})

test('somebody who came by a link changes a forgotten password', async () => {
  const { setUp } = await withOwner()
  const { principal } = await signInByLink(setUp)
  const wanted = { username: 'owner', password: 'another password' }

  expect(await setUp.auth.setPassword(wanted, { ...context, principal })).toMatchObject({
    ok: true,
  })

  expect(await identifyBasic(setUp, wanted)).toMatchObject({ ok: true })
})

test('a changed password ends all sessions and every socket of a password, at once', async () => {
  const { setUp, principal } = await withOwner({ apiKey: API_KEY })
  const { auth } = setUp
  const byKey = await signIn(setUp, { apiKey: API_KEY })
  const byBasic = await identifyBasic(setUp, OWNER)
  const directKey = await byApiKey(setUp, API_KEY)
  const ended = endedOf(setUp)

  const result = await auth.setPassword(
    { username: 'owner', password: 'another password', current: OWNER.password },
    { ...context, principal },
  )

  const isEnded = (who: Principal) => ended.some((one) => endsFor(who, one))
  expect([isEnded(principal), isEnded(byKey.principal)]).toEqual([true, true])
  expect(byBasic.ok && isEnded(byBasic.principal)).toBe(true)
  expect(isEnded(directKey)).toBe(false)
  const fresh = result.ok && principalOf(setUp, result.session?.sessionId ?? '')
  expect(fresh && isEnded(fresh)).toBe(false)
  expect(auth.sessions.list()).toHaveLength(1)
})

test('somebody with an API key sets a password without getting a session', async () => {
  const setUp = setUpAuth({ apiKey: API_KEY })
  const principal = await byApiKey(setUp, API_KEY)

  expect(await setUp.auth.setPassword(OWNER, { ...context, principal })).toEqual({ ok: true })
})

test('an invalid username or password is refused before anything is computed', async () => {
  const setUp = setUpAuth()
  const { principal } = await signInByLink(setUp)
  const attempt = (username: string, password: string) =>
    setUp.auth.setPassword({ username, password }, { ...context, principal })

  expect(await attempt('', OWNER.password)).toMatchObject({
    ok: false,
    error: texts.usernameRequired,
  })
  expect(await attempt('a:b', OWNER.password)).toMatchObject({
    ok: false,
    error: texts.usernameCharacters,
  })
  expect(await attempt('owner', 'short')).toMatchObject({
    ok: false,
    error: texts.passwordTooShort(8),
  })
  expect(setUp.work.parameters).toHaveLength(0)
  expect(setUp.store.owner.get()).toBeUndefined()
})

test('guesses at the current password are limited; right ones do not count', async () => {
  const { setUp, principal } = await withOwner()
  const { auth } = setUp
  let current = OWNER.password
  let who = principal
  for (let n = 0; n < 12; n += 1) {
    const password = `${OWNER.password} ${n}`
    const result = await auth.setPassword(
      { username: 'owner', password, current },
      { ...context, principal: who },
    )
    expect(result).toMatchObject({ ok: true })
    current = password
    who = (result.ok && principalOf(setUp, result.session?.sessionId ?? '')) || who
  }
  const guess = () =>
    auth.setPassword({ ...OWNER, current: 'wrong' }, { ...context, principal: who })

  const answers = []
  for (let n = 0; n < 11; n += 1) answers.push(await guess())

  expect(answers[9]).toMatchObject({ ok: false, error: texts.passwordWrong })
  expect(answers[10]).toMatchObject({ ok: false, retryAfter: expect.any(Number) })
})

test('of two changes at the same time one fails and the other takes effect', async () => {
  const { setUp, principal } = await withOwner()
  const change = (password: string) =>
    setUp.auth.setPassword(
      { username: 'owner', password, current: OWNER.password },
      { ...context, principal },
    )

  const results = await Promise.all([change('first password'), change('second password')])

  const inForce = ['first password', 'second password'].filter((_, n) => results[n]?.ok)
  expect(inForce).toHaveLength(1)
  const password = inForce[0] ?? ''
  expect(await identifyBasic(setUp, { username: 'owner', password })).toMatchObject({ ok: true })
})

test('a login with the old password while it is changed leaves no session behind', async () => {
  const { setUp, principal } = await withOwner()
  setUp.clock.now += MINUTE

  const [changed, ...logins] = await Promise.all([
    setUp.auth.setPassword(
      { username: 'owner', password: 'another password', current: OWNER.password },
      { ...context, principal },
    ),
    ...Array.from({ length: 5 }, (_, n) => setUp.auth.login(OWNER, { clientKey: `tab ${n}` })),
  ])

  const open = logins.filter((login) => login.ok && principalOf(setUp, login.sessionId) !== null)
  expect(changed.ok).toBe(true)
  expect(open).toEqual([])
})

test('sessions survive a restart as long as their credential is the same', async () => {
  const setUp = setUpAuth({ apiKey: API_KEY, basic: BASIC })
  const { key } = setUp.auth.apiKeys.create({ name: 'one', scope: 'sign' })
  const ids = [
    await signIn(setUp, { apiKey: API_KEY }),
    await signIn(setUp, { apiKey: key }),
    await signIn(setUp, BASIC),
    await signInByLink(setUp),
  ].map(({ sessionId }) => sessionId)
  const areOpen = (server: AuthSetUp) => ids.map((id) => principalOf(server, id) !== null)

  const same = setUp.restart()
  expect(areOpen(same)).toEqual([true, true, true, true])
  const otherKey = same.restart({ apiKey: 'another key of the environment' })
  expect(areOpen(otherKey)).toEqual([false, true, true, true])
  const otherPassword = otherKey.restart({ basic: { ...BASIC, password: 'another horse' } })
  expect(areOpen(otherPassword)).toEqual([false, true, false, true])
})

test("the owner's sessions survive a restart, and a key's don't outlive the key", async () => {
  const { setUp, sessionId } = await withOwner()
  const { key, id } = setUp.auth.apiKeys.create({ name: 'one', scope: 'sign' })
  const byKey = await signIn(setUp, { apiKey: key })
  setUp.store.apiKeys.delete(id)

  const after = setUp.restart()

  expect(principalOf(after, sessionId)).toMatchObject({ userId: 'owner' })
  expect(principalOf(after, byKey.sessionId)).toBeNull()
})

test("once the owner has taken the environment's username, its password opens nothing", async () => {
  const environment = { basic: { username: 'owner', password: 'environment pass' } }
  const setUp = setUpAuth(environment)
  const { sessionId } = await signIn(setUp, environment.basic)
  const passwordHash = (await withOwner()).setUp.store.owner.get()?.passwordHash ?? ''
  setUp.store.owner.set({ username: 'owner', passwordHash, changedAt: setUp.clock.now })

  const after = setUp.restart()

  expect(principalOf(after, sessionId)).toBeNull()
  expect(await identifyBasic(after, environment.basic)).toEqual({ ok: false })
  expect(await identifyBasic(after, OWNER)).toMatchObject({ ok: true })
})

test('when too many passwords wait, a newcomer may try again later, and loses no try', async () => {
  const gate = Promise.withResolvers<Buffer>()
  const store = openTestStore(temporaryFolder())
  const auth = createAuth({
    config: {
      auth: {
        enabled: true,
        apiKey: undefined,
        basic: undefined,
        sessionTimeout: 3_600,
        askAgain: true,
      },
      rateLimit: { enabled: true, window: 900, max: 300 },
    },
    store,
    log: silent,
    passwords: createPasswords({ derive: () => gate.promise }),
  })
  const flood = Array.from({ length: 66 }, (_, n) =>
    auth.login({ username: 'mallory', password: `guess ${n}` }, { clientKey: `client ${n}` }),
  )
  await new Promise((resolve) => setImmediate(resolve))
  const open: Principal = { kind: 'open', userId: 'open', scope: 'admin' }

  for (let n = 0; n < 12; n += 1) {
    expect(await auth.login(BASIC, context)).toMatchObject({
      ok: false,
      error: texts.busy,
      retryAfter: 1,
    })
    const headers = { authorization: basicHeader('alice', 'correct horse') }
    expect(await auth.identify({ headers }, CLIENT)).toEqual({
      ok: false,
      limited: 1,
    })
    expect(await auth.setPassword(OWNER, { ...context, principal: open })).toMatchObject({
      ok: false,
      error: texts.busy,
      retryAfter: 1,
    })
  }

  gate.resolve(Buffer.alloc(32))
  await Promise.all(flood)
  expect(await auth.login(BASIC, context)).toMatchObject({
    ok: false,
    error: texts.invalidCredentials,
  })
  auth.stop()
})

test('limits tell credentials and addresses apart, and count each together with its sessions', async () => {
  const setUp = setUpAuth({ apiKey: API_KEY, basic: BASIC })
  const one = await signIn(setUp, BASIC)
  const two = await signIn(setUp, BASIC)
  const principals = [one.principal, two.principal, await byApiKey(setUp, API_KEY)]

  const keys = principals.flatMap((who) => [limitKeyOf(who, 'a'), limitKeyOf(who, 'b')])

  // Two sessions of one credential count as one, or logging in again would bring a fresh budget.
  expect(new Set(keys).size).toBe(4)
  const { principal } = await signIn(setUp, { apiKey: API_KEY })
  expect(keys).toContain(principal && limitKeyOf(principal, 'a'))
  const authorization = basicHeader(BASIC.username, BASIC.password)
  const each = await setUp.auth.identify({ headers: { authorization } }, CLIENT)
  expect(each.ok && keys.includes(limitKeyOf(each.principal, 'a'))).toBe(true)
})

test('no secret is in the log or in what is kept', async () => {
  const { setUp, sessionId } = await withOwner({ apiKey: API_KEY, basic: BASIC })
  const { auth, store, lines } = setUp
  const { key } = auth.apiKeys.create({ name: 'one', scope: 'sign' })
  const token = auth.createSignInToken()
  await auth.login({ username: 'owner', password: 'a wrong password' }, context)
  await signIn(setUp, BASIC)
  const secrets = [
    API_KEY,
    BASIC.password,
    OWNER.password,
    sessionId,
    key,
    token,
    'a wrong password',
  ]

  const kept = JSON.stringify([
    lines,
    store.sessions.list(),
    store.apiKeys.list(),
    store.owner.get(),
  ])

  expect(lines.length).toBeGreaterThan(0)
  expect(secrets.filter((secret) => kept.includes(secret))).toEqual([])
})
