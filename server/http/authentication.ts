import type { IncomingMessage } from 'node:http'
import { adminSecretGiven } from '#auth/admin-secret.ts'
import { type Auth, limitKeyOf } from '#auth/auth.ts'
import type { Presented, Principal } from '#auth/authenticator.ts'
import { type Client, clientOf, type TrustedProxies } from '#auth/client-address.ts'
import type { Consumed } from '#auth/rate-limiter.ts'
import { matcherOf } from '#auth/secrets.ts'
import { auth as texts } from '#contract/codes.ts'
import { UNATTENDED_HEADER } from '#contract/limits.ts'
import { withFixedCode } from '#contract/message.ts'
import { reaches, type Scope } from '#contract/scopes.ts'
import { type Eventually, followedBy } from '#lib/eventually.ts'
import type { Secret } from '#lib/secret.ts'
import type { RequestContext, Route } from './route.ts'
import { credentialsOffered } from './subprotocols.ts'

export interface AuthenticationOptions {
  auth: Auth
  config: { trustedProxies: TrustedProxies; metricsToken: Secret | undefined }
}

/** A caller that a route admits without a credential that we know. */
const ANONYMOUS: Principal = { kind: 'open', userId: 'anonymous', scope: 'read' }

/** Whether a route has admitted a call without knowing its caller. */
export const isAnonymous = (principal: Principal): boolean => principal === ANONYMOUS

const SCRAPER: Principal = { kind: 'api-key', userId: 'metrics', scope: 'read' }

const ADMINISTRATOR: Principal = { kind: 'api-key', userId: 'admin-secret', scope: 'admin' }

/** Who asks for a WebSocket, or the HTTP status of the refusal. */
export type Admission = { ok: true; principal: Principal } | { ok: false; status: number }

