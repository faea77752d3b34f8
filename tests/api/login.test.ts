import { beforeEach, describe, expect, test, vi } from 'vitest'
import { SESSION_LIFETIMES, SIGN_IN_LINK_VALIDITY } from '#auth/limits.ts'
import {
  apiKeyCreated,
  apiKeyList,
  authStatusAnswer,
  loginAnswer,
  passwordAnswer,
  sessionList,
} from '#contract/auth.ts'
import { PASSWORD_CHARS_MIN } from '#contract/limits.ts'
import { auth as texts } from '#contract/messages.ts'
import {
  ask,
  byBearer,
  byKey,
  byPassword,
  bySession,
  CLOSED,
  makeKeys,
  openSession,
} from '../support/access.ts'
import { type Answer, type ApiServer, startServer } from '../support/api-server.ts'
import { openEvents, refusedUpgrade } from '../support/event-client.ts'
import { fitting } from '../support/fitting.ts'
import { temporaryFolder } from '../support/scope.ts'
import { until } from '../support/until.ts'

const environment = { AUTH_ENABLED: 'true' }
const API_KEY = 'sixteen letters!'
const USER = { username: 'alice', password: 'correct horse' }
const byEnvironment = {
  ...environment,
  API_KEY,
  BASIC_AUTH_USER: USER.username,
  BASIC_AUTH_PASS: USER.password,
}
/** WebSocket's close code for a violated rule of the server's. */
const POLICY_CLOSE = 1008

const refused = { status: 401, body: { success: false, error: texts.invalidCredentials } }

