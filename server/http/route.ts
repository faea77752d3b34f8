import type { z } from 'zod'
import type { Scope } from '#contract/scopes.ts'

/** Which bucket a call counts in; `none`: it never counts. */
export type Limit = 'none' | 'request' | 'login' | 'recover'

export interface Route {
  method: 'get' | 'post' | 'put' | 'delete'
  /** In Hono's syntax: `:name` is a parameter. */
  path: string
  /** The scope that a credential needs; `open`: none is needed. */
  scope: Scope | 'open'
  limit: Limit
  /** A call without any credential is admitted too and gets less, which the handler ensures. */
  lessWithoutLogin?: true
  /** ADMIN_SECRET opens it too: as X-Admin-Secret, or as a bearer token. */
  adminSecret?: true
  /**
   * The answer holds secrets that the caller did not need to bring, or the call widens what may be
   * done or makes something that outlives the session: a session gets through only shortly after its
   * login, or after giving its credential again. A function says so by the parsed body; `sometimes`:
   * the handler decides.
   */
  confirm?: 'always' | 'sometimes' | ((body: never) => boolean)
  /** One line for the API's description. */
  summary: string
  body?: z.ZodType
  /** A call without a body counts as one with an empty object. */
  bodyMayBeMissing?: true
  query?: z.ZodType
  /**
   * What to say about a body that does not fit; by default, the field and what is wrong with it.
   */
  misfit?: string
  /** The largest body, in bytes; by default 1 MiB. */
  maxBody?: number
  /** The answer to a request that does not fit; by default `{error}`. */
  badRequest?: (error: string) => Record<string, unknown>
  /** The answers by status. Every route may also answer 401, 403, 413, 429, 500, 503 and 507. */
  answers: Record<number, z.ZodType>
  /** The media type, if the answer is not JSON. */
  type?: string
  /** The body is a file of at most `maxBody` bytes, which the handler reads as it comes. */
  upload?: true
  /** Headers that the call may carry, and what they mean. */
  headers?: Record<string, string>
  /** The call becomes a WebSocket. */
  upgrade?: true
}
