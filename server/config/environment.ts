import type { Environment } from './reader.ts'

/**
 * Reads a configuration from this process's environment, which no other file looks at. What to read
 * is a parameter, so that a caller loads only the part it needs: a health check is a process of its
 * own, every half minute for years.
 */
export const fromProcess = <Read>(
  read: (environment: Environment, isTerminal: boolean) => Read,
): Read => read(process.env, process.stdout.isTTY === true)
