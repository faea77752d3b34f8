import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { threadTime } from '../../tests/support/holds.ts'
import { type Presented, readAuthorization } from './authenticator.ts'
import { hashOf } from './secrets.ts'
import { type AuthSetUp, basicHeader, CLIENT, MINUTE, setUpAuth } from './testing/support.ts'

// Limits in seconds count from the process's clock, which stands still here.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const ENVIRONMENT = {
  apiKey: 'the key of the environment',
  basic: { username: 'alice', password: 'correct horse' },
}
const OTHER_CLIENT = '198.51.100.7'
const GOOD_BASIC = basicHeader('alice', 'correct horse')
const UNKNOWN_ID = 'A'.repeat(43)

const presenting = (presented: Partial<Presented>): Presented => ({
  headers: {},
  ...presented,
})
const withHeader = (name: string, value: string) => presenting({ headers: { [name]: value } })
const withAuthorization = (value: string) => withHeader('authorization', value)
const withKey = (key: string) => withHeader('x-api-key', key)
const withSession = (id: string) => withHeader('x-session-id', id)

async function logIn({ auth }: AuthSetUp, client = 'somewhere else'): Promise<string> {
  const result = await auth.login({ apiKey: ENVIRONMENT.apiKey }, { clientKey: client })
  if (!result.ok) throw new Error(result.error)
  return result.sessionId
}

/** Uses up a client's wrong tries. */
async function exhaust({ auth }: AuthSetUp, client = CLIENT) {
  for (let n = 0; n < 10; n += 1) await auth.identify(withKey('wrong'), client)
  expect(await auth.identify(withKey('wrong'), client)).toMatchObject({ limited: 900 })
}

test('each kind of credential is accepted wherever it may be sent', async () => {
  const setUp = setUpAuth(ENVIRONMENT)
  const { auth } = setUp
  const sessionId = await logIn(setUp)
  const { key, id } = auth.apiKeys.create({ name: 'backup', scope: 'read' })
  const identify = (presented: Presented) => auth.identify(presented, CLIENT)
  const session = {
    kind: 'session',
    userId: 'api-key:environment',
    scope: 'admin',
    sessionHash: expect.stringMatching(/^[\w-]{43}$/),
    openedBy: expect.stringMatching(/^api-key:environment:/),
  }
  const apiKey = {
    kind: 'api-key',
    userId: 'api-key:backup',
    scope: 'read',
    keyId: id,
  }
  const found = (principal: object) => ({ ok: true, principal })

  expect(await identify(withSession(sessionId))).toEqual(found(session))
  expect(await identify(presenting({ query: { sessionId } }))).toEqual(found(session))
  expect(await identify(withKey(key))).toEqual(found(apiKey))
  expect(await identify(presenting({ query: { apiKey: key } }))).toEqual(found(apiKey))
  expect(await identify(withAuthorization(`Bearer ${key}`))).toEqual(found(apiKey))
  expect(await identify(withAuthorization(GOOD_BASIC))).toEqual(
    found({ kind: 'basic', userId: 'alice', scope: 'admin' }),
  )
})

test("of several credentials the first valid one counts, and wrong ones beside it don't", async () => {
  const setUp = setUpAuth(ENVIRONMENT)
  const { auth, work } = setUp
  const first = await logIn(setUp)
  const second = await logIn(setUp)
  const all = {
    headers: {
      'x-session-id': first,
      'x-api-key': ENVIRONMENT.apiKey,
      authorization: GOOD_BASIC,
    },
    query: { sessionId: ['x', second], apiKey: 'x' },
  }
  const kindOf = async (presented: Presented) => {
    const identified = await auth.identify(presented, CLIENT)
    return identified.ok && identified.principal.kind
  }

  expect(await kindOf(all)).toBe('session')
  const stale = { ...all.headers, 'x-session-id': UNKNOWN_ID }
  expect(await kindOf({ ...all, headers: stale })).toBe('session')
  expect(await kindOf({ headers: stale, query: { sessionId: 'x' } })).toBe('api-key')
  expect(work.parameters).toHaveLength(0)
  const wrongKey = { ...stale, 'x-api-key': 'wrong' }
  for (let n = 0; n < 15; n += 1) {
    expect(await kindOf({ headers: wrongKey })).toBe('basic')
  }
})

