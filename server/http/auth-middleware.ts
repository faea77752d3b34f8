import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler, Context as Request } from 'hono'
import { routes } from '#api/table.ts'
import { adminSecretGiven } from '#auth/admin-secret.ts'
import { type Auth, limitKeyOf } from '#auth/auth.ts'
import type { Presented, Principal } from '#auth/authenticator.ts'
import { type Client, clientOf, type TrustedProxies } from '#auth/client-address.ts'
import type { Consumed } from '#auth/rate-limiter.ts'
import { matcherOf } from '#auth/secrets.ts'
import { UNATTENDED_HEADER } from '#contract/limits.ts'
import { auth as texts } from '#contract/messages.ts'
import { reaches } from '#contract/scopes.ts'
import type { Secret } from '#lib/secret.ts'
import type { Route } from './route.ts'
import type { Env } from './router.ts'
import { credentialsOffered } from './subprotocols.ts'

export interface GateOptions {
  auth: Auth
  config: { trustedProxies: TrustedProxies; metricsToken: Secret | undefined }
}

/** Nobody we know, on routes that are open to all. */
const ANONYMOUS: Principal = { kind: 'open', userId: 'anonymous', scope: 'read', name: 'anonymous' }

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

  /** Who makes a call, or the answer that refuses it: 401 or 429. */
  const identify = async (
    request: Request<Env>,
    route: Route,
    client: Client,
  ): Promise<Principal | Response> => {
    const presented = presentedBy(request)
    const isOpen = route.scope === 'open' || (route.lessWithoutLogin && presentsNothing(presented))
    if (isOpen) return auth.peek(presented) ?? ANONYMOUS
    const identified = await auth.identify(presented, client.key)
    if (identified.ok) return identified.principal
    if (identified.limited !== undefined) return tooMany(request, identified.limited)
    const counted = limiter.consume('anonymous', client.key)
    if (!counted.ok) return tooMany(request, counted.retryAfter)
    return request.json({ error: texts.required, authMethods: auth.methods }, 401)
  }

  /** Whether a bearer token is the admin secret. Nobody tries it beside a session, which would never count. */
  const isAdminSecret = (request: Request<Env>, bearer: string): boolean => {
    const known = auth.enabled ? auth.peek(presentedBy(request)) : null
    return known === null && auth.adminSecret.is(bearer)
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
    const given =
      header ?? (bearer !== undefined && isAdminSecret(request, bearer) ? bearer : undefined)
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

  /** Whether a call shows the metrics token, and its client has tries left: it is tried as a key if not. */
  const isScraper = (request: Request<Env>, client: Client): boolean =>
    isMetricsToken(request.req.header('authorization') ?? '') && limiter.mayTry(client.key).ok

  const unconfirmed = (request: Request<Env>): Response | null =>
    auth.isConfirmed(request.get('principal')) ? null : refuseUnconfirmed(request)

  return {
    unconfirmed,

    /** The middleware before one route. */
    of(route: Route): MiddlewareHandler<Env> {
      const isMetrics = route.path === routes.metrics.path

      return async function gate(request, next) {
        request.env.route = route.path
        const client = clientOf(request.env.incoming, config.trustedProxies)
        request.set('client', client)
        const principal =
          isMetrics && isScraper(request, client) ? SCRAPER : await admit(request, route, client)
        if (principal instanceof Response) return principal
        request.set('principal', principal)
        const refusal = route.confirm === 'always' ? unconfirmed(request) : null
        return refusal ?? next()
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

/** For a call that shows secrets or widens rights: its session must be confirmed first. */
export const refuseUnconfirmed = (request: Request<Env>): Response =>
  request.json({ error: texts.confirm, code: 'CONFIRM' }, 403)

function tooMany(request: Request<Env>, seconds: number): Response {
  request.header('Retry-After', String(seconds))
  return request.json({ error: texts.tooMany(seconds) }, 429)
}
