import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { RouteName } from '#api/table.ts'
import { RATE_LIMIT_AUTHENTICATED } from '#auth/limits.ts'
import { http } from '#contract/codes.ts'
import { auth as texts } from '#contract/messages.ts'
import { scopes } from '#contract/scopes.ts'
import { createApp } from '#server.ts'
import {
  ask,
  byBearer,
  byKey,
  byPassword,
  bySession,
  CLOSED,
  callsOf,
  isWrite,
  makeKeys,
  openSession,
  opens,
  pathOf,
  tableOf,
} from '../support/access.ts'
import { startServer } from '../support/api-server.ts'
import { openEvents, refusedUpgrade } from '../support/event-client.ts'
import { makeEveryCall } from '../support/every-call.ts'
import { fitting } from '../support/fitting.ts'
import { isLong } from '../support/long.ts'
import { raw } from '../support/raw-request.ts'

const environment = CLOSED
const methods = ['api-key']
/** Calls that are open to all, but answer 401 to a wrong secret, as a login does. */
const CHECKING: readonly RouteName[] = ['validateAdmin', 'setUp']
const unknown = { status: 401, body: { error: texts.required, authMethods: methods } }

/** What a call without a login learns about the signer: no relay, no key, no name. */
const PUBLIC_STATUS = [
  ...['hasCredentials', 'health', 'nodeActive', 'relayCount', 'serverRunning', 'timestamp'],
]

describe.concurrent('Without a valid credential', () => {
  test('every call but the open ones is refused, with the methods of a login', async (t) => {
    const server = await startServer(t, { environment })
    makeKeys(server)

    for (const [name, { scope, lessWithoutLogin }] of callsOf()) {
      const answer = await ask(server, name)
      if (lessWithoutLogin) {
        expect([name, answer.status]).toEqual([name, 200])
        expect(Object.keys(answer.body as object).sort()).toEqual(PUBLIC_STATUS)
      } else if (scope === 'open') {
        if (!CHECKING.includes(name)) expect([name, answer.status]).not.toEqual([name, 401])
      } else expect([name, answer]).toMatchObject([name, unknown])
    }
    expect(callsOf().filter(([, { scope }]) => scope === 'open')).toHaveLength(11)
  })

  test('a call stays refused however its method or path is written', async (t) => {
    const server = await startServer(t, { environment })

    const closed = callsOf().filter(
      ([, { scope, lessWithoutLogin }]) => scope !== 'open' && !lessWithoutLogin,
    )
    for (const [at, [, route]] of closed.entries()) {
      const path = pathOf(route)
      const method = route.method.toUpperCase()
      const odd = [`/${path}`, path.replace('/', '/./'), path.replace(/\/(?=[^/]*$)/, '//')]
      const hex = path.replace(
        /[a-z](?=[^/]*$)/,
        (letter) => `%${letter.charCodeAt(0).toString(16)}`,
      )
      const last = path.lastIndexOf('/')
      const slash = `${path.slice(0, last)}%2f${path.slice(last + 1)}`
      const up = [`/x/..${path}`, `/x/%2e%2e${path}`, `/x/..%5c..${path}`, `/x%2f..${path}`]
      const others = [
        ...odd,
        ...up,
        slash,
        hex,
        `${path}/`,
        `${path}%00`,
        `${path}?x=/api/health`,
        `${path};x`,
      ]
      // All paths are parsed alike, so a normal run writes each call in every fourth way only.
      for (const written of others.filter((_, n) => isLong || n % 4 === at % 4)) {
        const { status } = await raw(server, written, { method })
        expect([written, status]).toEqual([written, expect.toBeOneOf([400, 401, 404, 405])])
      }
      const asked = await raw(server, path, { method: 'HEAD' })
      expect([path, asked.status]).toEqual([
        path,
        method === 'GET' ? 401 : expect.toBeOneOf([401, 404, 405]),
      ])
    }
  })

  test('a wrong credential of any kind and length is as good as none', async (t) => {
    const server = await startServer(t, {
      environment: {
        ...environment,
        API_KEY: 'sixteen letters!',
        METRICS_TOKEN: 'scrape me please',
      },
    })
    const { admin } = makeKeys(server)
    const session = await openSession(server)
    const sameLength = `${admin.slice(0, -1)}${admin.endsWith('A') ? 'B' : 'A'}`
    const wrong = [
      byKey(sameLength),
      byKey(admin.slice(0, -1)),
      byKey(`${admin}A`),
      byKey('sixteen letters?'),
      byKey('sixteen letters'),
      byKey('x'.repeat(8_000)),
      byKey(session),
      byBearer(sameLength),
      byBearer('scrape me pleasf'),
      bySession(admin),
      bySession(randomBytes(32).toString('base64url')),
      bySession('short'),
      byPassword('owner', 'wrong password'),
      { Authorization: 'Basic' },
      { Authorization: 'Negotiate abc' },
    ]
    for (const headers of wrong) {
      for (const name of ['env', 'status', 'metrics', 'sign', 'recover'] as const) {
        expect(await ask(server, name, { headers })).toMatchObject(unknown)
      }
    }
  })

  test('a session that has ended opens nothing', async (t) => {
    const server = await startServer(t, { environment })
    makeKeys(server)
    const session = await openSession(server)
    expect(await ask(server, 'env', { headers: bySession(session) })).toMatchObject({ status: 200 })
    await ask(server, 'logout', { headers: bySession(session) })

    for (const [name] of callsOf().filter(([, { scope }]) => scope !== 'open')) {
      expect(await ask(server, name, { headers: bySession(session) })).toMatchObject(unknown)
    }
  })

  test('a token for the metrics opens them and nothing else', async (t) => {
    const server = await startServer(t, {
      environment: { ...environment, METRICS_TOKEN: 'scrape' },
    })
    const headers = byBearer('scrape')

    expect(await ask(server, 'metrics', { headers })).toMatchObject({
      status: 200,
      text: expect.stringContaining('# HELP '),
    })
    for (const [name] of callsOf().filter(
      ([name, { scope }]) => scope !== 'open' && name !== 'metrics',
    )) {
      expect(await ask(server, name, { headers })).toMatchObject({ status: 401 })
    }
  })
})

