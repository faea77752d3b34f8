import { DEFAULT_PORT } from './limits.ts'
import { type ConfigReader, createConfigReader, type Environment } from './reader.ts'

/** Where HTTP listens. */
export interface ListenConfig {
  /** An address or a name; IPv6 without brackets. */
  host: string
  port: number
}

export const readListen = ({ plain, problems }: ConfigReader): ListenConfig => ({
  host: plain('HOST_NAME')?.replace(/^\[(.*)\]$/, '$1') ?? '127.0.0.1',
  port: readPort(plain('HOST_PORT'), problems),
})

/** The same, without the rest of the configuration and its errors. */
export function readListenAlone(
  environment: Environment,
): ListenConfig & { problems: readonly string[] } {
  const reader = createConfigReader(environment)
  return { ...readListen(reader), problems: reader.problems }
}

function readPort(value: string | undefined, problems: string[]): number {
  if (value === undefined) return DEFAULT_PORT
  const port = Number(value)
  if (/^\d{1,5}$/.test(value) && port <= 65_535) return port
  problems.push(`HOST_PORT must be a port number from 0 to 65535, not '${value}'`)
  return DEFAULT_PORT
}
