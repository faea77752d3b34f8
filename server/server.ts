import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { createApi, routes } from '#api/table.ts'
import { type Context, createContext, type HashingCosts } from '#app/context.ts'
import { clientOf, isTrustedProxy } from '#auth/client-address.ts'
import { signInUrl } from '#config/listen.ts'
import type { Config } from '#config/read-config.ts'
import { http } from '#contract/codes.ts'
import { guards as guardTexts, auth as texts } from '#contract/messages.ts'
import { type Authentication, createAuthentication } from '#http/authentication.ts'
import { cutBasePath, redirectToPage } from '#http/base-path.ts'
import { limitBodyTime, MAX_BODY_BYTES, refuseLargeBody } from '#http/body.ts'
import { createOpenRequests, limitConnections } from '#http/connections.ts'
import { consoleFiles } from '#http/console-files.ts'
import { shareWithOrigins } from '#http/cors.ts'
import { docsScript, docsStyle } from '#http/docs-files.ts'
import { answerError } from '#http/errors.ts'
import { createEventStream, type ServerEnd } from '#http/event-stream.ts'
import { foreignRequest, incomingOf } from '#http/origin.ts'
import { beginResponse, isApiPath } from '#http/response.ts'
import type { Bindings, Env } from '#http/route.ts'
import { addRoutes, methodsOf } from '#http/router.ts'
import { createUpgrades, refuseUpgrade, type Upgrade } from '#http/upgrade.ts'
import type { JoiningTimings } from '#keysets/joining/attempt.ts'
import type { Logger } from '#lib/log.ts'
import { VERSION } from '#lib/version.ts'
import { xOnly } from '#nostr/x-only.ts'
import { LocalRelay } from '#relay/local/local-relay.ts'
import { DEFAULT_TIMINGS, type SignerTimings } from '#signer/options.ts'

export interface RunningServer {
  /** Where the console is. */
  url: string
  /** The sentence with a sign-in link that was logged, if nobody can sign in yet. */
  signInLink: string | undefined
  context: Context
  /** Resolves when a restore is decided, which takes place once this server has stopped. */
  restoreDecided: Promise<void>
  /**
   * Answers the open requests, refuses later ones with 503, closes event streams, and releases the data folder.
   *
   * @param end which close code the event stream's clients get
   */
  stop(end?: ServerEnd): Promise<void>
}

/** Node's defaults suit the slowest clients of the open internet; ours suit people and their programs. */
const TIMINGS = {
  headers: 10_000,
  /** From the head to the end of the body; for a file, the longest pause in it. */
  body: 30_000,
  /** A whole request with a file: a back-up of 256 MiB at 600 kbit/s. */
  upload: 3_600_000,
  keepAlive: 10_000,
  /** How often Node looks at headers and uploads; its default would be every 30 s. */
  check: 1_000,
}
const CONNECTIONS = { max: 1_024, perAddress: 256 }
/** How long a stop may take: after ten seconds Docker kills a container. */
export const STOP_TIMEOUT = 10_000
/** How long a stop waits for answers to be read, once there is nothing left to compute. */
const LAST_ANSWERS = 500
const CLOSING = 500
/**
 * How long a stop waits for open requests, before the signers' own wait: six seconds, so longer than a signature or
 * a ping may take.
 */
const FINISHED_WITHIN = STOP_TIMEOUT - DEFAULT_TIMINGS.drain - LAST_ANSWERS - CLOSING

/** How long a client may take, and the timings of signers and of joining. Milliseconds. */
export type ServerTimings = typeof TIMINGS & {
  node: Partial<SignerTimings>
  joining: Partial<JoiningTimings>
}

export interface ServerOptions extends Partial<ServerTimings> {
  hashing?: HashingCosts
}

/**
 * Starts HTTP first, then the signer, so that a dead relay never delays the console.
 *
 * @param consoleDir where the built console is
 * @param options overrides of the defaults
 * @throws StoreError when the data folder can't be used; Error when the port is taken
 */
