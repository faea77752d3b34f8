import type { IncomingMessage, ServerResponse } from 'node:http'
import { routes } from '#api/table.ts'
import { http } from '#contract/messages.ts'
import { answerJson } from './json-answer.ts'
import { isOwnOrigin, listedOrigin, type OriginRules, ownOrigin } from './origin.ts'
import { beginAnswer, isOfApi } from './request-id.ts'

/**
 * What our calls use, and which headers of our answers a page of another origin may want to read.
 */
const METHODS = 'GET, POST, PUT, DELETE'
const REQUEST_HEADERS = [
  ...['Content-Type', 'Authorization', 'Prefer', 'X-API-Key', 'X-Session-ID'],
  ...['X-Admin-Secret', 'X-Unattended', 'X-Backup-Passphrase', 'X-Backup-Key'],
].join(', ')
const ANSWER_HEADERS = 'Content-Disposition, Retry-After, X-Request-ID'
/** Seconds for which a browser need not ask again. */
const MAX_AGE = '600'

/**
 * CORS (the Fetch standard) for the listed origins only: their pages may read whatever a call
 * answers, errors too. Credentials are allowed only if the origin itself is listed, not just its
 * host name.
 *
 * @returns whether the call was a preflight, which is then answered
 */
export function shareWithOrigins(
  { method, url = '', headers, socket }: IncomingMessage,
  answer: ServerResponse,
  rules: OriginRules,
): boolean {
  const { origin } = headers
  const [path = ''] = url.split('?')
  // The console's own files are for its own pages.
  if (!isOfApi(path) && path !== routes.metrics.path) return false
  // Caches must keep answers for different origins apart, even for origins that were told nothing.
  if (rules.allowedOrigins.length > 0) answer.setHeader('Vary', 'Origin')
  if (origin === undefined) return false
  const listed = listedOrigin(origin, rules)
  const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
  if (listed !== null) {
    answer.setHeader('Access-Control-Allow-Origin', listed.origin)
    answer.setHeader('Access-Control-Expose-Headers', ANSWER_HEADERS)
    if (listed.byOrigin) answer.setHeader('Access-Control-Allow-Credentials', 'true')
  }
  if (!isPreflight) return false
  beginAnswer(answer, path)
  if (listed === null && !isOwnOrigin(origin, ownOrigin(headers, socket))) {
    answerJson(answer, 403, { error: http.foreignOrigin })
    return true
  }
  answer.setHeader('Access-Control-Allow-Methods', METHODS)
  answer.setHeader('Access-Control-Allow-Headers', REQUEST_HEADERS)
  answer.setHeader('Access-Control-Max-Age', MAX_AGE)
  answer.writeHead(204).end()
  return true
}
