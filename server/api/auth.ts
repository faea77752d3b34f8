import { presentedSessions } from '#auth/authenticator.ts'
import type { AuthRefusal, SessionOrigin } from '#auth/login-attempt.ts'
import * as auth from '#contract/auth.ts'
import { auth as texts } from '#contract/codes.ts'
import { CONFIRMED_FOR_MS } from '#contract/limits.ts'
import { messageOf } from '#contract/message.ts'
import { successAnswer } from '#contract/operations.ts'
import { errorAnswer } from '#contract/refusal.ts'
import { presentedBy, refuseUnconfirmed } from '#http/authentication.ts'
import type { RequestContext } from '#http/route.ts'
import { describeBrowser } from '#http/user-agent.ts'
import { route } from './route.ts'
import { PASSWORD } from './samples.ts'

/** The caller of a login is not known yet, so the body must be small. The longest username and password fit. */
const LOGIN_BODY_BYTES = 16 * 1024

/** Signing in: status, login, logout, the password. */
export const authRoutes = {
  authStatus: route({
    method: 'get',
    path: '/api/auth/status',
    scope: 'open',
    example: {
      answer: {
        enabled: true,
        methods: ['api-key', 'basic-auth'],
        rateLimiting: true,
        sessionTimeout: 86400,
        authenticated: false,
        needsSetup: false,
        signInLink: { by: 'command', text: 'floe sign-in-link' },
      },
    },
    summary: 'Check whether a login is needed, and by which methods',
    answers: { 200: auth.authStatusAnswer },
    handle: ({ request }, { auth, config }) => {
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
  }),

  login: route({
    method: 'post',
    path: '/api/auth/login',
    scope: 'open',
    limit: 'login',
    example: {
      body: { username: 'olga', password: PASSWORD },
      answer: { success: true, sessionId: 'a session id', userId: 'olga', expiresIn: 86400 },
    },
    summary: 'Log in with an API key, with username and password, or with a sign-in link',
    body: auth.loginRequest,
    maxBody: LOGIN_BODY_BYTES,
    badRequest: (why) => ({ success: false, ...why }),
    answers: { 200: auth.loginAnswer, 400: auth.loginRefusal, 401: auth.loginRefusal },
    handle: async ({ body, request }, { auth, store }) => {
      const origin = originOf(request)
      const result = await auth.login(body, {
        clientKey: request.get('client').key,
        origin,
        sessionIds: presentedSessions(presentedBy(request)),
      })
      // A rate-limited attempt gets no row, or someone who guesses would push all others out.
      const isLimited = !result.ok && result.retryAfter !== undefined
      const actor = result.ok ? result.userId : 'unknown'
      const outcome = result.ok ? 'ok' : 'refused'
      if (!isLimited) {
        const { address, ...browser } = origin
        const detail = { from: address, ...browser }
        store.audit.record({ actor, action: 'login', outcome, detail })
      }
      if (!result.ok) return refuse(request, result, { success: false })
      const { sessionId, userId, expiresIn } = result
      return request.json({ success: true, sessionId, userId, expiresIn })
    },
  }),

  logout: route({
    method: 'post',
    path: '/api/auth/logout',
    scope: 'open',
    summary: 'End the session, and close its event streams',
    answers: { 200: successAnswer },
    handle: ({ request }, { auth, store }) => {
      const principal = auth.peek(presentedBy(request))
      if (principal !== null && auth.logout(principal)) {
        store.audit.record({ actor: principal.userId, action: 'logout', outcome: 'ok' })
      }
      return request.json({ success: true })
    },
  }),

  confirm: route({
    method: 'post',
    path: '/api/auth/confirm',
    scope: 'read',
    limit: 'login',
    example: { body: { password: PASSWORD }, answer: { success: true, confirmedFor: 300 } },
    summary: 'Confirm the session by giving its credential again',
    description:
      'For five minutes it may then make calls that show secrets or widen rights. Without that ' +
      'they answer 403 with the code `CONFIRM`, once five minutes have passed since the login.',
    body: auth.confirmRequest,
    maxBody: LOGIN_BODY_BYTES,
    answers: { 200: auth.confirmAnswer, 400: errorAnswer },
    handle: async ({ actor, body, principal, request }, { auth, store }) => {
      const clientKey = request.get('client').key
      const result = await auth.confirm(body, { clientKey, principal })
      const outcome = result.ok ? 'ok' : 'refused'
      const isLimited = !result.ok && result.retryAfter !== undefined
      if (!isLimited) store.audit.record({ actor, action: 'session.confirm', outcome })
      if (result.ok) {
        return request.json({ success: true, confirmedFor: CONFIRMED_FOR_MS / 1_000 })
      }
      if (isLimited) return refuse(request, result, {})
      // Not 401, which would say that nobody is signed in.
      return request.json(texts.confirmWrong, 400)
    },
  }),

  setPassword: route({
    method: 'put',
    path: '/api/auth/password',
    scope: 'admin',
    limit: 'login',
    confirm: 'sometimes',
    example: { body: { username: 'olga', password: PASSWORD } },
    summary: 'Set or change username and password',
    description: 'All other sessions end.',
    body: auth.passwordRequest,
    answers: { 200: auth.passwordAnswer, 400: errorAnswer },
    handle: async ({ actor, body, principal, request }, { auth, store }) => {
      // Nobody needs the current password if none is set, or after a sign-in link. If there is a login at all,
      // it must be confirmed then.
      const needsConfirmation = !auth.needsCurrentPassword(principal) && !auth.needsSetup
      if (needsConfirmation && !auth.isConfirmed(principal)) return refuseUnconfirmed(request)
      const result = await auth.setPassword(body, {
        clientKey: request.get('client').key,
        origin: originOf(request),
        principal,
      })
      const outcome = result.ok ? 'ok' : 'refused'
      store.audit.record({ actor, action: 'password.set', outcome })
      if (!result.ok) {
        if (result.retryAfter !== undefined) return refuse(request, result, {})
        return request.json(messageOf(result), 400)
      }
      const { sessionId, expiresIn } = result.session ?? {}
      const { error: message, code } = texts.passwordSet
      return request.json({ success: true, message, code, sessionId, expiresIn })
    },
  }),
}

function refuse(request: RequestContext, refusal: AuthRefusal, body: object) {
  const { retryAfter } = refusal
  if (retryAfter === undefined) return request.json({ ...body, ...messageOf(refusal) }, 401)
  request.header('Retry-After', String(retryAfter))
  return request.json({ ...body, ...messageOf(refusal) }, 429)
}

/** The address and the browser that somebody signs in from. */
function originOf(request: RequestContext): SessionOrigin {
  const browser = describeBrowser(request.req.header('user-agent'))
  return { address: request.get('client').address, ...(browser !== undefined && { browser }) }
}
