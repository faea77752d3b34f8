import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { type RouteName, routes } from '#api/table.ts'
import { type Context, createContext } from '#app/context.ts'
import { readConfig } from '#config/read-config.ts'
import type { Curve } from '#crypto/curve/point.ts'
import { type Env, type Handlers, mountRoutes } from '#http/router.ts'
import type { DeriveKey } from '#protocol/v2/package-cipher.ts'
import type { SignerTimings } from '#signer/options.ts'
import { CHEAP_HASHING } from './cheap-hashing.ts'
import { PATIENT } from './patient.ts'

/** The caller of every call. */
export const CALLER = 'olga'

export interface Answer<Body> {
  status: number
  body: Body
  headers: Headers
}

/** Some routes of the table on an app of their own, over a real context, with no gate. */
export interface MountedRoutes {
  app: Hono<Env>
  context: Context
  /** What went to the process's log, as JSON. */
  logLines: string[]
  /**
   * Calls a route by its name in the table; `:pubkey` and the like come from `params`. Expects a body of
   * the type that the table says.
   */
  call<Body = unknown>(
    name: RouteName,
    options?: { body?: unknown; params?: Record<string, string>; query?: string },
  ): Promise<Answer<Body>>
}

/** A folder that is gone when the test ends. */
export function temporaryDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'floe-routes-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Mounts what `handlersOf` makes; the context is closed when the test ends.
 *
 * @param options.curve what credentials are read with; the server's own by default
 * @param options.packageKey what makes the keys of packages; that of cheap-hashing.ts by default
 * @param options.timings what the node measures time by; it is patient by default
 */
export function mountForTest(
  handlersOf: (context: Context) => Partial<Handlers>,
  environment: Record<string, string> = {},
  {
    curve,
    timings = {},
    packageKey,
  }: { curve?: Curve; timings?: Partial<SignerTimings>; packageKey?: DeriveKey } = {},
): MountedRoutes {
  const { DATA_DIR = temporaryDataFolder(), ...rest } = environment
  const logLines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void logLines.push(line) })
  const context = createContext(readConfig({ DATA_DIR, ...rest }, false), log, {
    ...(curve && { curve }),
    timings: { ...PATIENT, ...timings },
    hashing: { ...CHEAP_HASHING, ...(packageKey && { packageKey }) },
  })
  onTestFinished(() => context.close())
  const app = new Hono<Env>()
  mountRoutes(app, handlersOf(context) as Handlers, {
    of: () => async (request, next) => {
      request.set('principal', { kind: 'basic', userId: CALLER, name: CALLER, scope: 'admin' })
      return next()
    },
    unconfirmed: () => null,
  })
  return {
    app,
    context,
    logLines,
    call: async <Body>(
      name: RouteName,
      { body, params = {}, query = '' }: Parameters<MountedRoutes['call']>[1] = {},
    ) => {
      const { method, path } = routes[name]
      const filled = path.replace(/:(\w+)/g, (_, parameter) => params[parameter] ?? '')
      const response = await app.request(`${filled}${query}`, {
        method: method.toUpperCase(),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return {
        status: response.status,
        body: (await response.json()) as Body,
        headers: response.headers,
      }
    },
  }
}

/** Serves an app on a port of its own until the test ends; returns its origin. */
export async function serveForTest(app: Hono<Env>): Promise<string> {
  const server = createAdaptorServer({ fetch: app.fetch }) as Server
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
