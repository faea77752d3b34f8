import type { HttpBindings } from '@hono/node-server'
import type { Context as HonoContext } from 'hono'
import type { z } from 'zod'
import type { Principal } from '#auth/authenticator.ts'
import type { Client } from '#auth/client-address.ts'
import type { Message } from '#contract/message.ts'
import type { Scope } from '#contract/scopes.ts'

/** What belongs to one request from its start to the log; `route`: the table's path, once known. */
export interface Bindings extends HttpBindings {
  requestId: string
  route?: string
}

/** `Variables`: what authentication sets for the handler. */
export interface Env {
  Bindings: Bindings
  Variables: { principal: Principal; client: Client }
}

export type RequestContext = HonoContext<Env>

/** A call as the description shows it; a test sends it. */
export interface Example {
  /** By the names in the path. */
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | number | boolean>>
  body?: unknown
  /** The answer to it. */
  answer?: unknown
  /** The status of the answer; by default 200. */
  status?: number
}

/** A call of the API: what is needed to route, check and describe it. */
export interface Route {
  method: 'get' | 'post' | 'put' | 'delete'
  /** In Hono's syntax: `:name` is a parameter. */
  path: string
  /** The scope that a credential needs; `open`: none is needed. */
  scope: Scope | 'open'
  /** Which rate limit a call counts against; by default that of all requests. `none`: it never counts. */
  limit?: 'none' | 'login' | 'recover'
  /** A call without any credential is admitted too; the handler then answers less. */
  lessWithoutLogin?: true
  /** ADMIN_SECRET opens it too: as X-Admin-Secret, or as a bearer token. */
  adminSecret?: true
  /** METRICS_TOKEN opens it too, as a bearer token. */
  metricsToken?: true
  /**
   * Set if the answer holds secrets that the caller did not send, or if the call widens rights or makes
   * something that outlives the session. A session must then be confirmed: it gets through only shortly
   * after its login, or after giving its credential again. A function decides by the parsed body;
   * `sometimes`: the handler decides.
   */
  confirm?: 'always' | 'sometimes' | ((body: never) => boolean)
  /** Its group in the description. Set by the table. */
  tag?: string
  /** One line for the API's description: what the call does. */
  summary: string
  /** More than the summary: sentences. */
  description?: string
  /** What each parameter of the path is. */
  params?: Readonly<Record<string, string>>
  example?: Example
  body?: z.ZodType
  /** A call without a body counts as one with an empty object. */
  bodyMayBeMissing?: true
  query?: z.ZodType
  /** The error for a body that does not fit; by default, the field and what is wrong with it. */
  invalidBody?: Message
  /** The largest body, in bytes; by default 1 MiB. */
  maxBody?: number
  /** The answer to a request that does not fit; by default `{error}`. */
  badRequest?: (why: Message) => Record<string, unknown>
  /** The answers by status. Every route may also answer 401, 403, 413, 429, 500, 503 and 507. */
  answers: Record<number, z.ZodType>
  /** The media type, if the answer is not JSON. */
  type?: string
  /** The body is a file of at most `maxBody` bytes, which the handler reads as it comes. */
  upload?: true
  /** Headers that the call may carry, and what they mean. */
  headers?: Record<string, string>
  /** The call becomes a WebSocket, and has no handler. */
  upgrade?: true
}

/** What a handler gets of its request; `Body` and `Query` are what the schemas made of them. */
export interface Call<Body = unknown, Query = unknown> {
  body: Body
  query: Query
  /** A parameter of the path. */
  param(name: string): string
  principal: Principal
  /** The caller as the audit names it: an id, which tells an API key from a person. */
  actor: string
  request: RequestContext
}

/** A route with its handler, which also gets what the whole API works on. */
export interface HandledRoute<Api> extends Route {
  handle(call: Call<never, never>, api: Api): Response | Promise<Response>
}
