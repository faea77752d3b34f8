import type { Environment } from './reader.ts'

/**
 * Has a configuration read out of this process's environment, which no other file looks at. What is
 * read comes in as a parameter, so that whoever needs one part loads that part alone: a health check
 * is a process of its own, every half minute for years.
 */
export const fromProcess = <Read>(
  read: (environment: Environment, isTerminal: boolean) => Read,
): Read => read(process.env, process.stdout.isTTY === true)