describe.concurrent('A scope', () => {
  for (const scope of scopes) {
    test(`'${scope}' opens what the table says and nothing more`, async (t) => {
      const server = await startServer(t, { environment })
      const key = makeKeys(server)[scope]

      for (const [at, [name, route]] of callsOf().entries()) {
        const ways = [byKey(key), byBearer(key)]
        for (const headers of ways.filter((_, n) => isLong || n === at % ways.length)) {
          const answer = await ask(server, name, { headers })
          if (CHECKING.includes(name)) continue
          if (opens(scope, route))
            expect([name, answer.status]).not.toEqual([name, expect.toBeOneOf([401, 403])])
          else {
            const refusal = { status: 403, body: { error: texts.scope(route.scope) } }
            expect([name, answer]).toMatchObject([name, refusal])
          }
        }
      }
    })
  }

  test('whatever carries a share, a keyset, a key or a policy needs admin', () => {
    const below = tableOf().filter(([, { scope }]) => scope !== 'admin')

    expect(below.map(([name, { scope }]) => `${name}: ${scope}`).sort()).toEqual([
      'answerNip46Request: approve',
      'answerQuestion: approve',
      'answerQuestions: approve',
      'app: read',
      'apps: read',
      'askedQuestion: sign',
      'authStatus: open',
      'confirm: read',
      'deleteNip46Request: approve',
      'diagnostics: read',
      'docs: open',
      'events: read',
      'group: read',
      'health: open',
      'history: read',
      'login: open',
      'logout: open',
      'metrics: read',
      'nip04Decrypt: sign',
      'nip04Encrypt: sign',
      'nip44Decrypt: sign',
      'nip44Encrypt: sign',
      'nip46History: read',
      'nip46Relays: read',
      'nip46Requests: approve',
      'nip46Sessions: read',
      'nip46Transport: read',
      'onboardingStatus: open',
      'openapi: open',
      'openapiInDocs: open',
      'openapiYaml: open',
      'overview: read',
      'peers: read',
      'ping: read',
      'profile: read',
      'profilePicture: read',
      'questions: approve',
      'self: read',
      'setUp: open',
      'sign: sign',
      'status: read',
      'userProfile: read',
      'userRelays: read',
      'validateAdmin: open',
      'version: read',
    ])
  })
})

test('There is no call outside the table, and every call in it is authenticated', async (t) => {
  const { context } = await startServer(t, { environment })
  const refused: string[] = []
  const app = createApp(
    context,
    {
      authenticate: async (request, { method, path }) => {
        refused.push(`${method.toUpperCase()} ${path}`)
        return request.text('refused', 418)
      },
      refuseUnconfirmed: () => null,
    },
    '/nowhere',
  )

  const mounted = app.routes.map(({ method, path }) => `${method} ${path}`)
  const gated = callsOf().map(([, { method, path }]) => `${method.toUpperCase()} ${path}`)
  const open = ['GET /api/docs/style.css', 'GET /api/docs/script.js']
  expect(mounted.sort()).toEqual([...gated, ...open].sort())
  for (const [, route] of callsOf()) {
    const { status } = await app.request(pathOf(route), { method: route.method.toUpperCase() })
    expect([route.path, status]).toEqual([route.path, 418])
  }
  expect(refused).toEqual(gated)
})

