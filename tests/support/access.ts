import { type RouteName, routes } from '#api/table.ts'
import type { Scope as AccessScope } from '#contract/scopes.ts'
import type { Route } from '#http/route.ts'
import { type Answer, type ApiServer, call } from './api-server.ts'

/** A server that asks for a login, and doesn't limit attempts. */
export const CLOSED = { AUTH_ENABLED: 'true', RATE_LIMIT_ENABLED: 'false' } as const

type Headers = Record<string, string>

export const byKey = (key: string): Headers => ({ 'X-API-Key': key })
export const bySession = (id: string): Headers => ({ 'X-Session-ID': id })
export const byBearer = (key: string): Headers => ({ Authorization: `Bearer ${key}` })
export const byPassword = (username: string, password: string): Headers => ({
  Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
})

/** Every route of the table, in the type they share. */
export const tableOf = (): [name: RouteName, route: Route][] =>
  Object.entries(routes) as [RouteName, Route][]

/** Every route except the one that becomes a WebSocket. */
export const callsOf = (): [name: RouteName, route: Route][] =>
  tableOf().filter(([, { upgrade }]) => !upgrade)

export const isWrite = ({ method }: Route): boolean => method !== 'get'

/** By the scope that a route needs: the scopes that open it. */
const OPENED_BY: Record<AccessScope, AccessScope[]> = {
  read: ['read', 'sign', 'admin'],
  sign: ['sign', 'admin'],
  approve: ['approve', 'admin'],
  admin: ['admin'],
}

/** Whether a credential of this scope opens the route. */
export const opens = (scope: AccessScope, { scope: needed }: Route): boolean =>
  needed === 'open' || OPENED_BY[needed].includes(scope)

/** A path of the table with its parameters filled in, by default with ids that don't exist. */
export const pathOf = ({ path }: Route, params: Headers = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? 'nothing')

export interface AskOptions {
  headers?: Headers
  params?: Headers
  query?: string
  /** Sent as JSON; a Blob is sent as it is. */
  body?: unknown
}

/** Calls a route by its name in the table. */
export function ask(
  { url }: Pick<ApiServer, 'url'>,
  name: RouteName,
  { headers = {}, params, query = '', body }: AskOptions = {},
): Promise<Answer> {
  const route: Route = routes[name]
  return call(`${url}${pathOf(route, params)}${query}`, {
    method: route.method.toUpperCase(),
    // A server that is busy may close a connection just as it is used again.
    headers: { Connection: 'close', ...headers },
    ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
  })
}

/** A key of each scope. */
export function makeKeys({ context }: ApiServer): Record<AccessScope, string> {
  const key = (scope: AccessScope) => context.auth.apiKeys.create({ name: scope, scope }).key
  return { read: key('read'), sign: key('sign'), approve: key('approve'), admin: key('admin') }
}

/** The id of a session opened by a sign-in link, which is the owner's. */
export async function openSession(server: ApiServer): Promise<string> {
  const token = server.context.auth.createSignInToken()
  const { body } = await server.post('/api/auth/login', { token })
  return (body as { sessionId: string }).sessionId
}