test('a request without credentials is no wrong try', async () => {
  const { auth } = setUpAuth(ENVIRONMENT)
  const nothing = [
    presenting({}),
    withSession(''),
    withKey('  '),
    presenting({ headers: { cookie: 'other=cookie' }, query: { sessionId: '' } }),
    withAuthorization('Digest username="alice"'),
  ]

  for (let n = 0; n < 5; n += 1) {
    for (const presented of nothing) {
      expect(await auth.identify(presented, CLIENT)).toEqual({ ok: false })
    }
  }
})

test.each([
  ['a session id', withSession(UNKNOWN_ID)],
  ['a session in the query', presenting({ query: { sessionId: 'garbage' } })],
  ['an API key', withKey('floe_wrong')],
  ['an API key in the query', presenting({ query: { apiKey: 'wrong' } })],
  ['a bearer token', withAuthorization('Bearer wrong')],
  ['a malformed header', withAuthorization('Basic %%%')],
  ['a password', withAuthorization(basicHeader('alice', 'wrong'))],
  [
    'several at once, of which one can be guessed',
    {
      headers: { 'x-session-id': UNKNOWN_ID, 'x-api-key': 'x', authorization: 'Bearer x' },
      query: { sessionId: 'z' },
    },
  ],
])(
  'ten wrong credentials in a window are checked, then the client has to wait: %s',
  async (_, wrong) => {
    const { auth } = setUpAuth(ENVIRONMENT)

    const answers = await Promise.all(
      Array.from({ length: 12 }, () => auth.identify(wrong, CLIENT)),
    )

    expect(answers.filter((answer) => !('limited' in answer))).toHaveLength(10)
    expect(answers.slice(10)).toEqual(Array(2).fill({ ok: false, limited: 900 }))
    expect(await auth.identify(wrong, OTHER_CLIENT)).toEqual({ ok: false })
  },
)

test('all kinds of wrong credentials share one bucket with logins', async () => {
  const { auth } = setUpAuth(ENVIRONMENT)
  for (let n = 0; n < 4; n += 1) await auth.identify(withKey('wrong'), CLIENT)
  for (let n = 0; n < 3; n += 1) await auth.identify(withSession(UNKNOWN_ID), CLIENT)
  for (let n = 0; n < 3; n += 1) await auth.login({ apiKey: 'wrong' }, { clientKey: CLIENT })

  expect(await auth.identify(withKey('wrong'), CLIENT)).toMatchObject({ limited: 900 })
  expect(
    await auth.login({ username: 'alice', password: 'correct horse' }, { clientKey: CLIENT }),
  ).toMatchObject({ ok: false, retryAfter: 900 })
})

test('a client without tries gets in only with what nobody can guess; other clients don’t wait', async () => {
  const setUp = setUpAuth(ENVIRONMENT)
  const { auth, work } = setUp
  const { key } = auth.apiKeys.create({ name: 'backup', scope: 'read' })
  const { sessionId } = auth.sessions.create('alice', { scope: 'admin', openedBy: 'owner' })
  const sure = [withSession(sessionId), withKey(key), withAuthorization(`Bearer ${key}`)]
  const guessed = [withKey(ENVIRONMENT.apiKey), withAuthorization(GOOD_BASIC)]
  for (const presented of [...sure, ...guessed]) {
    expect(await auth.identify(presented, CLIENT)).toMatchObject({ ok: true })
    expect(await auth.identify(presented, OTHER_CLIENT)).toMatchObject({ ok: true })
  }
  await exhaust(setUp)
  work.parameters.length = 0

  for (const presented of guessed) {
    const refused = { ok: false, limited: 900 }
    expect(await auth.identify(presented, CLIENT)).toEqual(refused)
    expect(await auth.identify(presented, OTHER_CLIENT)).toMatchObject({ ok: true })
  }
  for (const presented of sure) {
    expect(await auth.identify(presented, CLIENT)).toMatchObject({ ok: true })
  }
  expect(work.parameters).toHaveLength(0)
})