describe.concurrent('A page of another origin', () => {
  const foreign: Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
  ]

  test('writes nothing, whatever credential the browser adds', async (t) => {
    const server = await startServer(t, { environment })
    const { admin } = makeKeys(server)
    const session = await openSession(server)

    const writes = callsOf().filter(([, route]) => isWrite(route))
    for (const [at, [name, route]] of writes.entries()) {
      for (const headers of foreign.filter((_, n) => isLong || n === at % foreign.length)) {
        for (const credential of [{}, bySession(session), byKey(admin)]) {
          const answer = await raw(server, pathOf(route), {
            method: route.method.toUpperCase(),
            headers: { ...headers, ...credential },
          })
          const mayBeOurs = !('Sec-Fetch-Site' in headers) && headers['Origin'] !== 'null'
          const error = JSON.stringify(mayBeOurs ? http.otherHost : http.foreignOrigin)
          expect([name, answer]).toMatchObject([name, { status: 403, text: error }])
        }
      }
    }
    expect((await ask(server, 'env', { headers: bySession(session) })).status).toBe(200)
  })

  test('is let in when it is listed', async (t) => {
    const server = await startServer(t, {
      environment: { ...environment, ALLOWED_ORIGINS: 'https://floe.example' },
    })
    const session = await openSession(server)
    const headers = { ...bySession(session), Origin: 'https://floe.example' }

    const answer = await ask(server, 'saveEnv', { headers, body: { GROUP_NAME: 'Name' } })

    expect(answer.status).toBe(200)
  })
})

describe.concurrent('The host name that a server is called by', () => {
  const headers = { Host: 'floe.example.org' }

  test('may be any behind a proxy if a login is needed', async (t) => {
    const server = await startServer(t, { environment })
    const { admin } = makeKeys(server)
    const own = {
      ...headers,
      Origin: 'https://floe.example.org',
      'Sec-Fetch-Site': 'same-origin',
      'X-Forwarded-Proto': 'https',
    }

    const read = await raw(server, '/api/env', { headers: { ...headers, ...byKey(admin) } })
    const written = await raw(server, '/api/env', {
      method: 'POST',
      headers: { ...own, ...byKey(admin) },
      chunks: ['{"GROUP_NAME":"Name"}'],
    })
    const stranger = await raw(server, '/api/env', { headers })

    expect([read.status, written.status, stranger.status]).toEqual([200, 200, 401])
  })

  test('must be one that nobody on the internet can own, if access is open', async (t) => {
    const server = await startServer(t)

    for (const [name, route] of callsOf()) {
      const method = route.method.toUpperCase()
      const answer = await raw(server, pathOf(route), { method, headers })
      const error = JSON.stringify(http.foreignHost)
      expect([name, answer]).toMatchObject([name, { status: 403, text: error }])
    }
    expect(await refusedUpgrade(server.url, { headers })).toBe(403)
  })
})

