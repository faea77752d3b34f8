import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import type { Env } from './mount.ts'

/** No script but our own files, no frame, no form or base to anywhere else. */
const POLICY = [
  "default-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** No Strict-Transport-Security: TLS is the proxy's, and so is the promise to keep to it. */
const HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['Content-Security-Policy', POLICY],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Origin-Agent-Cluster', '?1'],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-DNS-Prefetch-Control', 'off'],
  ['X-Frame-Options', 'DENY'],
]

/**
 * Keeps pages and frames in their place. The headers go straight to Node's answer: by way of
 * Hono's each call would validate and sort them anew, which costs more than a whole bare route.
 */
export const securityHeaders: MiddlewareHandler<Env> = function securityHeaders(request, next) {
  for (const [name, value] of HEADERS) setHeader(request.env, name, value)
  return next()
}

/** What the API answers stays in no cache. */
export const noStore: MiddlewareHandler<Env> = function noStore(request, next) {
  setHeader(request.env, 'Cache-Control', 'no-store')
  return next()
}

/** A header of Node's own answer, which a header of that name in Hono's replaces. */
export function setHeader(env: unknown, name: string, value: string): void {
  ;(env as HttpBindings).outgoing.setHeader(name, value)
}
