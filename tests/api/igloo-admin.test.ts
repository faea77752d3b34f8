import { describe, expect, test } from 'vitest'
import { ask, byBearer, byKey, bySession, CLOSED } from '../support/access.ts'
import { type ApiServer, firstShare, startServer } from '../support/api-server.ts'
import { newPair } from '../support/pair.ts'

const ADMIN_SECRET = 'an admin secret of some length'
const API_KEY = 'sixteen letters!'
const USER = { username: 'alice', password: 'correct horse' }
const environment = { ...CLOSED, ADMIN_SECRET }
const signedIn = { ...environment, API_KEY }
const bySecret = (secret: string) => ({ 'X-Admin-Secret': secret })

const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/)
const TEXT = expect.any(String)

/** The one user, while nobody has set a password. */
const user = { id: 1, username: 'owner', createdAt: null, hasCredentials: false }

describe('With igloo-server’s admin secret', () => {
  test('a program administers Floe, by either header', async (t) => {
    const server = await startServer(t, { environment: signedIn })

    for (const headers of [bySecret(ADMIN_SECRET), byBearer(ADMIN_SECRET)]) {
      const get = async (name: 'adminWhoami' | 'adminStatus' | 'adminUsers') =>
        (await ask(server, name, { headers })).body
      expect(await get('adminWhoami')).toEqual({ admin: true, userId: null })
      expect(await get('adminStatus')).toEqual({
        ...{ initialized: true, userCount: 1, hasAdminSecret: true },
        mode: 'database',
      })
      expect(await get('adminUsers')).toEqual({ users: [user] })
    }
  })

  test('no call of another kind can be made, above all none that signs or shows secrets', async (t) => {
    const server = await startServer(t, { environment: signedIn })

    for (const headers of [bySecret(ADMIN_SECRET), byBearer(ADMIN_SECRET)]) {
      for (const name of ['env', 'sign', 'shares', 'userCredentials', 'peers', 'audit'] as const) {
        expect([name, (await ask(server, name, { headers })).status]).toEqual([name, 401])
      }
    }
  })

  test('API keys are made, listed and revoked', async (t) => {
    const server = await startServer(t, { environment: signedIn })
    const headers = bySecret(ADMIN_SECRET)

    const made = await ask(server, 'createAdminApiKey', {
      headers,
      body: { label: ` ${'a'.repeat(100)} `, userId: '1' },
    })
    expect(made).toMatchObject({
      status: 201,
      body: {
        apiKey: {
          ...{ id: UUID, token: expect.stringMatching(/^floe_/), prefix: 'floe_' },
          ...{ label: 'a'.repeat(64), createdByUserId: 1, createdByAdmin: true },
        },
      },
    })
    const { token, id } = (made.body as { apiKey: { token: string; id: string } }).apiKey
    // What igloo-server's keys may do: read and sign, but not administer.
    expect((await ask(server, 'self', { headers: byKey(token) })).status).toBe(400)
    expect((await ask(server, 'env', { headers: byKey(token) })).status).toBe(403)
    expect((await ask(server, 'adminUsers', { headers: byKey(token) })).status).toBe(403)

    const listed = await ask(server, 'adminApiKeys', { headers })
    expect(listed.text).not.toContain(token)
    expect(listed.body).toMatchObject({
      apiKeys: [
        { id: 'environment', createdAt: null },
        {
          ...{ id, prefix: 'floe_', label: 'a'.repeat(64), createdAt: ISO, updatedAt: ISO },
          ...{ lastUsedIp: null, revokedAt: null, revokedReason: null, createdByUserId: null },
        },
      ],
    })

    const revoke = () => ask(server, 'revokeAdminApiKey', { headers, body: { apiKeyId: id } })
    expect(await revoke()).toMatchObject({ status: 200, body: { success: true } })
    expect(await revoke()).toMatchObject({ status: 404, body: { error: 'API key not found' } })
    expect((await ask(server, 'self', { headers: byKey(token) })).status).toBe(401)
  })

  test('the one user is never deleted', async (t) => {
    const server = await startServer(t, { environment: signedIn })
    const remove = (userId: unknown) =>
      ask(server, 'deleteAdminUser', { headers: bySecret(ADMIN_SECRET), body: { userId } })

    for (const [userId, status, error] of [
      [1, 400, 'Cannot delete the last admin user'],
      ['2', 404, 'User not found'],
      [0, 400, 'Valid integer userId required'],
      ['one', 400, 'Valid integer userId required'],
    ] as const) {
      expect(await remove(userId)).toMatchObject({ status, body: { error } })
    }
  })

  test('a person who is signed in is user 1, and needs no secret', async (t) => {
    const server = await startServer(t, {
      environment: {
        ...environment,
        BASIC_AUTH_USER: USER.username,
        BASIC_AUTH_PASS: USER.password,
      },
    })
    const login = await ask(server, 'login', { body: USER })
    const headers = bySession((login.body as { sessionId: string }).sessionId)

    expect((await ask(server, 'adminWhoami', { headers })).body).toEqual({ admin: true, userId: 1 })
    expect((await ask(server, 'userProfile', { headers })).body).toEqual({
      ...user,
      username: 'alice',
    })
  })

  test('settings are saved and deleted, as in igloo-server', async (t) => {
    const server = await startServer(t, { environment: signedIn })
    const headers = bySecret(ADMIN_SECRET)

    const body = { GROUP_NAME: 'Family' }
    expect(await ask(server, 'saveEnv', { headers, body })).toMatchObject({ status: 200 })
    const keys = { keys: ['GROUP_NAME'] }
    expect(await ask(server, 'deleteEnv', { headers, body: keys })).toMatchObject({ status: 200 })
  })
})

