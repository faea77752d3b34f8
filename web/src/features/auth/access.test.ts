import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { LoginAnswer } from '#contract/auth.ts'
import { auth } from '#contract/messages.ts'
import { access as texts } from '#contract/texts/access.ts'
import { common } from '#contract/texts/common.ts'
import { CLOSED } from '#tests/support/access.ts'
import { type ApiServer, startServer } from '#tests/support/api-server.ts'
import type { Scope } from '#tests/support/scope.ts'
import { until } from '#tests/support/until.ts'
import { keepSession, openSession } from '../../lib/session.ts'
import { type Access, createAccess } from './access.ts'

const API_KEY = 'a key that a person chose'
const environment = { ...CLOSED, API_KEY }
const BY_KEY = { apiKey: API_KEY }

interface Opened {
  access: Access
  server: ApiServer
  /** How often the server was asked who is signed in. */
  asked(): number
  /** How often the page had to forget what was seen. */
  forgotten(): number
}

/** Resolves paths against a server's address, as a browser does against the page's. */
function pathsAreOf(scope: Scope, url: string, hear: (path: string) => void = () => {}): void {
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    hear(String(path))
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
    if (path.endsWith('/api/auth/status')) asked += 1
  })
  const onForget = () => {
    forgotten += 1
  }
  const early = Promise.resolve()
  return {
    access: createAccess({
      retry: 10,
      early,
      keepsScreen: () => false,
      onSignedOut: () => {},
      onForget,
    }),
    server,
    asked: () => asked,
    forgotten: () => forgotten,
  }
}

/** Holds the answer of the next call. */
function holdAnswer(scope: Scope): { asked: Promise<void>; answer: () => void } {
  const { fetch } = globalThis
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    vi.stubGlobal('fetch', fetch)
    const held = await fetch(path, init)
    asked.resolve()
    await answer.promise
    return held
  })
  scope.onTestFinished(() => void vi.stubGlobal('fetch', fetch))
  return { asked: asked.promise, answer: answer.resolve }
}

const newLink = ({ context }: ApiServer) => context.auth.createSignInToken()

beforeEach(() => keepSession(null))

describe('who is let into the page', () => {
  it('is everyone if the server asks for no login', async (scope) => {
    const { access } = await open(scope, {})
    expect(access.state()).toEqual({ screen: 'loading' })
    await access.check()
    expect(access.state()).toEqual({ screen: 'signed-in', userId: null })
  })

  it('is nobody at first if it does', async (scope) => {
    const { access } = await open(scope)
    await access.check()
    const status = { enabled: true, methods: ['api-key'], sessionTimeout: 3_600 }
    expect(access.state()).toMatchObject({ screen: 'login', problem: null, status })
  })

  it('is somebody who signs in', async (scope) => {
    const { access } = await open(scope)
    await access.check()
    await access.login(BY_KEY)
    expect(access.state()).toEqual({ screen: 'signed-in', userId: 'api-key:environment' })
  })

  it("is not somebody with a wrong key, who sees the server's words", async (scope) => {
    const { access } = await open(scope)
    await access.check()
    await access.login({ apiKey: 'another' })
    const problem = auth.invalidCredentials
    expect(access.state()).toMatchObject({ screen: 'login', problem, submitting: false })
  })

  it('is somebody who opens a sign-in link, once', async (scope) => {
    const { access, server } = await open(scope)
    const token = newLink(server)
    await access.check(token)
    expect(access.state()).toMatchObject({ screen: 'signed-in', userId: 'owner' })
    await access.logout()
    await access.check(token)
    expect(access.state()).toMatchObject({ problem: texts.linkRefused, linkRefused: true })
  })

  it('must first set up a login after coming by a link where there is none', async (scope) => {
    const { access, server } = await open(scope, CLOSED)
    await access.check(newLink(server))
    expect(access.state()).toEqual({ screen: 'set-up', userId: 'owner' })
    server.context.auth.apiKeys.create({ name: 'Console', scope: 'admin' })
    await access.check()
    expect(access.state()).toEqual({ screen: 'signed-in', userId: 'owner' })
  })

  it('is somebody whose session another tab sends while the server is being asked without one', async (scope) => {
    const { access, server } = await open(scope)
    const { sessionId } = (await server.post('/api/auth/login', BY_KEY)).body as LoginAnswer
    const held = holdAnswer(scope)
    const leaving = new AbortController()
    scope.onTestFinished(() => leaving.abort())
    const taken = Promise.withResolvers<void>()
    openSession(() => access.checkAgain().then(taken.resolve, taken.reject), leaving.signal)
    const checked = access.check()
    await held.asked
    const otherTab = new BroadcastChannel('floe-session')
    scope.onTestFinished(() => otherTab.close())
    otherTab.postMessage({ is: 'session', id: sessionId })
    await taken.promise
    held.answer()
    await checked
    expect(access.state()).toEqual({ screen: 'signed-in', userId: 'api-key:environment' })
  })

  it('is nobody after a logout, which is not reported as an ended session', async (scope) => {
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
  const forgottenBefore = forgotten()
  server.context.auth.sessions.endAll()
  const before = asked()
  await Promise.all([access.check(), access.check(), access.check()])
  await access.check()
  expect(access.state()).toMatchObject({ screen: 'login', problem: texts.ended })
  expect([asked() - before, forgotten() - forgottenBefore]).toEqual([1, 1])
})

it('says for how many seconds no more credentials are accepted', async (scope) => {
  const settings = { AUTH_ENABLED: 'true', API_KEY, RATE_LIMIT_WINDOW: '600' }
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  scope.onTestFinished(() => void vi.useRealTimers())
  const { access, server } = await open(scope, settings)
  await access.check()
  for (let guess = 0; guess < 10; guess += 1) {
    await server.post('/api/auth/login', { apiKey: `guess ${guess}` })
  }
  await access.login({ apiKey: 'another' })
  const state = access.state()
  expect(state.screen === 'login' && state.problem).toMatch(/try again in 600 seconds$/)
})

it('says that the login failed when a proxy answers instead', async (scope) => {
  const { access } = await open(scope)
  await access.check()
  const proxy = createServer((_, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'))
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  scope.onTestFinished(() => void proxy.close())
  pathsAreOf(scope, `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`)
  await access.login(BY_KEY)
  expect(access.state()).toMatchObject({ screen: 'login', problem: texts.failed })
})

describe('a server that cannot be asked', () => {
  it('leaves the page of a signed-in user as it is', async (scope) => {
    const { access, server } = await open(scope)
    await access.check()
    await access.login(BY_KEY)
    await server.stop()
    await access.check()
    expect(access.state()).toMatchObject({ screen: 'signed-in' })
  })

  it('is reported at first, and asked again until it answers', async (scope) => {
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

  it('lets in a user who came by a sign-in link as soon as it answers', async (scope) => {
    const { access, server } = await open(scope)
    const token = newLink(server)
    await server.stop()
    await access.check(token)
    expect(access.state()).toMatchObject({ screen: 'login', status: null })
    const { port, dataDir } = server
    await startServer(scope, { environment: { ...environment, HOST_PORT: `${port}` }, dataDir })
    await until(() => access.state().screen === 'signed-in')
  })

  it('is reported when a login does not reach it', async (scope) => {
    const { access, server } = await open(scope)
    await access.check()
    await server.stop()
    await access.login(BY_KEY)
    const problem = common.networkError
    expect(access.state()).toMatchObject({ screen: 'login', problem, submitting: false })
  })
})
