import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from '../log.ts'
import type { Env } from './mount.ts'
import { setHeader } from './security-headers.ts'

/**
 * Gives every request an id, which the answer carries as X-Request-ID, and writes one line when it
 * is answered: method, route (not the URL, which may hold a credential), status, time.
 */
export function requestLog(log: Logger): MiddlewareHandler<Env> {
  return async function logRequest(request, next) {
    const requestId = randomUUID()
    request.set('requestId', requestId)
    setHeader(request.env, 'X-Request-ID', requestId)
    const startedAt = performance.now()
    await next()
    const { method } = request.req
    const { status } = request.res
    const took = Math.round(performance.now() - startedAt)
    const route = request.get('route') ?? 'none'
    const details = { requestId, method, route, status, took }
    // 502 to 504 are answers: that the signer is not there or its peers are silent.
    if (status === 500) log.error(details, 'request failed')
    else log.debug(details, 'request')
  }
}
