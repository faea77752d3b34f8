import { describe, expect, it } from 'vitest'
import type { AuthStatusAnswer, LoginRequest } from '../../../../server/contract/auth.ts'
import { page } from '../../../../server/contract/messages.ts'
import { until } from '../../../../tests/support/until.ts'
import type { Answer } from '../../lib/api.ts'
import { createAccess } from './access.ts'

const texts = page.signIn
const API_KEY = { apiKey: 'the key' }

/** A server with one session at most, which the key opens, and one sign-in link. */
function startServer({ enabled = true, link = 'the token' } = {}) {
  const server = { reachable: true, signedIn: false, asked: 0, link }
  const gone = { ok: false as const, status: null, error: page.unreachable }
  const calls = {
    authStatus: async (): Promise<Answer<AuthStatusAnswer>> => {
      server.asked += 1
      if (!server.reachable) return gone
      const authenticated = !enabled || server.signedIn
      return {
        ok: true,
        data: {
          enabled,
          methods: ['api-key'],
          rateLimiting: true,
          sessionTimeout: 3600,
          needsSetup: false,
          authenticated,
          ...(authenticated ? { userId: 'anna' } : {}),
        },
      }
    },
    login: async (given: LoginRequest): Promise<Answer<unknown>> => {
      if (!server.reachable) return gone
      const byLink = 'token' in given && given.token === server.link
      if (byLink) server.link = ''
      server.signedIn ||= byLink || ('apiKey' in given && given.apiKey === API_KEY.apiKey)
      return server.signedIn
        ? { ok: true, data: {} }
        : { ok: false, status: 401, error: 'Invalid credentials' }
    },
    logout: async (): Promise<Answer<unknown>> => {
      server.signedIn = false
      return { ok: true, data: {} }
    },
  }
  return { server, access: createAccess({ calls, retry: 1 }) }
}

describe('who is let into the page', () => {
  it('is everyone where the server asks for no login', async () => {
    const { access } = startServer({ enabled: false })
    expect(access.state()).toEqual({ screen: 'loading' })
    await access.check()
    expect(access.state()).toEqual({ screen: 'console', userId: null })
  })

  it('is whoever signs in, and after a reload too', async () => {
    const { access } = startServer()
    await access.check()
    expect(access.state()).toMatchObject({ screen: 'login', problem: null })
    await access.login(API_KEY)
    expect(access.state()).toEqual({ screen: 'console', userId: 'anna' })
    await access.check()
    expect(access.state()).toEqual({ screen: 'console', userId: 'anna' })
  })

  it("is not whoever gives a wrong key, who reads the server's words", async () => {
    const { access } = startServer()
    await access.check()
    await access.login({ apiKey: 'another' })
    expect(access.state()).toMatchObject({ problem: 'Invalid credentials', submitting: false })
  })

  it('is whoever opens a sign-in link, once', async () => {
    const { access } = startServer()
    await access.check('the token')
    expect(access.state()).toMatchObject({ screen: 'console' })
    await access.logout()
    await access.check('the token')
    expect(access.state()).toMatchObject({ problem: texts.linkRefused, linkRefused: true })
  })

  it('is nobody after a logout, which is not told as an end of the session', async () => {
    const { access } = startServer()
    await access.check('the token')
    await access.logout()
    expect(access.state()).toMatchObject({ screen: 'login', problem: null })
  })
})

it('says that the session has ended, once, however many calls were refused', async () => {
  const { server, access } = startServer()
  await access.check('the token')
  server.signedIn = false
  server.asked = 0
  await Promise.all([access.check(), access.check(), access.check()])
  await access.check()
  expect(access.state()).toMatchObject({ screen: 'login', problem: texts.ended })
  expect(server.asked).toBe(1)
})

describe('a server that can not be asked', () => {
  it('leaves what is shown to whoever is signed in', async () => {
    const { server, access } = startServer()
    await access.check('the token')
    server.reachable = false
    await access.check()
    expect(access.state()).toMatchObject({ screen: 'console' })
  })

  it('is said at first, and asked again until it answers', async () => {
    const { server, access } = startServer()
    server.reachable = false
    await access.check()
    expect(access.state()).toMatchObject({ screen: 'login', problem: texts.statusUnreachable })
    server.reachable = true
    await until(() => {
      const state = access.state()
      return state.screen === 'login' && state.status !== null && state.problem === null
    })
  })

  it('is said when a login does not reach it', async () => {
    const { server, access } = startServer()
    await access.check()
    server.reachable = false
    await access.login(API_KEY)
    expect(access.state()).toMatchObject({ problem: texts.networkError, submitting: false })
  })
})