describe('The admin secret', () => {
  test('can’t be guessed: ten wrong ones, then the right one is refused too', async (t) => {
    const server = await startServer(t, {
      environment: { ...signedIn, RATE_LIMIT_ENABLED: 'true' },
    })
    const statuses = async (count: number, headers: Record<string, string>) => {
      const found = new Set<number>()
      for (let tried = 0; tried < count; tried += 1) {
        found.add((await ask(server, 'adminUsers', { headers })).status)
      }
      return [...found]
    }

    expect(await statuses(5, bySecret('wrong'))).toEqual([401])
    expect(await statuses(5, byBearer(`${ADMIN_SECRET}x`))).toEqual([401])
    expect(await statuses(2, bySecret(ADMIN_SECRET))).toEqual([429])
    expect(await statuses(2, byBearer(ADMIN_SECRET))).toEqual([429])
    const validate = await ask(server, 'validateAdmin', { headers: byBearer(ADMIN_SECRET) })
    expect(validate.status).toBe(401)
  })

  test('opens nothing where none is set, or one that everybody knows', async (t) => {
    for (const known of [undefined, 'REQUIRED_ADMIN_SECRET_NOT_SET']) {
      const server = await startServer(t, {
        environment: { ...CLOSED, API_KEY, ...(known && { ADMIN_SECRET: known }) },
      })
      for (const given of ['', 'undefined', 'REQUIRED_ADMIN_SECRET_NOT_SET']) {
        const answers = [
          await ask(server, 'adminUsers', { headers: bySecret(given) }),
          await ask(server, 'adminUsers', { headers: byBearer(given) }),
        ]
        expect(answers.map(({ status }) => status)).toEqual([401, 401])
      }
    }
  })

  test('is shown to nobody, and never reaches the log', async (t) => {
    const server = await startServer(t, { environment: signedIn })
    const reveal = (body: object) =>
      ask(server, 'revealAdminSecret', { headers: byKey(API_KEY), body })

    const answers = [
      await reveal({}),
      await reveal({ confirm: true }),
      await ask(server, 'adminStatus', { headers: bySecret(ADMIN_SECRET) }),
      await ask(server, 'adminUsers', { headers: bySecret(`${ADMIN_SECRET}?`) }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([400, 404, 200, 401])
    for (const { text } of answers) expect(text).not.toContain(ADMIN_SECRET)
    expect(server.log.join('\n')).not.toContain(ADMIN_SECRET)
  })
})

describe('Setting up as igloo-server’s console does', () => {
  const setUp = (server: ApiServer, secret: string, body: object = USER) =>
    ask(server, 'setUp', { headers: byBearer(secret), body })

  test('takes the admin secret, sets the password, and is over then', async (t) => {
    const server = await startServer(t, { environment })
    const status = async () => (await ask(server, 'onboardingStatus')).body
    const state = { hasAdminSecret: true, headlessMode: false, skipAdminValidation: false }
    const failed = { status: 401, body: { error: 'Authentication failed' } }

    expect(await status()).toEqual({ initialized: false, ...state })
    expect(await ask(server, 'validateAdmin', { headers: byBearer('wrong') })).toMatchObject(failed)
    expect(await ask(server, 'validateAdmin')).toMatchObject(failed)
    expect(await ask(server, 'validateAdmin', { headers: byBearer(ADMIN_SECRET) })).toMatchObject({
      status: 200,
      body: { success: true, message: 'Admin secret validated' },
    })
    expect(await setUp(server, 'wrong')).toMatchObject(failed)
    expect(await setUp(server, ADMIN_SECRET, { ...USER, password: 'short' })).toMatchObject({
      status: 400,
      body: { error: 'validation_error', message: TEXT },
    })
    expect(await setUp(server, ADMIN_SECRET, { username: 'alice' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_input', message: TEXT },
    })
    expect(await setUp(server, ADMIN_SECRET)).toMatchObject({
      status: 200,
      body: { success: true, message: 'Setup complete' },
    })

    expect(await status()).toEqual({ initialized: true, ...state })
    expect(await setUp(server, ADMIN_SECRET, { ...USER, password: 'another horse' })).toMatchObject(
      failed,
    )
    expect((await ask(server, 'login', { body: USER })).status).toBe(200)
  })

  test('two at once set one password', async (t) => {
    const server = await startServer(t, { environment })
    const other = { username: 'mallory', password: 'battery staple' }

    const answers = await Promise.all([
      setUp(server, ADMIN_SECRET),
      setUp(server, ADMIN_SECRET, other),
    ])

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const logins = [
      await ask(server, 'login', { body: USER }),
      await ask(server, 'login', { body: other }),
    ]
    expect(logins.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('needs the secret even where igloo-server would not ask for it', async (t) => {
    const server = await startServer(t, {
      environment: { ...environment, SKIP_ADMIN_SECRET_VALIDATION: 'true' },
    })

    expect((await ask(server, 'setUp', { body: USER })).status).toBe(401)
    expect((await ask(server, 'onboardingStatus')).body).toMatchObject({
      ...{ initialized: false, skipAdminValidation: false },
    })
  })

  test('is closed where a key or a password already lets somebody in', async (t) => {
    const server = await startServer(t, { environment: signedIn })

    expect((await setUp(server, ADMIN_SECRET)).status).toBe(401)
    expect((await ask(server, 'authStatus')).body).toMatchObject({ methods: ['api-key'] })
  })
})

describe('What igloo-server’s console saves for its user', () => {
  const keyset = newPair()
  const [share = ''] = keyset.shareCredentials
  const group = keyset.groupCredential
  const relays = ['ws://127.0.0.1:9']
  const headers = byKey(API_KEY)
  const start = (t: Parameters<typeof startServer>[0], extra: Record<string, string> = {}) =>
    startServer(t, { environment: { ...signedIn, ...extra } })
  const saved = async (server: ApiServer) =>
    (await ask(server, 'userCredentials', { headers })).body
  const NOTHING = { group_cred: null, share_cred: null, relays: null, group_name: null }

  test('is read back, changed in part and deleted', async (t) => {
    const server = await start(t)
    const save = (body: object) => ask(server, 'saveUserCredentials', { headers, body })
    const all = { group_cred: group, share_cred: share, relays, group_name: 'Family' }
    const done = { success: true, message: 'Credentials updated successfully' }

    expect(await saved(server)).toEqual(NOTHING)
    expect(await save(all)).toMatchObject({ status: 200, body: done })
    expect(await saved(server)).toEqual(all)
    expect((await ask(server, 'userProfile', { headers })).body).toMatchObject({
      hasCredentials: true,
    })

    expect(await save({ group_name: null })).toMatchObject({ body: done })
    expect(await saved(server)).toEqual({ ...all, group_name: null })

    expect(await ask(server, 'deleteUserCredentials', { headers })).toMatchObject({
      body: { success: true, message: 'Credentials deleted successfully' },
    })
    expect(await saved(server)).toEqual(NOTHING)
  })

  test('is saved as a whole or not at all', async (t) => {
    const server = await start(t)
    const save = (body: object) => ask(server, 'replaceUserCredentials', { headers, body })
    const all = { group_cred: group, share_cred: share, relays, group_name: 'Family' }
    await save(all)
    const other = newPair()

    for (const body of [
      { group_name: null, share_cred: 'bfshare1wrong' },
      { group_name: 'Other', share_cred: other.shareCredentials[0] },
      { relays: null, group_cred: 5 },
      { share_cred: null, relays: ['no relay'] },
    ]) {
      expect((await save(body)).status).toBe(400)
      expect(await saved(server)).toEqual(all)
    }
    // Without the old share, nothing contradicts this group.
    const replaced = { share_cred: null, group_cred: other.groupCredential }
    expect((await save(replaced)).status).toBe(200)
    expect(await saved(server)).toEqual({ ...all, ...replaced })
  })

  test('has calls for the relays alone', async (t) => {
    const server = await start(t)
    const save = (body: object) => ask(server, 'saveUserRelays', { headers, body })
    const get = async () => (await ask(server, 'userRelays', { headers })).body

    expect(await get()).toEqual({ relays: [] })
    expect(await save({ relays })).toMatchObject({
      status: 200,
      body: { success: true, message: 'Relays updated successfully' },
    })
    expect(await get()).toEqual({ relays })
    for (const [body, error] of [
      [{}, 'Missing required field: relays'],
      [{ relays: 'ws://127.0.0.1:9' }, /^Invalid relays format/],
      [{ relays: [5] }, /^Invalid relays format/],
      [{ relays: ['http://x'] }, /^RELAYS: /],
    ] as const) {
      expect(await save(body)).toMatchObject({
        status: 400,
        body: { error: expect.stringMatching(error) },
      })
    }
    expect(await get()).toEqual({ relays })
    expect(await save({ relays: null })).toMatchObject({ status: 200 })
    expect(await get()).toEqual({ relays: [] })
  })

  test('is outlined without secrets, and saved, by the calls for its environment file', async (t) => {
    const server = await start(t)
    const get = () => ask(server, 'envShares', { headers })
    const save = (body: object) => ask(server, 'saveEnvShare', { headers, body })

    expect((await get()).body).toEqual([])
    expect(await save({ shareCredential: share })).toMatchObject({
      status: 400,
      body: { success: false, error: 'Missing shareCredential or groupCredential' },
    })
    expect(await save({ shareCredential: 'x', groupCredential: group })).toMatchObject({
      status: 400,
      body: { success: false, error: TEXT },
    })
    expect(await save({ shareCredential: share, groupCredential: group })).toMatchObject({
      status: 200,
      body: { success: true, message: 'Share saved successfully' },
    })
    const { body, text } = await get()
    expect(body).toEqual([
      {
        ...{ hasShareCredential: true, hasGroupCredential: true, isValid: true, savedAt: null },
        ...{ id: 'env-stored-share', source: 'environment' },
      },
    ])
    expect(text).not.toContain(share)
  })
})

test('The group is answered as its key, threshold and number of shares; without one, as in igloo-server', async (t) => {
  const keyset = newPair()
  const server = await startServer(t, {
    environment: { ...signedIn, ...firstShare(keyset, ['ws://127.0.0.1:9']) },
  })
  const headers = byKey(API_KEY)

  expect((await ask(server, 'group', { headers })).body).toEqual({
    pubkey: keyset.group.group_pk.slice(2),
    threshold: 2,
    totalShares: 2,
  })
  await ask(server, 'deleteUserCredentials', { headers })
  for (const name of ['group', 'policies'] as const) {
    expect(await ask(server, name, { headers })).toMatchObject({
      status: 400,
      body: { error: 'No group credential available' },
    })
  }
})

test('igloo-server’s health check passes without a login, by GET and by HEAD', async (t) => {
  const server = await startServer(t, { environment: signedIn })

  for (const method of ['GET', 'HEAD']) {
    expect((await fetch(`${server.url}/api/status`, { method })).status).toBe(200)
  }
})