test('an imported key counts as a guess, because a person may have chosen it', async () => {
  const setUp = setUpAuth(ENVIRONMENT)
  const { auth, store } = setUp
  const row = { id: 'moved', name: 'moved', scope: 'read', createdAt: 0, lastUsedAt: null } as const
  store.apiKeys.add({ ...row, hash: hashOf('chosen') })
  auth.apiKeys.reread()
  expect(await auth.identify(withKey('chosen'), CLIENT)).toMatchObject({ ok: true })
  await exhaust(setUp)

  expect(await auth.identify(withKey('chosen'), CLIENT)).toMatchObject({ limited: 900 })
})

test('each of several keys in one request is a try', async () => {
  const { auth } = setUpAuth(ENVIRONMENT)
  const wrong = Array.from({ length: 10 }, (_, n) => `guess ${n}`)
  const presented = presenting({ query: { apiKey: [...wrong, ENVIRONMENT.apiKey] } })

  expect(await auth.identify(presented, CLIENT)).toMatchObject({ limited: 900 })
  expect(await auth.identify(presented, OTHER_CLIENT)).toMatchObject({ limited: 900 })
})

test('a client that guesses costs no Argon2 once it is limited, even if it were right', async () => {
  const setUp = setUpAuth(ENVIRONMENT)
  const { auth, work, clock } = setUp
  await exhaust(setUp)
  clock.now += 2 * MINUTE

  const answers = await Promise.all([
    auth.identify(withAuthorization(GOOD_BASIC), CLIENT),
    auth.identify(withAuthorization(basicHeader('mallory', 'wrong')), CLIENT),
    auth.login({ username: 'alice', password: 'correct horse' }, { clientKey: CLIENT }),
  ])

  expect(answers).toMatchObject([{ limited: 900 }, { limited: 900 }, { retryAfter: 900 }])
  expect(work.parameters).toHaveLength(0)
  expect(await auth.identify(withAuthorization(GOOD_BASIC), OTHER_CLIENT)).toMatchObject({
    ok: true,
  })
})

test('guesses at the same instant do not slip past the limit', async () => {
  const { auth, work } = setUpAuth(ENVIRONMENT)
  await auth.identify(withAuthorization(GOOD_BASIC), OTHER_CLIENT)
  work.parameters.length = 0

  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      auth.identify(withAuthorization(basicHeader('alice', `guess ${n}`)), CLIENT),
    ),
  )

  expect(answers.filter((answer) => 'limited' in answer)).toHaveLength(30)
  expect(work.parameters).toHaveLength(10)
})

test('basic auth on every call costs one computation a minute, and no wrong tries', async () => {
  const { auth, work, clock } = setUpAuth(ENVIRONMENT)
  await auth.identify(withAuthorization(GOOD_BASIC), OTHER_CLIENT)
  work.parameters.length = 0
  const burst = () =>
    Promise.all(
      Array.from({ length: 50 }, () => auth.identify(withAuthorization(GOOD_BASIC), CLIENT)),
    )

  for (let minute = 0; minute < 12; minute += 1) {
    clock.now += MINUTE
    expect((await burst()).every(({ ok }) => ok)).toBe(true)
  }

  expect(work.parameters).toHaveLength(12)
})

test('ten tabs with a session that has ended do not keep their owner from signing in', async () => {
  const setUp = setUpAuth(ENVIRONMENT)
  const { clock } = setUp
  const sessionId = await logIn(setUp)
  clock.now += 24 * 60 * MINUTE
  const poll = async ({ auth }: AuthSetUp) => {
    for (let tab = 0; tab < 10; tab += 1) {
      for (const stale of [withSession(sessionId), presenting({ query: { sessionId } })]) {
        expect(await auth.identify(stale, CLIENT)).toEqual({ ok: false })
      }
    }
  }

  await poll(setUp)
  const restarted = setUp.restart()
  await poll(restarted)

  for (let tab = 0; tab < 10; tab += 1) {
    const credentials = { username: 'alice', password: 'correct horse' }
    expect(await restarted.auth.login(credentials, { clientKey: CLIENT })).toMatchObject({
      ok: true,
    })
  }
})

