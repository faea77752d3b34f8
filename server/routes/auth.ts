import type { Context as Request } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { presentedSessions, SESSION_COOKIE } from '../auth/authenticator.ts'
import type { AuthRefusal, OpenedSession } from '../auth/outcomes.ts'
import type { Context } from '../context.ts'
import { http, auth as texts } from '../contract/messages.ts'
import { isSecureRequest, presentedBy } from '../http/gate.ts'
import type { Env, Handlers } from '../http/mount.ts'
import { actorOf } from './actor.ts'

type AuthHandlers = Pick<Handlers, 'authStatus' | 'login' | 'logout' | 'setPassword'>

/** Who is let in: status, login, logout, the password. */
export function authHandlers({ auth, config, store }: Context): AuthHandlers {
  const giveCookie = (request: Request<Env>, { sessionId, expiresIn }: OpenedSession) =>
    setCookie(request, SESSION_COOKIE, sessionId, {
      path: '/',
      httpOnly: true,
      sameSite: 'Strict',
      secure: isSecureRequest(request, config.trustedProxies),
      // The server's own clock ends a session; the cookie only must not end it earlier.
      maxAge: expiresIn * ABSOLUTE_FACTOR,
    })

  const refuse = (request: Request<Env>, { error, retryAfter }: AuthRefusal, body: object) => {
    if (retryAfter === undefined) return request.json({ ...body, error }, 401)
    request.header('Retry-After', String(retryAfter))
    return request.json({ ...body, error }, 429)
  }

  return {
    authStatus: ({ request }) => {
      const principal = auth.peek(presentedBy(request), request.get('client').key)
      return request.json({
        enabled: auth.enabled,
        methods: auth.methods,
        rateLimiting: config.rateLimit.enabled,
        sessionTimeout: config.auth.sessionTimeout,
        authenticated: principal !== null,
        needsSetup: auth.needsSetup,
        ...(principal === null
          ? {}
          : {
              userId: principal.userId,
              needsCurrentPassword: auth.needsCurrentPassword(principal),
            }),
      })
    },

    login: async ({ body, request }) => {
      const result = await auth.login(body, {
        clientKey: request.get('client').key,
        sessionIds: presentedSessions(presentedBy(request)),
      })
      // One that was not even looked at is no row: whoever guesses would push all others out.
      const isLimited = !result.ok && result.retryAfter !== undefined
      const actor = result.ok ? result.userId : 'unknown'
      const outcome = result.ok ? 'ok' : 'refused'
      if (!isLimited) store.audit.record({ actor, action: 'login', outcome })
      if (!result.ok) return refuse(request, result, { success: false })
      giveCookie(request, result)
      const { sessionId, userId, expiresIn } = result
      return request.json({ success: true, sessionId, userId, expiresIn })
    },

    logout: ({ request }) => {
      const principal = auth.peek(presentedBy(request), request.get('client').key)
      if (principal !== null && auth.logout(principal)) {
        store.audit.record({ actor: principal.userId, action: 'logout', outcome: 'ok' })
      }
      deleteCookie(request, SESSION_COOKIE, { path: '/' })
      return request.json({ success: true })
    },

    setPassword: async (call) => {
      const { body, request, principal } = call
      const result = await auth.setPassword(body, {
        clientKey: request.get('client').key,
        principal,
      })
      const outcome = result.ok ? 'ok' : 'refused'
      store.audit.record({ actor: actorOf(call), action: 'password.set', outcome })
      if (!result.ok) {
        const { error, retryAfter } = result
        if (retryAfter !== undefined) return refuse(request, result, {})
        return request.json({ error }, 400)
      }
      if (result.session) giveCookie(request, result.session)
      return request.json({ success: true, message: texts.passwordSet })
    },
  }
}

/** Sessions end absolutely after twelve idle time-outs (design, section 4.1). */
const ABSOLUTE_FACTOR = 12

type AccessHandlers = Pick<
  Handlers,
  'sessions' | 'endSession' | 'apiKeys' | 'createApiKey' | 'revokeApiKey'
>

/** What lets in: sessions and API keys, listed and revoked. */
export function accessHandlers({ auth, store }: Context): AccessHandlers {
  return {
    sessions: ({ principal, request }) =>
      request.json({
        sessions: auth.sessions.list(principal.sessionHash).map((session) => ({
          ...session,
          createdAt: iso(session.createdAt),
          lastUsedAt: iso(session.lastUsedAt),
        })),
      }),

    endSession: (call) => {
      const ended = auth.sessions.endByHandle(call.param('handle'))
      if (!ended) return call.request.json({ error: http.notFound }, 404)
      store.audit.record({ actor: actorOf(call), action: 'session.end', outcome: 'ok' })
      return call.request.json({ success: true })
    },

    apiKeys: ({ request }) => request.json({ keys: auth.apiKeys.list().map(viewKey) }),

    createApiKey: (call) => {
      const { key, ...view } = auth.apiKeys.create(call.body)
      store.audit.record({
        actor: actorOf(call),
        action: 'api-key.create',
        outcome: 'ok',
        detail: { name: view.name, scope: view.scope },
      })
      return call.request.json({ ...viewKey(view), key })
    },

    revokeApiKey: (call) => {
      const revoked = auth.apiKeys.revoke(call.param('id'))
      if (!revoked) return call.request.json({ error: http.notFound }, 404)
      store.audit.record({ actor: actorOf(call), action: 'api-key.revoke', outcome: 'ok' })
      return call.request.json({ success: true })
    },
  }
}

interface KeyView {
  id: string
  name: string
  scope: string
  createdAt: number | null
  lastUsedAt: number | null
  revocable: boolean
}

const viewKey = ({ id, name, scope, createdAt, lastUsedAt, revocable }: KeyView) => ({
  id,
  name,
  scope,
  revocable,
  ...(createdAt === null ? {} : { createdAt: iso(createdAt) }),
  ...(lastUsedAt === null ? {} : { lastUsedAt: iso(lastUsedAt) }),
})

const iso = (ms: number): string => new Date(ms).toISOString()
