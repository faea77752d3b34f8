import { existsSync } from 'node:fs'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { secureHeaders } from 'hono/secure-headers'
import type { Context } from './context.ts'
import { MAX_BODY_BYTES } from './contract/limits.ts'
import { http } from './contract/messages.ts'
import { limitBody } from './http/body-limit.ts'
import { originCheck } from './http/origin.ts'
import { envRoutes } from './routes/env.ts'
import { healthRoutes } from './routes/health.ts'
import { peerRoutes } from './routes/peers.ts'
import { statusRoutes } from './routes/status.ts'

/**
 * The HTTP application: middleware, routes, and the console's files.
 *
 * @param consoleDir where the built console is
 */
export function createApp(context: Context, consoleDir: string): Hono {
  const app = new Hono()
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'self'"],
        connectSrc: ["'self'"],
        imgSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
      referrerPolicy: 'no-referrer',
      crossOriginOpenerPolicy: 'same-origin',
      xFrameOptions: 'DENY',
      // TLS is the proxy's, and so is the promise that all its hosts keep to it.
      strictTransportSecurity: false,
    }),
  )
  app.use('/api/*', async (request, next) => {
    await next()
    request.header('Cache-Control', 'no-store')
  })
  app.use(originCheck(context.config))
  app.use('/api/*', limitBody(MAX_BODY_BYTES))
  app.route('/api/env', envRoutes(context))
  app.route('/api/status', statusRoutes(context))
  app.route('/api/peers', peerRoutes(context))
  app.route('/api/health', healthRoutes(context))
  app.all('/api/*', (request) => request.json({ error: http.notFound }, 404))
  // In development the console comes from Vite and may never have been built.
  if (existsSync(consoleDir)) app.use(serveStatic({ root: consoleDir }))
  app.notFound((request) => request.json({ error: http.notFound }, 404))
  app.onError((error, request) => {
    if (error instanceof HTTPException && error.status < 500) {
      return request.json({ error: error.message }, error.status)
    }
    context.log.error({ err: error, path: request.req.path }, 'request failed')
    return request.json({ error: http.internal }, 500)
  })
  return app
}
