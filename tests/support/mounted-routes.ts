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
import { createApi, type RouteName, routes } from '#api/table.ts'
import { type Context, createContext } from '#app/context.ts'
import { readConfig } from '#config/read-config.ts'
import type { Curve } from '#crypto/curve/point.ts'
import type { Env } from '#http/route.ts'
import { addRoutes } from '#http/router.ts'
import type { Keyset } from '#protocol/v1/keyset.ts'
import type { DeriveKey } from '#protocol/v2/package-cipher.ts'
import type { SignerTimings } from '#signer/options.ts'
import type { Signer } from '#signer/signer.ts'
import { CHEAP_HASHING } from './cheap-hashing.ts'
import { PATIENT } from './patient.ts'
import { until } from './until.ts'

/** The caller of every call. */
export const CALLER = 'olga'

interface Answer<Body> {
  status: number
  body: Body
  headers: Headers
}

/** The routes of the table on an app of their own, over a real context, without authentication. */
export interface MountedRoutes {
  app: Hono<Env>
  context: Context
  /** The lines of the process's log, as JSON. */
  logLines: string[]
  /**
   * Calls a route by its name in the table. `params` fills in `:pubkey` and the like. The answer must be JSON.
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
 * Mounts the routes over a new context, which is closed when the test ends.
 *
 * @param options.curve reads credentials; the server's own by default
 * @param options.packageKey derives the keys of packages; that of cheap-hashing.ts by default
 * @param options.timings the node's; by default it waits long for answers
 */
export function mountForTest(
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
  addRoutes(app, routes, createApi(context), {
    authenticate: async (request) => {
      request.set('principal', { kind: 'basic', userId: CALLER, scope: 'admin' })
      return null
    },
    refuseUnconfirmed: () => null,
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

/** Routes over a running signer, which holds a keyset's first share. */
export interface MountedSigner extends MountedRoutes {
  node: Signer
  /** How many key exchanges it has completed with others. */
  exchanges(): number
}

/** Resolves when the signer hears its relay. */
export async function mountSigner(
  keyset: Keyset,
  relay: string,
  timings: Partial<SignerTimings> = {},
): Promise<MountedSigner> {
  const environment = {
    SHARE_CRED: keyset.shareCredentials[0] ?? '',
    GROUP_CRED: keyset.groupCredential,
    RELAYS: relay,
  }
  const mounted = mountForTest(environment, { timings })
  const { keysets, events } = mounted.context
  const { supervisor } = keysets.first
  let exchanges = 0
  events.listen((frame) => {
    if (frame.type === 'ecdh' && frame.message.startsWith('ECDH completed')) exchanges += 1
  })
  await supervisor.apply()
  await until(() => supervisor.signer?.isReady === true)
  const { signer: node } = supervisor
  if (node === null) throw new Error('no signer')
  return { ...mounted, node, exchanges: () => exchanges }
}
