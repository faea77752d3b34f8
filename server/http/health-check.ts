import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '../context.ts'
import { reportHealth } from '../routes/health.ts'
import { beginAnswer } from './entrance.ts'
import { answerJson } from './json-answer.ts'
import { isAllowedHost } from './origin.ts'
import { logRequest } from './request-log.ts'

/** As in the table, which would bring every schema of the API with it. */
const PATH = '/api/health'
/** What tells who calls, or for which page, and what says that a body comes. */
const NOT_BARE = [
  'authorization',
  'x-api-key',
  'x-session-id',
  'origin',
  'sec-fetch-site',
  'content-length',
  'transfer-encoding',
]

/**
 * Answers health checks that carry nothing else, as those of Docker, Kubernetes and monitors do, in
 * the same way as the application, but without it: it need not be in memory for them.
 *
 * @returns whether the call was one, and is answered
 */
export function createHealthCheck(
  context: Context,
): (incoming: IncomingMessage, outgoing: ServerResponse) => boolean {
  const { log, originRules } = context
  const isLogged = log.isLevelEnabled('debug')

  return function answerHealthCheck(incoming, outgoing) {
    if (!isBare(incoming) || !isAllowedHost(incoming.headers.host, originRules)) return false
    const requestId = beginAnswer(outgoing, PATH)
    const answer = () => {
      const { status, body } = reportHealth(context)
      answerJson(outgoing, status, body)
      return { status }
    }
    if (isLogged) void logRequest(log, { method: 'GET' }, { requestId, route: PATH }, answer)
    else answer()
    return true
  }
}

function isBare({ method, url, headers, rawHeaders }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    url === PATH &&
    isPlain(headers.host) &&
    // A second Host, or whatever else comes twice, is for the application to judge.
    rawHeaders.length === 2 * Object.keys(headers).length &&
    NOT_BARE.every((name) => headers[name] === undefined)
  )
}

/** A name that stands for nothing but itself; what to do with others (`a/b`) is not decided here. */
const isPlain = (host = ''): boolean =>
  URL.parse(`http://${host}`)?.hostname === host.replace(/:\d+$/, '')
