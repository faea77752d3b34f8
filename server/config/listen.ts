import { isIPv6 } from 'node:net'
import { DEFAULT_PORT } from './limits.ts'
import { type ConfigReader, createConfigReader, type Environment } from './reader.ts'

const HERE = '127.0.0.1'

/** Where HTTP listens. */
export interface ListenConfig {
  /** An address or a name; IPv6 without brackets. */
  host: string
  port: number
  /** The port that links name, where a container's is published as another. */
  publishedPort: number | undefined
  /** Below which Floe answers too: `/floe`; empty: there is none. */
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
  const said = value === '*' ? 'for all networks of this machine write 0.0.0.0' : wordsFor(value)
  problems.push(`HOST_NAME must be an address or a name such as 127.0.0.1, not '${value}': ${said}`)
  return HERE
}

/** No name in it is `.` or `..`, or is written in two ways; Floe's own come first. */
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

const wordsFor = (value: string): string =>
  /:\d+$/.test(value) ? 'the port goes into HOST_PORT' : 'leave out everything else'

/** The same, without the rest of the configuration and its errors. */
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
