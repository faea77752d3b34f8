import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { auth } from '../../../../server/contract/messages.ts'
import { access as texts } from '../../../../server/contract/texts/access.ts'
import { common } from '../../../../server/contract/texts/common.ts'
import { CLOSED } from '../../../../tests/support/access.ts'
import { type ApiServer, startServer } from '../../../../tests/support/api-server.ts'
import type { Scope } from '../../../../tests/support/scope.ts'
import { until } from '../../../../tests/support/until.ts'
import { keepSession } from '../../lib/session.ts'
import { type Access, createAccess } from './access.ts'

const API_KEY = 'a key that a person chose'
const environment = { ...CLOSED, API_KEY }
const BY_KEY = { apiKey: API_KEY }

interface Opened {
  access: Access
  server: ApiServer
  /** How often the server was asked who is signed in. */
  asked(): number
  /** How often what was seen had to be forgotten. */
  forgotten(): number
}

/** Takes paths from a server's address, as a browser takes them from the page's. */
function pathsAreOf(scope: Scope, url: string, hear: (path: string) => void = () => {}): void {
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    hear(path)
    return fetch(new URL(path, url), init)
  })
  scope.onTestFinished(() => void vi.stubGlobal('fetch', fetch))
}

/** What a page knows of access to a genuine server. */
async function open(
  scope: Scope,
  settings: Readonly<Record<string, string>> = environment,
): Promise<Opened> {
  const server = await startServer(scope, { environment: settings })
  let asked = 0
  let forgotten = 0
  pathsAreOf(scope, server.url, (path) => {
    if (path === '/api/auth/status') asked += 1
  })
  const onSignedOut = () => {
    forgotten += 1
  }
  return {
    access: createAccess({ retry: 10, onSignedOut }),
    server,
    asked: () => asked,
    forgotten: () => forgotten,
  }
}

const newLink = ({ context }: ApiServer) => context.auth.createSignInToken().token

beforeEach(() => keepSession(null))

describe('who is let into the page', () => {
  it('is everyone where the server asks for no login', async (scope) => {
    const { access } = await open(scope, {})
    expect(access.state()).toEqual({ screen: 'loading' })
    await access.check()
    expect(access.state()).toEqual({ screen: 'signed-in', userId: null })
  })

  it('is nobody at first where it does', async (scope) => {
    const { access } = await open(scope)
    await access.check()
    const status = { enabled: true, methods: ['api-key'], sessionTimeout: 3_600 }
    expect(access.state()).toMatchObject({ screen: 'login', problem: null, status })
  })

  it('is whoever signs in', async (scope) => {
    const { access } = await open(scope)
    await access.check()
    await access.login(BY_KEY)
    expect(access.state()).toEqual({ screen: 'signed-in', userId: 'api-key:environment' })
  })

  it("is not whoever gives a wrong key, who reads the server's words", async (scope) => {
    const { access } = await open(scope)
    await access.check()
    await access.login({ apiKey: 'another' })
    const problem = auth.invalidCredentials
    expect(access.state()).toMatchObject({ screen: 'login', problem, submitting: false })
  })

  it('is whoever opens a sign-in link, once', async (scope) => {
    const { access, server } = await open(scope)
    const token = newLink(server)
    await access.check(token)
    expect(access.state()).toMatchObject({ screen: 'signed-in', userId: 'owner' })
    await access.logout()
    await access.check(token)
    expect(access.state()).toMatchObject({ problem: texts.linkRefused, linkRefused: true })
  })

  it('is first to set up a login, who comes by a link where there is none', async (scope) => {
    const { access, server } = await open(scope, CLOSED)
    await access.check(newLink(server))
    expect(access.state()).toEqual({ screen: 'set-up', userId: 'owner' })
    server.context.auth.apiKeys.create({ name: 'Console', scope: 'admin' })
    await access.check()
    expect(access.state()).toEqual({ screen: 'signed-in', userId: 'owner' })
  })

  it('is nobody after a logout, which is not told as an end of the session', async (scope) => {
    const { access, forgotten } = await open(scope)
    await access.check()
    await access.login(BY_KEY)
    const before = forgotten()
    await access.logout()
    expect(access.state()).toMatchObject({ screen: 'login', problem: null })
    expect(forgotten()).toBe(before + 1)
  })
})

it('says that the session has ended, once, however many calls were refused', async (scope) => {
  const { access, server, asked, forgotten } = await open(scope)
  await access.check()
  await access.login(BY_KEY)
  const told = forgotten()
  server.context.auth.sessions.endAll()
  const before = asked()
  await Promise.all([access.check(), access.check(), access.check()])
  await access.check()
  expect(access.state()).toMatchObject({ screen: 'login', problem: texts.ended })
  expect([asked() - before, forgotten() - told]).toEqual([1, 1])
})

it('says for how many seconds no more credentials are tried', async (scope) => {
  const settings = { AUTH_ENABLED: 'true', API_KEY, RATE_LIMIT_WINDOW: '600' }
  const { access, server } = await open(scope, settings)
  await access.check()
  for (let guess = 0; guess < 10; guess += 1) {
    await server.post('/api/auth/login', { apiKey: `guess ${guess}` })
  }
  await access.login({ apiKey: 'another' })
  const state = access.state()
  expect(state.screen === 'login' && state.problem).toMatch(/try again in (59\d|600) seconds$/)
})

it('says that the login failed where a proxy answers in its place', async (scope) => {
  const { access } = await open(scope)
  await access.check()
  const proxy = createServer((_, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'))
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  scope.onTestFinished(() => void proxy.close())
  pathsAreOf(scope, `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`)
  await access.login(BY_KEY)
  expect(access.state()).toMatchObject({ screen: 'login', problem: texts.failed })
})

describe('a server that can not be asked', () => {
  it('leaves what is shown to whoever is signed in', async (scope) => {
    const { access, server } = await open(scope)
    await access.check()
    await access.login(BY_KEY)
    await server.stop()
    await access.check()
    expect(access.state()).toMatchObject({ screen: 'signed-in' })
  })

  it('is said at first, and asked again until it answers', async (scope) => {
    const { access, server } = await open(scope)
    await server.stop()
    await access.check()
    const problem = texts.statusUnreachable
    expect(access.state()).toMatchObject({ screen: 'login', status: null, problem })
    const { port, dataDir } = server
    await startServer(scope, { environment: { ...environment, HOST_PORT: `${port}` }, dataDir })
    await until(() => {
      const state = access.state()
      return state.screen === 'login' && state.status !== null && state.problem === null
    })
  })

  it('is said when a login does not reach it', async (scope) => {
    const { access, server } = await open(scope)
    await access.check()
    await server.stop()
    await access.login(BY_KEY)
    const problem = common.networkError
    expect(access.state()).toMatchObject({ screen: 'login', problem, submitting: false })
  })
})
