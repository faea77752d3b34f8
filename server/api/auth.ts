import type { Context as Request } from 'hono'
import type { Context } from '#app/context.ts'
import { presentedSessions } from '#auth/authenticator.ts'
import type { AuthRefusal, SessionOrigin } from '#auth/login-attempt.ts'
import { CONFIRMED_FOR_MS } from '#contract/limits.ts'
import { auth as texts } from '#contract/messages.ts'
import { presentedBy, refuseUnconfirmed } from '#http/auth-middleware.ts'
import { browserWords } from '#http/browser-words.ts'
import type { Env, Handlers } from '#http/router.ts'
import { actorOf } from './actor.ts'

type AuthHandlers = Pick<Handlers, 'authStatus' | 'login' | 'logout' | 'confirm' | 'setPassword'>

/** Signing in: status, login, logout, the password. */
export function authHandlers({ auth, config, store }: Context): AuthHandlers {
  const refuse = (request: Request<Env>, { error, retryAfter }: AuthRefusal, body: object) => {
    if (retryAfter === undefined) return request.json({ ...body, error }, 401)
    request.header('Retry-After', String(retryAfter))
    return request.json({ ...body, error }, 429)
  }

  return {
    authStatus: ({ request }) => {
      const principal = auth.peek(presentedBy(request))
      return request.json({
        enabled: auth.enabled,
        methods: auth.methods,
        rateLimiting: config.rateLimit.enabled,
        sessionTimeout: config.auth.sessionTimeout,
        authenticated: principal !== null,
        needsSetup: auth.needsSetup,
        signInLink: config.signInLink,
        ...(principal === null
          ? {}
          : {
              userId: principal.userId,
              needsCurrentPassword: auth.needsCurrentPassword(principal),
            }),
      })
    },

    login: async ({ body, request }) => {
      const origin = originOf(request)
      const result = await auth.login(body, {
        clientKey: request.get('client').key,
        origin,
        sessionIds: presentedSessions(presentedBy(request)),
      })
      // A try that was not even looked at gets no row, or someone who guesses would push all others
      // out.
      const isLimited = !result.ok && result.retryAfter !== undefined
      const actor = result.ok ? result.userId : 'unknown'
      const outcome = result.ok ? 'ok' : 'refused'
      if (!isLimited) {
        store.audit.record({ actor, action: 'login', outcome, detail: cameFrom(origin) })
      }
      if (!result.ok) return refuse(request, result, { success: false })
      const { sessionId, userId, expiresIn } = result
      return request.json({ success: true, sessionId, userId, expiresIn })
    },

    logout: ({ request }) => {
      const principal = auth.peek(presentedBy(request))
      if (principal !== null && auth.logout(principal)) {
        store.audit.record({ actor: principal.userId, action: 'logout', outcome: 'ok' })
      }
      return request.json({ success: true })
    },

    confirm: async (call) => {
      const { body, request, principal } = call
      const clientKey = request.get('client').key
      const result = await auth.confirm(body, { clientKey, principal })
      const outcome = result.ok ? 'ok' : 'refused'
      const isLimited = !result.ok && result.retryAfter !== undefined
      const actor = actorOf(call)
      if (!isLimited) store.audit.record({ actor, action: 'session.confirm', outcome })
      if (result.ok) {
        return request.json({ success: true, confirmedFor: CONFIRMED_FOR_MS / 1_000 })
      }
      if (isLimited) return refuse(request, result, {})
      // Not 401, which would say that nobody is signed in.
      return request.json({ error: texts.confirmWrong }, 400)
    },

    setPassword: async (call) => {
      const { body, request, principal } = call
      // Whoever gives no current password came by a link; if there is a login, they must show it.
      const isAsked = !auth.needsCurrentPassword(principal) && !auth.needsSetup
      if (isAsked && !auth.isConfirmed(principal)) return refuseUnconfirmed(request)
      const result = await auth.setPassword(body, {
        clientKey: request.get('client').key,
        origin: originOf(request),
        principal,
      })
      const outcome = result.ok ? 'ok' : 'refused'
      store.audit.record({ actor: actorOf(call), action: 'password.set', outcome })
      if (!result.ok) {
        const { error, retryAfter } = result
        if (retryAfter !== undefined) return refuse(request, result, {})
        return request.json({ error }, 400)
      }
      const { sessionId, expiresIn } = result.session ?? {}
      return request.json({ success: true, message: texts.passwordSet, sessionId, expiresIn })
    },
  }
}

/** From where somebody signs in, and with what. */
function originOf(request: Request<Env>): SessionOrigin {
  const browser = browserWords(request.req.header('user-agent'))
  return { address: request.get('client').address, ...(browser !== undefined && { browser }) }
}

/** The same as the audit has it. */
const cameFrom = ({ address, ...browser }: SessionOrigin) => ({ from: address, ...browser })