export async function serve(
  config: Config,
  log: Logger,
  consoleDir: string,
  options: ServerOptions = {},
): Promise<RunningServer> {
  const { node, joining, hashing, ...timings } = {
    ...{ node: {}, joining: {}, hashing: {} },
    ...TIMINGS,
    ...options,
  }
  const context = createContext(config, log, { timings: node, joining, hashing })
  const { auth, originRules } = context
  const authentication = createAuthentication(context)
  const app = createApp(context, authentication, consoleDir)
  const events = createEventStream({ ...context, authentication, scope: routes.events.scope })
  const localRelay = config.localRelay ? createLocalRelay(context) : null
  const requests = createOpenRequests()
  const upgrades = createUpgrades(
    {
      [routes.events.path]: events.upgrade,
      ...(localRelay && { '/': upgradeToRelay(localRelay, config) }),
    },
    originRules,
    requests,
  )
  const answer = getRequestListener((request, bindings) =>
    answerRequest(app, request, bindings as HttpBindings, context),
  )

  const server = createServer({
    // A client that offers HTTP/2 (h2c) on its first request gets an answer, not a refusal.
    shouldUpgradeCallback: isWebSocketUpgrade,
    connectionsCheckingInterval: timings.check,
  })
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (cutBasePath(incoming, config.basePath)) {
      return redirectToPage(outgoing, incoming, config.basePath)
    }
    // Pages of other origins may read the API, but not the console's files.
    if (isShared(incoming) && shareWithOrigins(incoming, outgoing, originRules)) return
    if (requests.isStopping) return requests.refuse(outgoing, incoming.url ?? '')
    requests.add(outgoing)
    void answer(incoming, outgoing)
  })
  server.on('upgrade', (incoming: IncomingMessage, socket, head) => {
    cutBasePath(incoming, config.basePath)
    upgrades(incoming, socket, head)
  })
  server.headersTimeout = timings.headers
  server.requestTimeout = timings.upload
  server.keepAliveTimeout = timings.keepAlive
  limitConnections(server, {
    ...CONNECTIONS,
    isProxy: (address) => isTrustedProxy(address, config.trustedProxies),
    busy: requests.sockets,
  })
  limitBodyTime(server, timings.body)
  try {
    server.listen(config.port, config.host)
    await once(server, 'listening')
  } catch (error) {
    await context.close()
    throw error
  }

  // Never null or a text, because the server listens on a host and a port.
  const address = server.address() as AddressInfo
  const url = urlOf(address) + config.basePath
  log.info({ version: VERSION, url }, `Floe ${VERSION} is listening on ${url}`)
  let signInLink: string | undefined
  if (auth.needsSetup) {
    // Somebody who removed the owner's login may be reading the log as well.
    if (context.store.tampering.warning !== undefined) log.warn(guardTexts.noLink)
    else {
      const token = auth.createSignInToken()
      signInLink = texts.signInLink(signInUrl(config, address.port, token))
      log.warn(signInLink)
    }
  }
  for (const keyset of context.keysets.all) keyset.applySettings()
  context.backups.start()

  return {
    url,
    signInLink,
    context,
    restoreDecided: context.backups.restoreDecided,
    stop: async (end = 'stop') => {
      localRelay?.close()
      const streamClosed = events.close(end)
      // Owners may take longer than a stop can wait; their questions stay for the next start.
      context.leave()
      await requests.finish(FINISHED_WITHIN)
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeIdleConnections()
      await context.close()
      await streamClosed
      // Answers that waited for the signer are being sent; clients that do not read them are cut off.
      const cutOff = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS)
      await closed
      clearTimeout(cutOff)
    },
  }
}

/**
 * The HTTP application: the API's routes, and the console's files for everything else.
 *
 * @param consoleDir where the built console is
 */