describe.concurrent('Limits', () => {
  const limited = { AUTH_ENABLED: 'true', TRUST_PROXY: '127.0.0.1' }
  const from = (address: string) => ({ 'X-Forwarded-For': address })
  const retryAfter = expect.stringMatching(/^[1-9]\d{0,2}$/)

  /** The statuses of so many calls, one after the other. */
  async function statusesOf(count: number, call: () => Promise<{ status: number }>) {
    const statuses: number[] = []
    for (let n = 0; n < count; n += 1) statuses.push((await call()).status)
    return statuses
  }
  const ten = (status: number) => Array.from({ length: 10 }, () => status)

  test('let a client guess ten times, by whatever header, then say when to come back', async (t) => {
    const server = await startServer(t, { environment: limited })
    const { admin } = makeKeys(server)
    const session = await openSession(server)
    const wrong = [byKey('wrong'), byBearer('wrong'), bySession('wrong'), byPassword('a', 'b')]
    const guess = (n: number, address: string) =>
      ask(server, 'status', { headers: { ...from(address), ...wrong[n % wrong.length] } })
    const known = [bySession(session), byKey(admin)]
    const use = async (credential: Record<string, string>, address: string) => {
      const { status } = await ask(server, 'env', { headers: { ...from(address), ...credential } })
      return status
    }
    for (const credential of known) expect(await use(credential, '192.0.2.1')).toBe(200)
    let n = 0
    const guesses = await statusesOf(10, () => guess(n++, '192.0.2.1'))

    const next = await guess(0, '192.0.2.1')
    const login = await ask(server, 'login', {
      headers: from('192.0.2.1'),
      body: { username: 'a', password: 'b' },
    })

    expect(guesses).toEqual(ten(401))
    for (const answer of [next, login]) {
      expect(answer.status).toBe(429)
      const seconds = answer.headers.get('retry-after')
      expect(seconds).toEqual(retryAfter)
      expect(answer.body).toMatchObject({ error: texts.tooMany(Number(seconds)) })
    }
    // It affects neither other clients, nor credentials that nobody can guess.
    expect((await guess(0, '192.0.2.2')).status).toBe(401)
    for (const credential of known) expect(await use(credential, '192.0.2.1')).toBe(200)
  })

  test('count an IPv6 household as one client, and believe nobody’s address but a proxy’s', async (t) => {
    const trusting = await startServer(t, { environment: limited })
    const direct = await startServer(t, { environment: { AUTH_ENABLED: 'true' } })
    let n = 0
    const guess = (server: typeof direct, address: (n: number) => string) => () =>
      ask(server, 'status', { headers: { ...from(address(n++)), ...byKey('wrong') } })

    const household = (n: number) => `2001:db8:0:1::${n}`
    expect(await statusesOf(11, guess(trusting, household))).toEqual([...ten(401), 429])
    const claimed = (n: number) => `192.0.2.${n}, 198.51.100.1`
    expect(await statusesOf(11, guess(trusting, claimed))).toEqual([...ten(401), 429])
    expect(
      await statusesOf(
        11,
        guess(direct, (n) => `192.0.2.${n}`),
      ),
    ).toEqual([...ten(401), 429])
  })

  test('let a client recover ten times', async (t) => {
    const server = await startServer(t, { environment: limited })
    const { admin } = makeKeys(server)
    const recover = (address: string) =>
      ask(server, 'recover', { headers: { ...from(address), ...byKey(admin) }, body: {} })

    expect(await statusesOf(10, () => recover('192.0.2.1'))).toEqual(ten(400))
    const next = await recover('192.0.2.1')

    expect(next.status).toBe(429)
    const seconds = next.headers.get('retry-after')
    expect(seconds).toEqual(retryAfter)
    expect(next.body).toMatchObject({ error: texts.tooMany(Number(seconds)) })
    expect((await recover('192.0.2.2')).status).toBe(400)
  })

  test('are a hundred times as wide for each valid credential, and health never counts', async (t) => {
    const server = await startServer(t, { environment: { ...limited, RATE_LIMIT_MAX: '2' } })
    const { read, sign } = makeKeys(server)
    const headers = byKey(read)

    const stranger = await statusesOf(3, () => ask(server, 'env'))
    const open = await statusesOf(2, () =>
      ask(server, 'authStatus', { headers: from('192.0.2.9') }),
    )
    const most = 2 * RATE_LIMIT_AUTHENTICATED
    const known = await statusesOf(most, () => ask(server, 'self', { headers }))
    const after = await ask(server, 'self', { headers })
    const other = await ask(server, 'self', { headers: byKey(sign) })
    const health = await statusesOf(10, () => ask(server, 'health'))

    expect(stranger).toEqual([401, 401, 429])
    expect(open).toEqual([200, 200])
    expect(new Set(known)).toEqual(new Set([400]))
    expect(after.status).toBe(429)
    expect(after.headers.get('retry-after')).toEqual(retryAfter)
    expect(other.status).toBe(400)
    expect(health).toEqual(ten(200))
  })

  test('don’t count ten open tabs of an ended session as guesses', async (t) => {
    const server = await startServer(t, { environment: limited })
    const session = await openSession(server)
    await ask(server, 'logout', { headers: bySession(session) })
    const { admin } = makeKeys(server)

    const tabs = await statusesOf(40, () => ask(server, 'status', { headers: bySession(session) }))

    expect(new Set(tabs)).toEqual(new Set([401]))
    expect((await ask(server, 'login', { body: { apiKey: admin } })).status).toBe(200)
  })
})

test('Every call answers its example as the table says, on a signer at work', async (t) => {
  const { server, headers, made } = await makeEveryCall(t)
  for (const { name, route, answer } of made) {
    const good = 201 in route.answers ? 201 : 200
    const shown = [name, answer.status, answer.text.slice(0, 200)]
    expect(shown).toEqual([name, good, expect.anything()])
    const type = route.type ?? 'application/json'
    expect([name, answer.headers.get('content-type')]).toEqual([
      name,
      expect.stringContaining(type.replace('*', '')),
    ])
    if (route.type === undefined) fitting(route.answers[good] as z.ZodType, answer.body)
  }
  await openEvents(t, server.url, { headers })
})
