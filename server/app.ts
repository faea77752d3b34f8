import { existsSync } from 'node:fs'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { AuthError } from './auth/errors.ts'
import type { Context } from './context.ts'
import { MAX_BODY_BYTES } from './contract/limits.ts'
import { http } from './contract/messages.ts'
import { limitBody } from './http/body-limit.ts'
import { docsStyle } from './http/docs-page.ts'
import type { Gate } from './http/gate.ts'
import { type Env, mountRoutes } from './http/mount.ts'
import { originCheck } from './http/origin.ts'
import { requestLog } from './http/request-log.ts'
import { noStore, securityHeaders } from './http/security-headers.ts'
import { createHandlers } from './routes/handlers.ts'

/**
 * The HTTP application: middleware, the routes of the table behind their gate, and the console's
 * files.
 *
 * @param consoleDir where the built console is
 */
export function createApp(context: Context, gate: Gate, consoleDir: string): Hono<Env> {
  const app = new Hono<Env>()
  app.use(requestLog(context.log))
  app.use(securityHeaders)
  app.use('/api/*', noStore)
  app.use(originCheck(context.originRules))
  mountRoutes(app, createHandlers(context), gate.of)
  app.get('/api/docs/style.css', (request) => {
    request.header('Content-Type', 'text/css; charset=utf-8')
    return request.body(docsStyle)
  })
  app.all('/api/*', limitBody(MAX_BODY_BYTES), (request) =>
    request.json({ error: http.notFound }, 404),
  )
  // In development the console comes from Vite and may never have been built.
  if (existsSync(consoleDir)) app.use(serveStatic({ root: consoleDir }))
  app.notFound((request) => request.json({ error: http.notFound }, 404))
  app.onError((error, request) => {
    if (error instanceof HTTPException && error.status < 500) {
      return error.res ?? request.json({ error: error.message }, error.status)
    }
    if (error instanceof AuthError) {
      return request.json({ error: error.message }, error.code === 'BUSY' ? 503 : 400)
    }
    const requestId = request.get('requestId')
    context.log.error({ err: error, requestId, path: request.req.path }, 'request failed')
    return request.json({ error: http.internal, requestId }, 500)
  })
  return app
}
