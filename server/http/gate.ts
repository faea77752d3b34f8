import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Context as Request } from 'hono'
import { type Auth, limitKeyOf } from '../auth/auth.ts'
import type { Presented, Principal } from '../auth/authenticator.ts'
import { type Client, clientAddress, type TrustedProxies } from '../auth/client-address.ts'
import { matcherOf } from '../auth/compare.ts'
import type { Consumed } from '../auth/fixed-windows.ts'
import { UNATTENDED_HEADER } from '../contract/limits.ts'
import { auth as texts } from '../contract/messages.ts'
import { reaches } from '../contract/scopes.ts'
import type { Secret } from '../secret.ts'
import type { Answer, Env, Layer } from './mount.ts'
import { credentialsOffered } from './subprotocols.ts'
import { type Route, routes } from './table.ts'

export interface GateOptions {
  auth: Auth
  config: { trustedProxies: TrustedProxies; metricsToken: Secret | undefined }
}

/** Nobody we know: on routes that are open to all. */
const ANONYMOUS: Principal = { kind: 'open', userId: 'anonymous', scope: 'read', name: 'anonymous' }
/** What the metrics token is called among the credentials that an address has used. */
const METRICS = 'metrics token'

/** Whether a call came without any credential, to a route that lets it in all the same. */
export const isAnonymous = (principal: Principal): boolean => principal === ANONYMOUS

const SCRAPER: Principal = { kind: 'api-key', userId: 'metrics', scope: 'read', name: 'metrics' }

/** Who is let through to an upgrade, or the status that it is refused with. */
export type Admission = { ok: true; principal: Principal } | { ok: false; status: number }

/** Lets a call through to a route of the table, or answers it: 401, 403 or 429. */
export function createGate({ auth, config }: GateOptions) {
  const { limiter, familiar } = auth

  const token = config.metricsToken?.reveal()
  const isMetricsToken = token === undefined ? () => false : matcherOf(`Bearer ${token}`)

  const count = (route: Route, client: Client, principal: Principal): Consumed => {
    if (route.limit === 'recover') return limiter.consume('recover', client.key)
    // A login counts as one: in auth/, which alone knows how it ends.
    if (route.limit === 'none' || route.limit === 'login') return { ok: true }
    return principal === ANONYMOUS
      ? limiter.consume('anonymous', client.key)
      : limiter.consume('authenticated', limitKeyOf(principal, client.key))
  }

  /** @param limited seconds until the next credential may be tried */
  const refuse = (request: Request<Env>, client: Client, limited: number | undefined) => {
    if (limited !== undefined) return tooMany(request, limited)
    const counted = limiter.consume('anonymous', client.key)
    if (!counted.ok) return tooMany(request, counted.retryAfter)
    return request.json({ error: texts.required, authMethods: auth.methods }, 401)
  }

  return {
    /** The layer before one route. */
    of(route: Route): Layer {
      const needed = route.scope
      const isMetrics = route.path === routes.metrics.path

      return function gate(request, through) {
        request.env.route = route.path
        const presented = presentedBy(request)
        const client = clientOf(request, config.trustedProxies)
        request.set('client', client)

        const letIn = (principal: Principal): Answer => {
          request.set('principal', principal)
          const isAsked = route.confirm === 'always' && !auth.isConfirmed(principal)
          return isAsked ? refuseUnconfirmed(request) : through()
        }
        const admit = (principal: Principal): Answer => {
          if (needed !== 'open' && !reaches(principal.scope, needed)) {
            return request.json({ error: texts.scope(needed) }, 403)
          }
          const counted = count(route, client, principal)
          return counted.ok ? letIn(principal) : tooMany(request, counted.retryAfter)
        }

        if (isMetrics && isMetricsToken(request.req.header('authorization') ?? '')) {
          const allowed = limiter.mayTry(client.key)
          if (allowed.ok) familiar.note(client.key, METRICS)
          else if (!familiar.knows(client.key, METRICS)) return tooMany(request, allowed.retryAfter)
          return letIn(SCRAPER)
        }
        // Nearly always a session or a key, which is looked up without waiting for anything.
        const known = auth.peek(presented, client.key)
        if (known !== null) return admit(known)
        const isOpen = needed === 'open' || (route.lessWithoutLogin && presentsNothing(presented))
        if (isOpen) return admit(ANONYMOUS)
        return auth
          .identify(presented, client.key)
          .then((identified) =>
            identified.ok
              ? admit(identified.principal)
              : refuse(request, client, identified.limited),
          )
      }
    },

    /** For a call that becomes a WebSocket, before it does. */
    async admit(request: IncomingMessage, route: Route): Promise<Admission> {
      const client = clientAddress({
        remoteAddress: request.socket.remoteAddress,
        forwardedFor: joined(request.headers['x-forwarded-for']),
        trustedProxies: config.trustedProxies,
      })
      const query = new URLSearchParams((request.url ?? '').split('?')[1])
      const offered = credentialsOffered(request.headers['sec-websocket-protocol'])
      const identified = await auth.identify(
        {
          headers: request.headers,
          // A page opens its stream again by itself, for as long as it is open.
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

/** What of a call says who makes it. */
export const presentedBy = (request: Request<Env>): Presented => ({
  headers: {
    'x-session-id': request.req.header('x-session-id'),
    'x-api-key': request.req.header('x-api-key'),
    authorization: request.req.header('authorization'),
  },
  unattended: request.req.header(UNATTENDED_HEADER) !== undefined,
})

const presentsNothing = ({ headers }: Presented): boolean =>
  Object.values(headers).every((value) => value === undefined)

/** For a call that is shown secrets: its session is to be confirmed first. */
export const refuseUnconfirmed = (request: Request<Env>): Response =>
  request.json({ error: texts.confirm, code: 'CONFIRM' }, 403)

function tooMany(request: Request<Env>, seconds: number): Response {
  request.header('Retry-After', String(seconds))
  return request.json({ error: texts.tooMany(seconds) }, 429)
}

/** Who is at the other end of a socket does not change while it is open. */
const clients = new WeakMap<Socket, Client>()

function clientOf(request: Request<Env>, trustedProxies: TrustedProxies): Client {
  const { socket } = request.env.incoming
  const { remoteAddress } = socket
  const forwardedFor = request.req.header('x-forwarded-for')
  if (forwardedFor !== undefined) {
    return clientAddress({ remoteAddress, forwardedFor, trustedProxies })
  }
  let client = clients.get(socket)
  if (client === undefined) {
    client = clientAddress({ remoteAddress, forwardedFor, trustedProxies })
    clients.set(socket, client)
  }
  return client
}

const joined = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(',') : value
