import type { ServerResponse } from 'node:http'

/**
 * Only our own files as scripts, no frames, and no form or base that leads elsewhere. Pictures may also come
 * from a blob, which only our own scripts can make.
 */
const POLICY = [
  "default-src 'self'",
  "connect-src 'self'",
  "img-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * No Strict-Transport-Security: TLS belongs to the proxy, and so does the promise to keep using it.
 */
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

/** Keeps pages and frames in their place. */
export function setSecurityHeaders(answer: ServerResponse): void {
  for (const [name, value] of HEADERS) answer.setHeader(name, value)
}