export function createApp(
  context: Context,
  authentication: Pick<Authentication, 'authenticate' | 'refuseUnconfirmed'>,
  consoleDir: string,
): Hono<Env> {
  const app = new Hono<Env>()
  addRoutes(app, routes, createApi(context), authentication)
  app.get('/api/docs/style.css', (request) => {
    request.header('Content-Type', 'text/css; charset=utf-8')
    return request.body(docsStyle)
  })
  app.get('/api/docs/script.js', (request) => {
    request.header('Content-Type', 'text/javascript; charset=utf-8')
    return request.body(docsScript)
  })
  const onError = answerError(context.log)
  app.onError(onError)
  // An app of its own, so that this one has the table's routes only.
  const others = createOthers(consoleDir).onError(onError)
  app.notFound((request) => others.fetch(request.req.raw, request.env))
  return app
}

function createOthers(consoleDir: string): Hono<Env> {
  const others = new Hono<Env>()
  others.get(routes.events.path, (request) => {
    request.header('Upgrade', 'websocket')
    request.header('Connection', 'Upgrade')
    return request.json(http.upgradeRequired, 426)
  })
  others.all('/api/*', async (request) => {
    const tooLarge = await refuseLargeBody(request, MAX_BODY_BYTES)
    if (tooLarge !== null) return tooLarge
    const methods = methodsOf(routes, request.req.path)
    if (methods.length === 0) return request.json(http.notFound, 404)
    request.header('Allow', methods.join(', '))
    return request.json(http.wrongMethod(methods), 405)
  })
  // In development Vite serves the console, which may never have been built.
  if (existsSync(consoleDir)) others.use(consoleFiles(consoleDir))
  others.notFound((request) => request.json(http.notFound, 404))
  return others
}

/**
 * Gives a request its id, and the response the headers that all have; then the app answers it, unless a foreign
 * page made it. This is a function around the app, not middleware in it, so no route can be mounted before it.
 */
function answerRequest(
  app: Hono<Env>,
  request: Request,
  { incoming, outgoing }: HttpBindings,
  { log, originRules }: Context,
): Response | Promise<Response> {
  const requestId = beginResponse(outgoing, app.getPath(request))
  const bindings: Bindings = { incoming, outgoing, requestId }
  const refused = foreignRequest(incomingOf(incoming), originRules)
  const answer = () =>
    refused === null ? app.fetch(request, bindings) : Response.json(refused, { status: 403 })
  return log.isLevelEnabled('debug') ? logged(log, request, bindings, answer) : answer()
}

/**
 * Logs a line when a request is answered: method, route (not the URL, which may hold a credential), status,
 * time. Failures on our side are logged where they are answered, with the same id.
 */
async function logged(
  log: Logger,
  { method }: Request,
  bindings: Bindings,
  answer: () => Response | Promise<Response>,
): Promise<Response> {
  const startedAt = performance.now()
  const response = await answer()
  const { requestId, route = 'none' } = bindings
  const took = Math.round(performance.now() - startedAt)
  log.debug({ requestId, method, route, status: response.status, took }, 'request')
  return response
}

/** Whether pages of listed origins may read the answer. */
function isShared({ url = '' }: IncomingMessage): boolean {
  const [path = ''] = url.split('?')
  return isApiPath(path) || path === routes.metrics.path
}

/** The relay at `WS /`, for the members of all groups here. */
function createLocalRelay({ keysets }: Context): LocalRelay {
  return new LocalRelay({
    isMember: (pubkey) =>
      keysets.all.some(({ supervisor: { group } }) => {
        const members = group?.ok ? group.value.members : []
        return members.some((member) => xOnly(member.pubkey) === pubkey)
      }),
  })
}

/** No login is needed here: the relay itself checks who may publish and read. */
const upgradeToRelay =
  (relay: LocalRelay, { trustedProxies }: Config): Upgrade =>
  (request, socket, head) => {
    const { key } = clientOf(request, trustedProxies)
    if (!relay.upgrade(request, socket, head, key)) refuseUpgrade(socket, 503)
  }

const isWebSocketUpgrade = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket'

const urlOf = ({ family, address, port }: AddressInfo): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
