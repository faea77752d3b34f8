import { DEFAULT_PORT } from './limits.ts'
import { type ConfigReader, createConfigReader, type Environment } from './reader.ts'

/** Where HTTP listens. */
export interface ListenConfig {
  /** An address or a name; IPv6 without brackets. */
  host: string
  port: number
  /** The port that links name, where a container's is published as another. */
  publishedPort: number | undefined
}

export const readListen = ({ plain, problems }: ConfigReader): ListenConfig => ({
  host: plain('HOST_NAME')?.replace(/^\[(.*)\]$/, '$1') ?? '127.0.0.1',
  port: readPort('HOST_PORT', plain('HOST_PORT'), problems) ?? DEFAULT_PORT,
  publishedPort: readPort('FLOE_PORT', plain('FLOE_PORT'), problems),
})

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
