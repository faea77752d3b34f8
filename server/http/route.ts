import type { z } from 'zod'
import type { Scope } from '../contract/scopes.ts'

/** Which bucket a call counts in; `none`: it never counts. */
export type Limit = 'none' | 'request' | 'login' | 'recover'

export interface Route {
  method: 'get' | 'post' | 'put' | 'delete'
  /** As Hono reads it: `:name` is a parameter. */
  path: string
  /** The scope that a credential needs; `open`: none is needed. */
  scope: Scope | 'open'
  limit: Limit
  /** A call that presents no credential at all is let in too, and gets less: the handler sees to it. */
  lessWithoutLogin?: true
  /**
   * The answer holds secrets that the caller need not have brought, or makes what opens them: a session
   * gets it only shortly after its login, or after its credential was given again. `sometimes`: the
   * handler sees to it.
   */
  confirm?: 'always' | 'sometimes'
  /** One line for the API's description. */
  summary: string
  body?: z.ZodType
  query?: z.ZodType
  /** What to say of a body that does not fit; by default the field and what is wrong with it. */
  misfit?: string
  /** The largest body, in bytes; by default 1 MiB. */
  maxBody?: number
  /** What a request that does not fit is answered with; by default `{error}`. */
  badRequest?: (error: string) => Record<string, unknown>
  /** What is answered, by status. Every route may also answer 401, 403, 413, 429, 500, 503 and 507. */
  answers: Record<number, z.ZodType>
  /** A media type, where the answer is not JSON. */
  type?: string
  /** The body is a file, of `maxBody` bytes at most, which the handler reads as it comes. */
  upload?: true
  /** Headers that the call may carry, and what they say. */
  headers?: Record<string, string>
  /** The call becomes a WebSocket. */
  upgrade?: true
}
