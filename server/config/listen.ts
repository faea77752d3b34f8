import { isIPv6 } from 'node:net'
import { DEFAULT_PORT } from './limits.ts'
import { type ConfigReader, createConfigReader, type Environment } from './reader.ts'

const HERE = '127.0.0.1'

/** Where HTTP listens. */
export interface ListenConfig {
  /** An address or a name; IPv6 without brackets. */
  host: string
  port: number
  /** The port for links, where a container's port is published under another number. */
  publishedPort: number | undefined
  /** An additional path prefix under which Floe answers, such as `/floe`; empty: none. */
  basePath: string
}

export const readListen = ({ plain, problems }: ConfigReader): ListenConfig => ({
  host: readHost(plain('HOST_NAME'), problems),
  port: readPort('HOST_PORT', plain('HOST_PORT'), problems) ?? DEFAULT_PORT,
  publishedPort: readPort('FLOE_PORT', plain('FLOE_PORT'), problems),
  basePath: readBasePath(plain('BASE_PATH'), problems),
})

function readHost(value: string | undefined, problems: string[]): string {
  if (value === undefined) return HERE
  const host = value.replace(/^\[(.*)\]$/, '$1')
  if (isIPv6(host) || /^[\w.-]+$/.test(host)) return host
  const hint = value === '*' ? 'for all networks of this machine write 0.0.0.0' : hintFor(value)
  problems.push(`HOST_NAME must be an address or a name such as 127.0.0.1, not '${value}': ${hint}`)
  return HERE
}

/** No `.` or `..`, nothing that needs escaping, and none of Floe's own paths. */
const BASE_PATH = /^(?!\/(?:api|assets|metrics)(?:\/|$))(?:\/(?!\.+(?:\/|$))[\w.~-]+)*$/

function readBasePath(value: string | undefined, problems: string[]): string {
  const path = value?.replace(/\/+$/, '') ?? ''
  if (BASE_PATH.test(path)) return path
  problems.push(
    `BASE_PATH must be a path such as /floe, of letters and digits, not '${value}': neither an ` +
      'address nor one that begins with /api, /assets or /metrics',
  )
  return ''
}

const hintFor = (value: string): string =>
  /:\d+$/.test(value) ? 'the port goes into HOST_PORT' : 'leave out everything else'

/** Reads only this part of the configuration, for the health check. */
export function readListenAlone(
  environment: Environment,
): ListenConfig & { problems: readonly string[] } {
  const reader = createConfigReader(environment)
  return { ...readListen(reader), problems: reader.problems }
}

function readPort(name: string, value: string | undefined, problems: string[]): number | undefined {
  if (value === undefined) return undefined
  const port = Number(value)
  if (/^\d{1,5}$/.test(value) && port <= 65_535) return port
  problems.push(`${name} must be a port number from 0 to 65535, not '${value}'`)
  return undefined
}

/**
 * The console's address with a sign-in token: in the fragment, which no server and no log sees.
 *
 * @param port that the server listens on
 */
export function signInUrl(
  { host, publishedPort, basePath }: Pick<ListenConfig, 'host' | 'publishedPort' | 'basePath'>,
  port: number,
  token: string,
): string {
  const isAnywhere = host === '0.0.0.0' || host === '::'
  const name = host.includes(':') ? `[${host}]` : host
  return `http://${isAnywhere ? 'localhost' : name}:${publishedPort ?? port}${basePath}/#token=${token}`
}
