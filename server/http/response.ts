import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'

/**
 * Only our own files as scripts, no frames, and no form or base that leads elsewhere. Pictures may also come
 * from a blob, which only our own scripts can make.
 */
const CONTENT_POLICY = [
  "default-src 'self'",
  "connect-src 'self'",
  "img-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** No Strict-Transport-Security: TLS belongs to the proxy, and so does the promise to keep using it. */
const SECURITY_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['Content-Security-Policy', CONTENT_POLICY],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Origin-Agent-Cluster', '?1'],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-DNS-Prefetch-Control', 'off'],
  ['X-Frame-Options', 'DENY'],
]

/**
 * Gives a response the headers that all have: a request id, security headers, and for the API that no
 * cache keeps it. A header of the same name that the app sets later replaces one of these.
 *
 * @returns the request id, which the response carries as X-Request-ID
 */
export function beginResponse(outgoing: ServerResponse, path: string): string {
  const requestId = randomUUID()
  outgoing.setHeader('X-Request-ID', requestId)
  for (const [name, value] of SECURITY_HEADERS) outgoing.setHeader(name, value)
  if (isApiPath(path)) outgoing.setHeader('Cache-Control', 'no-store')
  return requestId
}

export const isApiPath = (path: string): boolean => path === '/api' || path.startsWith('/api/')

/** Answers a request in JSON before the app has seen it. */
export function sendJson(outgoing: ServerResponse, status: number, body: unknown): void {
  outgoing.statusCode = status
  outgoing.setHeader('Content-Type', 'application/json')
  outgoing.end(JSON.stringify(body))
}
