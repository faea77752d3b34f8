import type { IncomingMessage, ServerResponse } from 'node:http'
import { http } from '#contract/codes.ts'
import { isOwnOrigin, listedOrigin, type OriginRules, ownOrigin } from './origin.ts'
import { beginResponse, sendJson } from './response.ts'

/** What our calls use, and which headers of our answers a page of another origin may want to read. */
const METHODS = 'GET, POST, PUT, DELETE'
const REQUEST_HEADERS = [
  ...['Content-Type', 'Authorization', 'Prefer', 'X-API-Key', 'X-Session-ID'],
  ...['X-Admin-Secret', 'X-Unattended', 'X-Backup-Passphrase', 'X-Backup-Key'],
].join(', ')
const RESPONSE_HEADERS = 'Content-Disposition, Retry-After, X-Request-ID'
/** Seconds for which a browser need not ask again. */
const MAX_AGE = '600'

/**
 * CORS (the Fetch standard) for the listed origins only: their pages may read every answer, errors too.
 * Credentials are allowed only if the origin itself is listed, not just its host name.
 *
 * @returns whether the request was a preflight, which is then answered
 */
export function shareWithOrigins(
  { method, url = '', headers, socket }: IncomingMessage,
  outgoing: ServerResponse,
  rules: OriginRules,
): boolean {
  const { origin } = headers
  // Caches must keep answers for different origins apart, even for origins that may read nothing.
  if (rules.allowedOrigins.length > 0) outgoing.setHeader('Vary', 'Origin')
  if (origin === undefined) return false
  const listed = listedOrigin(origin, rules)
  const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
  if (listed !== null) {
    outgoing.setHeader('Access-Control-Allow-Origin', listed.origin)
    outgoing.setHeader('Access-Control-Expose-Headers', RESPONSE_HEADERS)
    if (listed.byOrigin) outgoing.setHeader('Access-Control-Allow-Credentials', 'true')
  }
  if (!isPreflight) return false
  beginResponse(outgoing, url.split('?')[0] ?? '')
  if (listed === null && !isOwnOrigin(origin, ownOrigin(headers, socket))) {
    sendJson(outgoing, 403, http.foreignOrigin)
    return true
  }
  outgoing.setHeader('Access-Control-Allow-Methods', METHODS)
  outgoing.setHeader('Access-Control-Allow-Headers', REQUEST_HEADERS)
  outgoing.setHeader('Access-Control-Max-Age', MAX_AGE)
  outgoing.writeHead(204).end()
  return true
}
