import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Context, createContext, type HashingCosts } from '#app/context.ts'
import { isTrustedProxy } from '#auth/client-address.ts'
import type { Config } from '#config/read-config.ts'
import { guards as guardTexts, auth as texts } from '#contract/messages.ts'
import { limitBodyTime } from '#http/body-time.ts'
import { limitConnections } from '#http/connections.ts'
import type { ServerEnd } from '#http/event-stream.ts'
import type { Logger } from '#lib/log.ts'
import { signInUrl } from '#lib/sign-in-url.ts'
import { VERSION } from '#lib/version.ts'
import type { SignerTimings } from '#signer/options.ts'
import { createApplication } from './application.ts'

export interface RunningServer {
  /** Where the console is. */
  url: string
  context: Context
  /** Resolves when a restore is decided, which takes place once this server has stopped. */
  restoreDecided: Promise<void>
  /**
   * Answers what was begun, tells later calls to come again, closes event streams, and releases the data
   * folder.
   *
   * @param end what the event stream's clients are told
   */
  stop(end?: ServerEnd): Promise<void>
}

/**
 * Node's defaults suit the slowest clients of the open internet; ours suit people and their
 * programs.
 */
const TIMINGS = {
  headers: 10_000,
  /** From there to the end of the body; for a file, the longest pause in it. */
  body: 30_000,
  /** A whole request with a file: a back-up of 256 MiB at 600 kbit/s. */
  upload: 3_600_000,
  keepAlive: 10_000,
  /** How often Node looks at headers and uploads; its default would be every 30 s. */
  check: 1_000,
}
const CONNECTIONS = { max: 1_024, ofOne: 256 }
/**
 * How long a stop waits for what was begun: longer than a signature or a ping may take, and within the ten
 * seconds after which a container is killed.
 */
const FINISHED_WITHIN = 6_000
/** How long a stop waits for answers to be read, once there is nothing left to compute. */
const LAST_ANSWERS = 500

/** How long a client may take, and what nodes measure time by: milliseconds. */
export type ServerTimings = typeof TIMINGS & { node: Partial<SignerTimings> }

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
  const { node, hashing, ...timings } = { node: {}, hashing: {}, ...TIMINGS, ...options }
  const { headers, body, upload, keepAlive, check } = timings
  const context = createContext(config, log, { timings: node, hashing })
  const application = createApplication(context, consoleDir)
  const server = createServer({
    // A client that offers HTTP/2 (h2c) on its first request gets an answer, not a refusal.
    shouldUpgradeCallback: isWebSocketUpgrade,
    connectionsCheckingInterval: check,
  })
  server.on('request', application.answer)
  server.on('upgrade', application.upgrade)
  server.headersTimeout = headers
  server.requestTimeout = upload
  server.keepAliveTimeout = keepAlive
  limitConnections(server, {
    ...CONNECTIONS,
    isProxy: (address) => isTrustedProxy(address, config.trustedProxies),
  })
  limitBodyTime(server, body)
  try {
    server.listen(config.port, config.host)
    await once(server, 'listening')
  } catch (error) {
    await context.close()
    throw error
  }
  // What listens on a host and a port has one.
  const address = server.address() as AddressInfo
  const url = urlOf(address) + config.basePath
  log.info({ version: VERSION, url }, `Floe ${VERSION} is listening on ${url}`)
  if (context.auth.needsSetup) {
    // Somebody who removed the owner's login may be reading the log as well.
    if (context.store.tampering.warning !== undefined) log.warn(guardTexts.noLink)
    else {
      const { token } = context.auth.createSignInToken()
      log.warn(texts.signInLink(signInUrl(config, address.port, token)))
    }
  }
  for (const keyset of context.keysets.all) keyset.applySettings()
  context.backups.start()
  return {
    url,
    context,
    restoreDecided: context.backups.restoreDecided,
    stop: async (end = 'stop') => {
      const streamClosed = application.close(end)
      // Owners may take longer than a stop can wait; their questions stay for the next start.
      context.leave()
      await application.finish(FINISHED_WITHIN)
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeIdleConnections()
      await context.close()
      await streamClosed
      // Answers that waited for the signer are on their way; clients that do not read them are cut
      // off.
      const cutOff = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS)
      await closed
      clearTimeout(cutOff)
    },
  }
}

const isWebSocketUpgrade = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket'

const urlOf = ({ family, address, port }: AddressInfo): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
