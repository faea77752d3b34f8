import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import type { HashingCosts } from '#app/context.ts'
import { readConfig } from '#config/read-config.ts'
import type { ProtocolName } from '#contract/protocols.ts'
import { type StatusAnswer, statusAnswer } from '#contract/status.ts'
import { generateKeyset, type Keyset } from '#protocol/v1/keyset.ts'
import { type RunningServer, type ServerTimings, serve } from '#server.ts'
import { CHEAP_HASHING } from './cheap-hashing.ts'
import { fitting } from './fitting.ts'
import { connectionsClosed } from './open-connections.ts'
import { PATIENT } from './patient.ts'
import { type Scope, temporaryFolder } from './scope.ts'
import { until } from './until.ts'
import { carriedTexts } from './v2-group.ts'

/** An answer of the API: its status, its body as JSON (null if it is not) and as text. */
export interface Answer {
  status: number
  body: unknown
  text: string
  headers: Headers
}

/** The whole server in this process, on a free port of loopback. */
export interface ApiServer extends RunningServer {
  port: number
  dataDir: string
  /** What it logged so far, one line of JSON each. */
  log: string[]
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Waits until the status is as asked for, and returns it. */
  status(condition: (status: StatusAnswer) => boolean): Promise<StatusAnswer>
}

export interface ApiServerOptions {
  /** Environment variables; without any for access, everyone is let in. */
  environment?: Readonly<Record<string, string>>
  /** A new folder by default. */
  dataDir?: string
  consoleDir?: string
  timings?: Partial<ServerTimings>
  /** What hashing passwords and passphrases costs; next to nothing by default. */
  hashing?: HashingCosts
}

/** No login: for tests of what comes after it. */
export const OPEN = { AUTH_ENABLED: 'false' } as const

/**
 * Milliseconds. A test's requests share this thread with the server. While the thread is busy, the server could
 * close a connection as idle on which a request was just sent.
 */
const KEPT_OPEN = 600_000

/** Starts a server that stops when the test ends. */
export async function startServer(
  scope: Scope,
  { environment = {}, timings = {}, hashing = CHEAP_HASHING, ...folders }: ApiServerOptions = {},
): Promise<ApiServer> {
  const dataDir = folders.dataDir ?? join(temporaryFolder(scope), 'data')
  const consoleDir = folders.consoleDir ?? join(temporaryFolder(scope), 'web')
  mkdirSync(consoleDir, { recursive: true })
  const log: string[] = []
  const config = readConfig({ ...OPEN, HOST_PORT: '0', DATA_DIR: dataDir, ...environment }, false)
  const logger = pino({ level: 'trace' }, { write: (line: string) => void log.push(line) })
  const node = { ...PATIENT, ...timings.node }
  const server = await serve(config, logger, consoleDir, {
    ...{ hashing, keepAlive: KEPT_OPEN, ...timings, node },
  })
  scope.onTestFinished(() => server.stop())
  // Requests share connections: one could be sent to the port's last server, which is gone.
  if (config.port !== 0) await connectionsClosed(config.port)
  return { ...server, ...callsTo(server.url), port: Number(new URL(server.url).port), dataDir, log }
}

/** A test's calls to a server, in this process or another. */
export function callsTo(url: string): Pick<ApiServer, 'get' | 'post' | 'status'> {
  const get = (path: string, headers: Record<string, string> = {}) => call(url + path, { headers })
  return {
    get,
    post: (path, body, headers = {}) =>
      call(url + path, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', ...headers },
      }),
    status: async (condition) => {
      let last: StatusAnswer | undefined
      const fits = async () => {
        last = fitting(statusAnswer, (await get('/api/status')).body)
        return condition(last)
      }
      await until(fits, { what: `${condition}` }).catch((error: Error) => {
        throw new Error(`${error.message}; last: ${JSON.stringify(last)}`)
      })
      if (last === undefined) throw new Error('no status')
      return last
    },
  }
}

/** A request by `fetch`, and its whole answer. */
export async function call(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, init)
  const text = await response.text()
  return { status: response.status, text, body: parse(text), headers: response.headers }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A 2-of-3 keyset. */
export const newKeyset = (): Keyset => generateKeyset({ threshold: 2, totalMembers: 3 })

/** The environment of a server that holds a keyset's first share. */
export function firstShare(
  keyset: Keyset,
  relays: readonly string[],
  generation: ProtocolName = '1.x',
) {
  const [share = ''] = keyset.shareCredentials
  const first = { group: keyset.groupCredential, share }
  const credentials = generation === '1.x' ? first : carriedTexts(keyset, 1)
  return {
    SHARE_CRED: credentials.share,
    GROUP_CRED: credentials.group,
    GROUP_NAME: 'Test keyset',
    RELAYS: JSON.stringify(relays),
  }
}
