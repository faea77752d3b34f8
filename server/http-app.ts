import { existsSync } from 'node:fs'
import { type ErrorHandler, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { createHandlers } from '#api/handlers.ts'
import { routes } from '#api/table.ts'
import type { Context } from '#app/context.ts'
import { AuthError } from '#auth/errors.ts'
import { http } from '#contract/messages.ts'
import type { Gate } from '#http/auth-middleware.ts'
import { limitBody } from '#http/body-limit.ts'
import { consoleFiles } from '#http/console-files.ts'
import { docsStyle } from '#http/docs-page.ts'
import { MAX_BODY_BYTES } from '#http/limits.ts'
import type { Route } from '#http/route.ts'
import { type Env, mountRoutes } from '#http/router.ts'
import { statusOfStore } from '#http/store-status.ts'
import { UnavailableError } from '#lib/errors.ts'
import type { Logger } from '#lib/log.ts'
import { StoreError } from '#store/errors.ts'

/**
 * The HTTP application: the table's routes behind their gate, and the console's files for everything
 * else.
 *
 * @param consoleDir where the built console is
 */
export function createApp(context: Context, gate: Gate, consoleDir: string): Hono<Env> {
  const app = new Hono<Env>()
  mountRoutes(app, createHandlers(context), gate)
  app.get('/api/docs/style.css', (request) => {
    request.header('Content-Type', 'text/css; charset=utf-8')
    return request.body(docsStyle)
  })
  const onError = answerError(context.log)
  app.onError(onError)
  // An app of its own, so that nothing is mounted on this one but the table.
  const others = createOthers(consoleDir).onError(onError)
  app.notFound((request) => others.fetch(request.req.raw, request.env))
  return app
}

function createOthers(consoleDir: string): Hono<Env> {
  const others = new Hono<Env>()
  others.get(routes.events.path, (request) => {
    request.header('Upgrade', 'websocket')
    request.header('Connection', 'Upgrade')
    return request.json({ error: http.upgradeRequired }, 426)
  })
  others.all('/api/*', limitBody(MAX_BODY_BYTES), (request) => {
    const methods = methodsOf(request.req.path)
    if (methods.length === 0) return request.json({ error: http.notFound }, 404)
    request.header('Allow', methods.join(', '))
    return request.json({ error: http.wrongMethod(methods) }, 405)
  })
  // In development Vite serves the console, which may never have been built.
  if (existsSync(consoleDir)) others.use(consoleFiles(consoleDir))
  others.notFound((request) => request.json({ error: http.notFound }, 404))
  return others
}

/** The methods that an API path takes, in capitals; none when there is no such path. */
function methodsOf(path: string): string[] {
  const parts = path.split('/')
  const isOf = (route: Route) => {
    const own = route.path.split('/')
    return (
      own.length === parts.length &&
      own.every((part, at) => (part.startsWith(':') ? parts[at] !== '' : part === parts[at]))
    )
  }
  const methods = Object.values(routes)
    .filter(isOf)
    .map((route: Route) => route.method.toUpperCase())
  return [...new Set(methods)].sort()
}

const answerError =
  (log: Logger): ErrorHandler<Env> =>
  (error, request) => {
    if (error instanceof HTTPException && error.status < 500) {
      return error.res ?? request.json({ error: error.message }, error.status)
    }
    if (error instanceof UnavailableError) {
      return request.json({ error: error.message, code: error.code }, 503)
    }
    if (error instanceof AuthError) return request.json({ error: error.message }, 400)
    const { requestId } = request.env
    log.error({ err: error, requestId, path: request.req.path }, 'request failed')
    if (error instanceof StoreError) {
      return request.json({ error: error.message, requestId }, statusOfStore(error.code))
    }
    return request.json({ error: http.internal, requestId }, 500)
  }