/** The tokens of the links that a server printed. */
const printedTokens = ({ log }: Pick<ApiServer, 'log'>): string[] =>
  log.flatMap((line) => /#token=([\w-]+)/.exec(line)?.[1] ?? [])

const login = (server: ApiServer, body: unknown, headers: Record<string, string> = {}) =>
  ask(server, 'login', { body, headers })

const sessionOf = ({ body }: Answer): string => fitting(loginAnswer, body).sessionId

/** Whether a credential opens anything. */
const isIn = async (server: ApiServer, headers: Record<string, string>): Promise<boolean> =>
  (await ask(server, 'settings', { headers })).status === 200

const statusOf = async (server: ApiServer, headers: Record<string, string> = {}) => {
  const answer = await ask(server, 'authStatus', { headers })
  expect(answer.status).toBe(200)
  return fitting(authStatusAnswer, answer.body)
}

describe.concurrent('GET /api/auth/status', () => {
  const signInLink = { by: 'command', text: expect.stringMatching(/ floe sign-in-link$/) }
  const common = { rateLimiting: true, sessionTimeout: 3_600, signInLink }

  test('says that everyone is let in', async (t) => {
    expect(await statusOf(await startServer(t))).toEqual({
      ...common,
      enabled: false,
      methods: [],
      authenticated: true,
      userId: 'open',
      needsSetup: false,
      needsCurrentPassword: false,
    })
  })

  test('says that nothing is set up yet, and who signed in with the link', async (t) => {
    const server = await startServer(t, { environment })
    const nothing = { ...common, enabled: true, methods: [], needsSetup: true }

    expect(await statusOf(server)).toEqual({ ...nothing, authenticated: false })
    const headers = bySession(await openSession(server))
    expect(await statusOf(server, headers)).toEqual({
      ...nothing,
      authenticated: true,
      userId: 'owner',
      needsCurrentPassword: false,
    })
  })

  test('says by which methods, and who signed in by each', async (t) => {
    const server = await startServer(t, {
      environment: { ...byEnvironment, RATE_LIMIT_ENABLED: 'false', SESSION_TIMEOUT: '60' },
    })
    const known = {
      enabled: true,
      methods: ['api-key', 'basic-auth'],
      rateLimiting: false,
      sessionTimeout: 60,
      needsSetup: false,
      signInLink,
    }

    expect(await statusOf(server)).toEqual({ ...known, authenticated: false })
    expect(await statusOf(server, byKey('wrong'))).toEqual({ ...known, authenticated: false })
    // This key may be a guess, and no guess is counted here.
    expect(await statusOf(server, byKey(API_KEY))).toEqual({ ...known, authenticated: false })
    const { key } = server.context.auth.apiKeys.create({ name: 'home', scope: 'read' })
    expect(await statusOf(server, byKey(key))).toEqual({
      ...known,
      authenticated: true,
      userId: 'api-key:home',
      needsCurrentPassword: false,
    })
    const headers = bySession(sessionOf(await login(server, USER)))
    expect(await statusOf(server, headers)).toEqual({
      ...known,
      authenticated: true,
      userId: 'alice',
      needsCurrentPassword: false,
    })
  })

  test('says whether a change of the password needs the current one', async (t) => {
    const server = await startServer(t, { environment })
    const link = bySession(await openSession(server))
    await ask(server, 'setPassword', { headers: link, body: USER })

    const byUser = bySession(sessionOf(await login(server, USER)))
    expect(await statusOf(server, byUser)).toMatchObject({ needsCurrentPassword: true })
    const byFreshLink = bySession(await openSession(server))
    expect(await statusOf(server, byFreshLink)).toMatchObject({ needsCurrentPassword: false })
  })

  test('says after a reload, and after a restart, who is signed in', async (t) => {
    const dataDir = temporaryFolder(t)
    const first = await startServer(t, { environment: byEnvironment, dataDir })
    const headers = bySession(sessionOf(await login(first, USER)))
    for (let reload = 0; reload < 3; reload += 1) {
      expect(await statusOf(first, headers)).toMatchObject({ authenticated: true })
    }
    await first.stop()

    const second = await startServer(t, { environment: byEnvironment, dataDir })

    expect(await statusOf(second, headers)).toMatchObject({ authenticated: true, userId: 'alice' })
    expect(await isIn(second, headers)).toBe(true)
  })
})

describe.concurrent('POST /api/auth/login', () => {
  test('opens a session for an API key, a password or a link', async (t) => {
    const server = await startServer(t, { environment: byEnvironment })
    const token = server.context.auth.createSignInToken()

    for (const [body, userId] of [
      [{ apiKey: API_KEY }, 'api-key:environment'],
      [USER, 'alice'],
      [{ token }, 'owner'],
    ] as const) {
      const answer = await login(server, body)
      const sessionId = sessionOf(answer)
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({ success: true, sessionId, userId, expiresIn: 3_600 })
      expect(sessionId).toMatch(/^[\w-]{43}$/)
      expect(await isIn(server, bySession(sessionId))).toBe(true)
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  })

  test('has one answer for every wrong credential, whether or not the user exists', async (t) => {
    const server = await startServer(t, { environment: byEnvironment })
    const wrong = [
      { username: 'alice', password: 'wrong horse' },
      { username: 'nobody', password: USER.password },
      { username: 'nobody', password: 'x'.repeat(5_000) },
      { apiKey: 'sixteen letters?' },
      { token: 'A'.repeat(43) },
    ]
    for (const body of wrong) {
      const answer = await login(server, body)
      expect(answer).toMatchObject(refused)
      expect(answer.body).toMatchObject(refused.body)
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  })

  test('refuses a body that is no login in the same form, without repeating any of it', async (t) => {
    const server = await startServer(t, { environment: byEnvironment })

    for (const body of [{}, { username: 'canary' }, { apiKey: ['canary'] }, { token: '' }]) {
      const answer = await login(server, body)
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ success: false, error: expect.stringMatching(/./) })
      expect(answer.text).not.toContain('canary')
    }
  })

  test('ends the session that came with it: nobody gets one that another knows', async (t) => {
    const server = await startServer(t, { environment: byEnvironment })
    const before = sessionOf(await login(server, USER))

    const after = sessionOf(await login(server, USER, bySession(before)))

    expect(after).not.toBe(before)
    expect(await isIn(server, bySession(before))).toBe(false)
    expect(await isIn(server, bySession(after))).toBe(true)
  })

  test('gives a narrow key a session that is as narrow', async (t) => {
    const server = await startServer(t, { environment })
    const { read } = makeKeys(server)

    const headers = bySession(sessionOf(await login(server, { apiKey: read })))

    expect(await ask(server, 'status', { headers })).toMatchObject({ status: 200 })
    expect(await ask(server, 'sign', { headers })).toMatchObject({ status: 403 })
    expect(await ask(server, 'env', { headers })).toMatchObject({ status: 403 })
  })
})

describe.concurrent('The sign-in link', () => {
  test('is printed at a start with no login method, and signs in exactly once', async (t) => {
    const server = await startServer(t, { environment })
    const tokens = printedTokens(server)
    expect(tokens).toHaveLength(1)
    const line = server.log.find((text) => text.includes('#token='))
    expect(line).toContain(texts.signInLink(`${server.url}/#token=${tokens[0]}`))

    const answers = await Promise.all([1, 2, 3].map(() => login(server, { token: tokens[0] })))

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  })

  test('is a new one at each start, and the one before is still good', async (t) => {
    const dataDir = temporaryFolder(t)
    const first = await startServer(t, { environment, dataDir })
    await first.stop()
    const second = await startServer(t, { environment, dataDir })
    const [old = '', fresh = ''] = [...printedTokens(first), ...printedTokens(second)]

    expect(old).not.toBe(fresh)
    expect((await login(second, { token: fresh })).status).toBe(200)
    expect((await login(second, { token: old })).status).toBe(200)
  })

  test('is not printed once there is a way to sign in, or with open access', async (t) => {
    const dataDir = temporaryFolder(t)
    const first = await startServer(t, { environment, dataDir })
    makeKeys(first)
    await first.stop()

    for (const server of [
      await startServer(t, { environment, dataDir }),
      await startServer(t, { environment: byEnvironment }),
      await startServer(t, { environment: { ...environment, API_KEY } }),
      await startServer(t),
    ]) {
      expect(server.log.join('\n')).not.toContain('token=')
    }
  })
})

describe.concurrent('The end of a credential', () => {
  test('by logout ends the session on the server, and closes its event streams at once', async (t) => {
    const server = await startServer(t, { environment })
    const [mine, other] = [await openSession(server), await openSession(server)]
    const [stream, byHeader, others] = await Promise.all([
      openEvents(t, server.url, { query: `?sessionId=${mine}` }),
      openEvents(t, server.url, { headers: bySession(mine) }),
      openEvents(t, server.url, { query: `?sessionId=${other}` }),
    ])

    const answer = await ask(server, 'logout', { headers: bySession(mine) })

    expect(answer).toMatchObject({ status: 200, body: { success: true } })
    expect(await isIn(server, bySession(mine))).toBe(false)
    await until(() => stream.closeCode !== null && byHeader.closeCode !== null)
    expect([stream.closeCode, byHeader.closeCode]).toEqual([POLICY_CLOSE, POLICY_CLOSE])
    expect(await isIn(server, bySession(other))).toBe(true)
    expect(others.closeCode).toBeNull()
  })

  test('by logout is confirmed even to a caller who was not signed in', async (t) => {
    const server = await startServer(t, { environment })

    expect(await ask(server, 'logout')).toMatchObject({ status: 200, body: { success: true } })
  })

  test('by another session takes a handle from the list, and ends that session only', async (t) => {
    const server = await startServer(t, { environment })
    const [mine, lost] = [await openSession(server), await openSession(server)]
    const headers = bySession(mine)
    const stream = await openEvents(t, server.url, { query: `?sessionId=${lost}` })
    const listed = await ask(server, 'sessions', { headers })
    const { sessions } = fitting(sessionList, listed.body)
    expect(sessions).toHaveLength(2)
    expect(sessions.filter(({ current }) => current)).toHaveLength(1)
    for (const id of [mine, lost]) expect(listed.text).not.toContain(id)
    const { handle = '' } = sessions.find(({ current }) => !current) ?? {}

    const ended = await ask(server, 'endSession', { headers, params: { handle } })

    expect(ended).toMatchObject({ status: 200, body: { success: true } })
    await until(() => stream.closeCode === POLICY_CLOSE)
    expect(await isIn(server, bySession(lost))).toBe(false)
    expect(await isIn(server, headers)).toBe(true)
    const again = await ask(server, 'endSession', { headers, params: { handle } })
    expect(again.status).toBe(404)
  })

  test('by another session ends all others at once, and says how many', async (t) => {
    const server = await startServer(t, { environment })
    const mine = bySession(await openSession(server))
    const others = [await openSession(server), await openSession(server)]

    const ended = await ask(server, 'endOtherSessions', { headers: mine })

    expect(ended).toMatchObject({ status: 200, body: { success: true, ended: 2 } })
    expect(await isIn(server, mine)).toBe(true)
    for (const other of others) expect(await isIn(server, bySession(other))).toBe(false)
  })

  test('is easy to choose, because the list has the address and the browser of each session', async (t) => {
    const server = await startServer(t, { environment: byEnvironment })
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
    const headers = { 'user-agent': userAgent }
    const mine = bySession(
      sessionOf(await ask(server, 'login', { body: { apiKey: API_KEY }, headers })),
    )

    const listed = await ask(server, 'sessions', { headers: mine })

    const { sessions } = fitting(sessionList, listed.body)
    expect(sessions).toMatchObject([{ address: '127.0.0.1', browser: 'Firefox on Linux' }])
    expect(listed.text).not.toContain('Gecko')
  })

  test('is not possible for the environment’s API key, and says so', async (t) => {
    const server = await startServer(t, { environment: byEnvironment })
    const headers = byKey(API_KEY)

    const listed = fitting(apiKeyList, (await ask(server, 'apiKeys', { headers })).body)
    expect(listed.keys).toMatchObject([{ id: 'environment', revocable: false }])
    const revoked = await ask(server, 'revokeApiKey', { headers, params: { id: 'environment' } })
    expect(revoked.status).toBe(404)
  })

  test('of an API key ends what it opened: calls, sessions and event streams', async (t) => {
    const server = await startServer(t, { environment })
    const headers = bySession(await openSession(server))
    const created = await ask(server, 'createApiKey', {
      headers,
      body: { name: 'Bot', scope: 'admin' },
    })
    const { id, key } = fitting(apiKeyCreated, created.body)
    const session = sessionOf(await login(server, { apiKey: key }))
    const streams = await Promise.all([
      openEvents(t, server.url, { query: `?apiKey=${key}` }),
      openEvents(t, server.url, { query: `?sessionId=${session}` }),
    ])
    const listed = await ask(server, 'apiKeys', { headers })
    expect(fitting(apiKeyList, listed.body).keys).toMatchObject([
      { id, name: 'Bot', revocable: true },
    ])
    expect(listed.text).not.toContain(key)
    expect(fitting(apiKeyList, listed.body).keys[0]?.lastUsedAt).toBeDefined()

    const revoked = await ask(server, 'revokeApiKey', { headers, params: { id } })

    expect(revoked).toMatchObject({ status: 200, body: { success: true } })
    await until(() => streams.every(({ closeCode }) => closeCode === POLICY_CLOSE))
    expect(await isIn(server, byKey(key))).toBe(false)
    expect(await isIn(server, bySession(session))).toBe(false)
    expect(await isIn(server, headers)).toBe(true)
    expect((await ask(server, 'revokeApiKey', { headers, params: { id } })).status).toBe(404)
    expect((await ask(server, 'apiKeys', { headers })).body).toEqual({ keys: [] })
  })

  test('by a change of the password ends all that the old one opened', async (t) => {
    const server = await startServer(t, { environment })
    const first = bySession(await openSession(server))
    await ask(server, 'setPassword', { headers: first, body: USER })
    const [mine, other] = [await login(server, USER), await login(server, USER)].map(sessionOf)
    const basic = byPassword(USER.username, USER.password)
    const streams = await Promise.all([
      openEvents(t, server.url, { query: `?sessionId=${mine}` }),
      openEvents(t, server.url, { query: `?sessionId=${other}` }),
      openEvents(t, server.url, { headers: basic }),
    ])
    const { admin } = makeKeys(server)
    const byKeyStream = await openEvents(t, server.url, { query: `?apiKey=${admin}` })
    const fresh = { username: 'bob', password: 'another horse' }

    const changed = await ask(server, 'setPassword', {
      headers: bySession(mine ?? ''),
      body: { ...fresh, current: USER.password },
    })

    const { sessionId = '', ...rest } = fitting(passwordAnswer, changed.body)
    expect(rest).toEqual({
      ...{ success: true, message: texts.passwordSet, code: 'auth.passwordSet' },
      expiresIn: 3_600,
    })
    await until(() => streams.every(({ closeCode }) => closeCode === POLICY_CLOSE))
    for (const old of [bySession(mine ?? ''), bySession(other ?? ''), basic]) {
      expect(await isIn(server, old)).toBe(false)
    }
    expect(await login(server, USER)).toMatchObject(refused)
    // Whoever changed it goes on with a fresh session, and API keys are untouched.
    expect(await isIn(server, bySession(sessionId))).toBe(true)
    expect(await isIn(server, byPassword(fresh.username, fresh.password))).toBe(true)
    expect(await isIn(server, byKey(admin))).toBe(true)
    expect(byKeyStream.closeCode).toBeNull()
  })
})

describe.concurrent('PUT /api/auth/password', () => {
  test('sets the first password after the link, and the session goes on as a fresh one', async (t) => {
    const server = await startServer(t, { environment })
    const before = await openSession(server)

    const answer = await ask(server, 'setPassword', { headers: bySession(before), body: USER })

    expect(answer).toMatchObject({ status: 200, body: { success: true } })
    const { sessionId: after = '' } = fitting(passwordAnswer, answer.body)
    expect(await isIn(server, bySession(before))).toBe(false)
    expect(await isIn(server, bySession(after))).toBe(true)
    expect(await statusOf(server)).toMatchObject({ methods: ['basic-auth'], needsSetup: false })
  })

  test('takes the current password to change it, and says when that is wrong', async (t) => {
    const server = await startServer(t, { environment })
    const headers = bySession(await openSession(server))
    const set = await ask(server, 'setPassword', { headers, body: USER })
    expect(set.status).toBe(200)
    const mine = bySession(sessionOf(await login(server, USER)))
    const fresh = { username: 'alice', password: 'another horse' }

    for (const current of [undefined, '', 'wrong horse', fresh.password]) {
      const answer = await ask(server, 'setPassword', {
        headers: mine,
        body: { ...fresh, current },
      })
      expect(answer).toMatchObject({ status: 400, body: { error: texts.passwordWrong } })
    }
    expect((await login(server, fresh)).status).toBe(401)
    expect(await isIn(server, mine)).toBe(true)
    const body = { ...fresh, current: USER.password }
    expect((await ask(server, 'setPassword', { headers: mine, body })).status).toBe(200)
    expect((await login(server, fresh)).status).toBe(200)
  })

  test('says what is wrong with a name or a password', async (t) => {
    const server = await startServer(t, { environment })
    const headers = bySession(await openSession(server))

    for (const [body, error] of [
      [{ ...USER, username: '' }, texts.usernameRequired],
      [{ ...USER, username: 'a:b' }, texts.usernameCharacters],
      [{ ...USER, password: 'short' }, texts.passwordTooShort(PASSWORD_CHARS_MIN)],
    ] as const) {
      const answer = await ask(server, 'setPassword', { headers, body })
      expect(answer).toMatchObject({ status: 400, body: { error } })
    }
    expect(await statusOf(server)).toMatchObject({ needsSetup: true })
  })

  test('is in the audit with who did it, without what was set', async (t) => {
    const server = await startServer(t, { environment })
    const headers = bySession(await openSession(server))

    await ask(server, 'setPassword', { headers, body: USER })
    await login(server, { ...USER, password: 'wrong horse' })

    const entries = server.context.store.audit.page({ limit: 10 })
    expect(entries).toMatchObject([
      { action: 'login', outcome: 'refused' },
      { action: 'password.set', actor: 'owner', outcome: 'ok' },
      { action: 'login', actor: 'owner', outcome: 'ok' },
    ])
    expect(JSON.stringify(entries)).not.toMatch(/correct horse|wrong horse/)
  })
})

describe.concurrent('An upgrade to the event stream', () => {
  test('is refused before it happens without a credential, with a wrong one, and with an old one', async (t) => {
    const server = await startServer(t, { environment })
    const old = await openSession(server)
    await ask(server, 'logout', { headers: bySession(old) })
    const own = { Origin: server.url }

    for (const options of [
      {},
      { headers: own },
      { query: '?apiKey=wrong' },
      { query: '?sessionId=wrong' },
      { query: `?sessionId=${old}` },
      { headers: bySession(old) },
      { protocols: [`session.${old}`] },
      { headers: byPassword('alice', 'wrong horse') },
    ]) {
      expect([options, await refusedUpgrade(server.url, options)]).toEqual([options, 401])
    }
  })

  test('is let through by a subprotocol, which a page can set, and answers with one', async (t) => {
    const server = await startServer(t, { environment })
    const session = await openSession(server)
    const { read } = makeKeys(server)
    const speak = async (...offered: string[]) => {
      const options = { headers: { Origin: server.url }, protocols: offered }
      const client = await openEvents(t, server.url, options)
      await client.frame(() => true)
      return client.socket.protocol
    }

    expect(await speak('floe', `session.${session}`)).toBe('floe')
    expect(await speak(`session.${session}`)).toBe(`session.${session}`)
    for (const kind of ['apikey', 'api-key', 'bearer']) {
      expect(await speak(`${kind}.${read}`)).toBe(`${kind}.${read}`)
    }
  })

  test('is let through by any credential, wherever a program can put it', async (t) => {
    const server = await startServer(t, { environment: byEnvironment })
    const session = await openSession(server)
    const { read } = makeKeys(server)

    for (const options of [
      { query: `?apiKey=${read}` },
      { query: `?sessionId=${session}&since=0` },
      { headers: byKey(read) },
      { headers: byBearer(read) },
      { headers: bySession(session) },
      { headers: byPassword(USER.username, USER.password) },
    ]) {
      const client = await openEvents(t, server.url, options)
      await client.frame(() => true)
    }
  })

  test('is the only call to take a credential from the URL, which logs and histories keep', async (t) => {
    const server = await startServer(t, { environment })
    const { admin } = makeKeys(server)
    const session = await openSession(server)

    for (const query of [`?apiKey=${admin}`, `?sessionId=${session}`]) {
      expect((await ask(server, 'env', { query })).status).toBe(401)
    }
    expect(server.log.join('\n')).not.toMatch(new RegExp(`${admin}|${session}`))
  })

  test('is limited like every other guess', async (t) => {
    const server = await startServer(t, { environment })
    const guess = () => refusedUpgrade(server.url, { query: '?apiKey=wrong' })

    for (let n = 0; n < 10; n += 1) expect(await guess()).toBe(401)
    expect(await guess()).toBe(429)
  })
})

describe('As time goes by', () => {
  beforeEach((t) => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.UTC(2026, 0, 1) })
    t.onTestFinished(() => {
      vi.useRealTimers()
    })
  })
  const later = (seconds: number) => vi.advanceTimersByTime(seconds * 1_000)
  const minute = { ...byEnvironment, SESSION_TIMEOUT: '60' }

  test('an unused session ends, with its event stream, and one in use goes on', async (t) => {
    const server = await startServer(t, { environment: minute })
    const headers = bySession(sessionOf(await login(server, USER)))
    const idle = sessionOf(await login(server, USER))
    const stream = await openEvents(t, server.url, { query: `?sessionId=${idle}` })

    later(59)
    expect(await isIn(server, headers)).toBe(true)
    later(2)

    expect(await isIn(server, headers)).toBe(true)
    expect(await isIn(server, bySession(idle))).toBe(false)
    await until(() => stream.closeCode === POLICY_CLOSE)
  })

  test('a session ends after twelve time-outs, however much it is used', async (t) => {
    const server = await startServer(t, { environment: minute })
    const headers = bySession(sessionOf(await login(server, USER)))

    for (let n = 1; n < 2 * SESSION_LIFETIMES; n += 1) {
      later(30)
      expect(await isIn(server, headers)).toBe(true)
    }
    later(30)
    expect(await isIn(server, headers)).toBe(false)
  })

  test('a sign-in link is good for ten minutes', async (t) => {
    const server = await startServer(t, { environment })
    const [first, second] = [1, 2].map(() => server.context.auth.createSignInToken())

    later(SIGN_IN_LINK_VALIDITY / 1_000 - 1)
    expect((await login(server, { token: first })).status).toBe(200)
    later(1)
    expect((await login(server, { token: second })).status).toBe(401)
  })
})

test('A caller who is not signed in can’t make the server hold a large body', async (t) => {
  const server = await startServer(t, { environment: CLOSED })
  const apiKey = 'x'.repeat(32 * 1024)
  expect(await server.post('/api/auth/login', { apiKey })).toMatchObject({ status: 413 })
  expect(await server.post('/api/env', { GROUP_NAME: apiKey })).toMatchObject({ status: 401 })
})
