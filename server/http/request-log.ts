import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler, Next, Context as Request } from 'hono'
import type { Logger } from '../log.ts'
import type { Env } from './mount.ts'
import { setHeader } from './security-headers.ts'

/**
 * Gives every request an id, which the answer carries as X-Request-ID, and at level debug writes a
 * line when it is answered: method, route (not the URL, which may hold a credential), status, time.
 * What fails on our side is logged where it is answered, with the same id.
 */
export function requestLog(log: Logger): MiddlewareHandler<Env> {
  const isWanted = log.isLevelEnabled('debug')

  return function giveRequestId(request, next) {
    const requestId = randomUUID()
    request.set('requestId', requestId)
    setHeader(request.env, 'X-Request-ID', requestId)
    return isWanted ? logRequest(log, request, next) : next()
  }
}

async function logRequest(log: Logger, request: Request<Env>, next: Next): Promise<void> {
  const startedAt = performance.now()
  await next()
  log.debug(
    {
      requestId: request.get('requestId'),
      method: request.req.method,
      route: request.get('route') ?? 'none',
      status: request.res.status,
      took: Math.round(performance.now() - startedAt),
    },
    'request',
  )
}