/** Finds out who makes a request, and whether its route lets them. */
export function createAuthentication({ auth, config }: AuthenticationOptions) {
  const { limiter } = auth

  const token = config.metricsToken?.reveal()
  const isMetricsToken = token === undefined ? () => false : matcherOf(`Bearer ${token}`)

  const count = (route: Route, client: Client, principal: Principal): Consumed => {
    if (route.limit === 'recover') return limiter.consume('recover', client.key)
    // auth/ counts a login, because only it knows how the login ends.
    if (route.limit === 'none' || route.limit === 'login') return { ok: true }
    return principal === ANONYMOUS
      ? limiter.consume('anonymous', client.key)
      : limiter.consume('authenticated', limitKeyOf(principal, client.key))
  }

  /** Who makes a request, or its refusal: 401 or 429. A session or a key made here needs no waiting. */
  const identify = (
    request: RequestContext,
    route: Route,
    client: Client,
  ): Eventually<Principal | Response> => {
    const presented = presentedBy(request)
    const principal = auth.peek(presented)
    if (principal !== null) return principal
    const isOpen = route.scope === 'open' || (route.lessWithoutLogin && presentsNothing(presented))
    return isOpen ? ANONYMOUS : identifyGuess(request, presented, client)
  }

  const identifyGuess = async (
    request: RequestContext,
    presented: Presented,
    client: Client,
  ): Promise<Principal | Response> => {
    const identified = await auth.identify(presented, client.key)
    if (identified.ok) return identified.principal
    if (identified.limited !== undefined) return tooMany(request, identified.limited)
    const counted = limiter.consume('anonymous', client.key)
    return counted.ok ? unauthorized(request) : tooMany(request, counted.retryAfter)
  }

  const unauthorized = (request: RequestContext): Response =>
    request.json({ ...texts.required, authMethods: auth.methods }, 401)

  /**
   * Whether a bearer token is the admin secret. False beside a valid session or API key made here: with those, wrong
   * guesses would never be counted.
   */
  const isAdminSecret = (request: RequestContext, bearer: string): boolean => {
    const known = auth.enabled ? auth.peek(presentedBy(request)) : null
    return known === null && auth.adminSecret.is(bearer)
  }

  /**
   * Returns the administrator if the route accepts the admin secret and the request carries it, and the refusal if
   * X-Admin-Secret is wrong or no tries are left. Undefined if the caller has to be identified otherwise.
   */
  const identifyAdministrator = (
    request: RequestContext,
    route: Route,
    client: Client,
  ): Principal | Response | undefined => {
    const { adminSecret } = auth
    if (!adminSecret.isSet || !route.adminSecret) return undefined
    const { header, bearer } = adminSecretGiven(headersOf(request))
    const given =
      header ?? (bearer !== undefined && isAdminSecret(request, bearer) ? bearer : undefined)
    if (given === undefined) return undefined
    const checked = adminSecret.check(given, client.key)
    if (checked.ok) return ADMINISTRATOR
    return checked.retryAfter === undefined
      ? unauthorized(request)
      : tooMany(request, checked.retryAfter)
  }

  /**
   * Whether a request shows the metrics token, and its client may still try credentials. If not, the token is
   * tried as an API key.
   */
  const isScraper = (request: RequestContext, client: Client): boolean =>
    isMetricsToken(request.req.header('authorization') ?? '') && limiter.mayTry(client.key)

  /** The refusal of a principal's call: by its scope, by its rate, or until its session is confirmed. Null: admitted. */
  const admit = (
    request: RequestContext,
    route: Route,
    client: Client,
    principal: Principal,
  ): Response | null => {
    if (route.scope !== 'open' && !reaches(principal.scope, route.scope)) {
      return request.json(texts.scope(route.scope), 403)
    }
    const counted = count(route, client, principal)
    if (!counted.ok) return tooMany(request, counted.retryAfter)
    request.set('principal', principal)
    return route.confirm === 'always' ? unlessConfirmed(request) : null
  }

  const unlessConfirmed = (request: RequestContext): Response | null =>
    auth.isConfirmed(request.get('principal')) ? null : refuseUnconfirmed(request)

  return {
    /**
     * Sets the request's client and principal.
     *
     * @returns null, or the refusal: 401, 403 or 429; promised only where a credential takes time to check
     */
    authenticate(request: RequestContext, route: Route): Eventually<Response | null> {
      request.env.route = route.path
      const client = clientOf(request.env.incoming, config.trustedProxies)
      request.set('client', client)
      const isMetrics = route.metricsToken && isScraper(request, client)
      const known = isMetrics
        ? SCRAPER
        : (identifyAdministrator(request, route, client) ?? identify(request, route, client))
      return followedBy(known, (principal) =>
        principal instanceof Response ? principal : admit(request, route, client, principal),
      )
    },

    /** The refusal of a session that is not confirmed; null if it is. */
    refuseUnconfirmed: unlessConfirmed,

    /** Authenticates a request for a WebSocket, which needs a credential of this scope. */
    async authenticateUpgrade(request: IncomingMessage, scope: Scope): Promise<Admission> {
      const client = clientOf(request, config.trustedProxies)
      const query = new URLSearchParams((request.url ?? '').split('?')[1])
      const offered = credentialsOffered(request.headers['sec-websocket-protocol'])
      const identified = await auth.identify(
        {
          headers: request.headers,
          // A page reopens its stream by itself for as long as the page is open.
          unattended: true,
          query: {
            sessionId: [...offered.sessionId, ...query.getAll('sessionId')],
            apiKey: [...offered.apiKey, ...query.getAll('apiKey')],
          },
        },
        client.key,
      )
      if (!identified.ok) return { ok: false, status: identified.limited === undefined ? 401 : 429 }
      const { principal } = identified
      return reaches(principal.scope, scope) ? { ok: true, principal } : { ok: false, status: 403 }
    },
  }
}

export type Authentication = ReturnType<typeof createAuthentication>

/** The credentials of a request. */
export const presentedBy = (request: RequestContext): Presented => ({
  headers: {
    'x-session-id': request.req.header('x-session-id'),
    'x-api-key': request.req.header('x-api-key'),
    authorization: request.req.header('authorization'),
  },
  unattended: request.req.header(UNATTENDED_HEADER) !== undefined,
})

/** The headers that may carry the admin secret. */
export const headersOf = (request: RequestContext) => ({
  'x-admin-secret': request.req.header('x-admin-secret'),
  authorization: request.req.header('authorization'),
})

const presentsNothing = ({ headers }: Presented): boolean =>
  Object.values(headers).every((value) => value === undefined)

/** The refusal of a call whose session must be confirmed first: 403 with the code `CONFIRM`. */
export const refuseUnconfirmed = (request: RequestContext): Response =>
  request.json(withFixedCode('CONFIRM', texts.confirm), 403)

function tooMany(request: RequestContext, seconds: number): Response {
  request.header('Retry-After', String(seconds))
  return request.json(texts.tooMany(seconds), 429)
}