test('checking who is signed in counts nothing and costs no Argon2', async () => {
  const setUp = setUpAuth(ENVIRONMENT)
  const { auth, work } = setUp
  const sessionId = await logIn(setUp)

  for (let n = 0; n < 20; n += 1) {
    expect(auth.peek(withKey('wrong'))).toBeNull()
    expect(auth.peek(withAuthorization(GOOD_BASIC))).toBeNull()
  }

  expect(auth.peek(withSession(sessionId))).toMatchObject({
    kind: 'session',
  })
  expect(work.parameters).toHaveLength(0)
  expect(await auth.identify(withKey('wrong'), CLIENT)).toEqual({ ok: false })
  expect(await auth.identify(withAuthorization(GOOD_BASIC), CLIENT)).toMatchObject({ ok: true })
  expect(auth.peek(withAuthorization(GOOD_BASIC))).toBeNull()
})

test('whatever is in a header, nothing throws', async () => {
  const { auth } = setUpAuth({ ...ENVIRONMENT, rateLimit: { enabled: false, window: 1, max: 1 } })
  const junk = ['\u0000', '\uFFFF', '🦊', 'a'.repeat(16_384), '__proto__', ', ,', 'Basic =', '"']

  for (const text of junk) {
    for (const name of ['x-session-id', 'x-api-key', 'authorization']) {
      expect(await auth.identify(withHeader(name, text), CLIENT)).toMatchObject({ ok: false })
    }
    const presented = {
      headers: { 'x-api-key': [text, text] },
      query: { sessionId: [text, text], apiKey: text },
    }
    expect(await auth.identify(presented, CLIENT)).toMatchObject({ ok: false })
  }
})

test('with open access everyone is let in, whatever they present', async () => {
  const { auth } = setUpAuth({ enabled: false })
  const open = {
    ok: true,
    principal: { kind: 'open', userId: 'open', scope: 'admin' },
  }

  for (let n = 0; n < 20; n += 1) {
    expect(await auth.identify(withKey('wrong'), CLIENT)).toEqual(open)
  }
  expect(await auth.identify(presenting({}), CLIENT)).toEqual(open)
  expect(auth.peek(presenting({}))).toEqual(open.principal)
})

test('without any login method nothing is let in', async () => {
  const { auth } = setUpAuth()

  for (const presented of [withKey(''), withKey('undefined'), withAuthorization('Basic Og==')]) {
    expect(await auth.identify(presented, CLIENT)).toMatchObject({ ok: false })
  }
})

const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')
const malformed = { scheme: 'malformed' }

test.each([
  [undefined, { scheme: 'none' }],
  ['', { scheme: 'none' }],
  ['Digest username="a"', { scheme: 'none' }],
  ['Basically', { scheme: 'none' }],
  ['Bearer key', { scheme: 'bearer', token: 'key' }],
  ['bearer   key', { scheme: 'bearer', token: 'key' }],
  [`Basic ${base64('alice:secret')}`, { scheme: 'basic', username: 'alice', password: 'secret' }],
  [`BASIC ${base64('alice:se:cret')}`, { scheme: 'basic', username: 'alice', password: 'se:cret' }],
  [
    `Basic ${base64(' alice :sec ret ')}`,
    { scheme: 'basic', username: 'alice', password: 'sec ret ' },
  ],
  [`Basic ${base64(':')}`, { scheme: 'basic', username: '', password: '' }],
  [`Basic ${base64('zoë:ü🦊')}`, { scheme: 'basic', username: 'zoë', password: 'ü🦊' }],
  ['Basic', malformed],
  ['Bearer', malformed],
  ['Basic ', malformed],
  ['Basic %%%', malformed],
  ['Basic a b', malformed],
  [`Basic ${base64('no colon')}`, malformed],
  [`Basic ${base64(Buffer.from([0xff, 0xfe, 0x3a, 0x41]))}`, malformed],
])('an Authorization header is read: %#', (header, expected) => {
  expect(readAuthorization(header)).toEqual(expected)
})

test('a huge header is read at once', () => {
  const started = threadTime()

  for (const filler of [' ', 'a', 'Basic ', '=']) {
    readAuthorization(`Basic ${filler.repeat(100_000)}x y`)
  }

  expect(threadTime() - started).toBeLessThan(1_000)
})
