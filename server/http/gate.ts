import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler, Context as Request } from 'hono'
import { adminSecretGiven } from '../auth/admin-secret.ts'
import { type Auth, limitKeyOf } from '../auth/auth.ts'
import type { Presented, Principal } from '../auth/authenticator.ts'
import { type Client, clientOf, type TrustedProxies } from '../auth/client-address.ts'
import { matcherOf } from '../auth/compare.ts'
import type { Consumed } from '../auth/fixed-windows.ts'
import { UNATTENDED_HEADER } from '../contract/limits.ts'
import { auth as texts } from '../contract/messages.ts'
import { reaches } from '../contract/scopes.ts'
import type { Secret } from '../secret.ts'
import type { Env } from './mount.ts'
import type { Route } from './route.ts'
import { credentialsOffered } from './subprotocols.ts'
import { routes } from './table.ts'

export interface GateOptions {
  auth: Auth
  config: { trustedProxies: TrustedProxies; metricsToken: Secret | undefined }
}

/** Nobody we know, on routes that are open to all. */
const ANONYMOUS: Principal = { kind: 'open', userId: 'anonymous', scope: 'read', name: 'anonymous' }
/** The metrics token's name among the credentials that an address has used. */
const METRICS = 'metrics token'

/** Whether a call came without any credential to a route that admits it anyway. */
export const isAnonymous = (principal: Principal): boolean => principal === ANONYMOUS

const SCRAPER: Principal = { kind: 'api-key', userId: 'metrics', scope: 'read', name: 'metrics' }

const ADMINISTRATOR: Principal = {
  kind: 'api-key',
  userId: 'admin-secret',
  scope: 'admin',
  name: 'admin secret',
}

/** Who is admitted to an upgrade, or the status that refuses it. */
export type Admission = { ok: true; principal: Principal } | { ok: false; status: number }

/** Lets a call through to a route of the table, or answers it: 401, 403 or 429. */
export function createGate({ auth, config }: GateOptions) {
  const { limiter, familiar } = auth

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

  /** Who makes a call, or the answer that refuses it: 401 or 429. */
  const identify = async (
    request: Request<Env>,
    route: Route,
    client: Client,
  ): Promise<Principal | Response> => {
    const presented = presentedBy(request)
    const isOpen = route.scope === 'open' || (route.lessWithoutLogin && presentsNothing(presented))
    if (isOpen) return auth.peek(presented, client.key) ?? ANONYMOUS
    const identified = await auth.identify(presented, client.key)
    if (identified.ok) return identified.principal
    if (identified.limited !== undefined) return tooMany(request, identified.limited)
    const counted = limiter.consume('anonymous', client.key)
    if (!counted.ok) return tooMany(request, counted.retryAfter)
    return request.json({ error: texts.required, authMethods: auth.methods }, 401)
  }

  /**
   * Whoever gives the admin secret to a call that takes it, or the answer to a wrong one. Undefined when
   * the call has to be admitted by something else.
   */
  const identifyAdministrator = (
    request: Request<Env>,
    route: Route,
    client: Client,
  ): Principal | Response | undefined => {
    const { adminSecret } = auth
    if (!adminSecret.isSet || !route.adminSecret) return undefined
    const { header, bearer } = adminSecretGiven(headersOf(request))
    const given = header ?? (bearer !== undefined && adminSecret.is(bearer) ? bearer : undefined)
    if (given === undefined) return undefined
    const checked = adminSecret.check(given, client.key)
    if (checked.ok) return ADMINISTRATOR
    if (checked.retryAfter !== undefined) return tooMany(request, checked.retryAfter)
    return request.json({ error: texts.required, authMethods: auth.methods }, 401)
  }

  const admit = async (
    request: Request<Env>,
    route: Route,
    client: Client,
  ): Promise<Principal | Response> => {
    const principal =
      identifyAdministrator(request, route, client) ?? (await identify(request, route, client))
    if (principal instanceof Response) return principal
    if (route.scope !== 'open' && !reaches(principal.scope, route.scope)) {
      return request.json({ error: texts.scope(route.scope) }, 403)
    }
    const counted = count(route, client, principal)
    return counted.ok ? principal : tooMany(request, counted.retryAfter)
  }

  /** The same for whoever has shown the metrics token. */
  const admitScraper = (request: Request<Env>, client: Client): Principal | Response => {
    const allowed = limiter.mayTry(client.key)
    if (allowed.ok) familiar.note(client.key, METRICS)
    else if (!familiar.knows(client.key, METRICS)) return tooMany(request, allowed.retryAfter)
    return SCRAPER
  }

  return {
    /** The middleware before one route. */
    of(route: Route): MiddlewareHandler<Env> {
      const isMetrics = route.path === routes.metrics.path

      return async function gate(request, next) {
        request.env.route = route.path
        const client = clientOf(request.env.incoming, config.trustedProxies)
        request.set('client', client)
        const isScraper = isMetrics && isMetricsToken(request.req.header('authorization') ?? '')
        const principal = isScraper
          ? admitScraper(request, client)
          : await admit(request, route, client)
        if (principal instanceof Response) return principal
        if (route.confirm === 'always' && !auth.isConfirmed(principal)) {
          return refuseUnconfirmed(request)
        }
        request.set('principal', principal)
        return next()
      }
    },

    /** For a call that becomes a WebSocket, before it does so. */
    async admit(request: IncomingMessage, route: Route): Promise<Admission> {
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
      const reached = route.scope === 'open' || reaches(principal.scope, route.scope)
      return reached ? { ok: true, principal } : { ok: false, status: 403 }
    },
  }
}

export type Gate = ReturnType<typeof createGate>

/** The parts of a call that say who makes it. */
export const presentedBy = (request: Request<Env>): Presented => ({
  headers: {
    'x-session-id': request.req.header('x-session-id'),
    'x-api-key': request.req.header('x-api-key'),
    authorization: request.req.header('authorization'),
  },
  unattended: request.req.header(UNATTENDED_HEADER) !== undefined,
})

/** Where a call may carry the admin secret. */
export const headersOf = (request: Request<Env>) => ({
  'x-admin-secret': request.req.header('x-admin-secret'),
  authorization: request.req.header('authorization'),
})

const presentsNothing = ({ headers }: Presented): boolean =>
  Object.values(headers).every((value) => value === undefined)

/** For a call that is shown secrets: its session must be confirmed first. */
export const refuseUnconfirmed = (request: Request<Env>): Response =>
  request.json({ error: texts.confirm, code: 'CONFIRM' }, 403)

function tooMany(request: Request<Env>, seconds: number): Response {
  request.header('Retry-After', String(seconds))
  return request.json({ error: texts.tooMany(seconds) }, 429)
}
