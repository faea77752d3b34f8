import type { Logger } from '#lib/log.ts'
import type { Bindings } from './router.ts'

/**
 * At level debug, logs a line when a request is answered: method, route (not the URL, which may
 * hold a credential), status, time. Failures on our side are logged where they are answered, with
 * the same id.
 */
export async function logRequest(
  log: Logger,
  { method }: Request,
  call: Bindings,
  answer: () => Response | Promise<Response>,
): Promise<Response> {
  if (!log.isLevelEnabled('debug')) return answer()
  const startedAt = performance.now()
  const answered = await answer()
  log.debug(
    {
      requestId: call.requestId,
      method,
      route: call.route ?? 'none',
      status: answered.status,
      took: Math.round(performance.now() - startedAt),
    },
    'request',
  )
  return answered
}
