import type { Readable, Writable } from 'node:stream'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { HashingCosts } from '#app/context.ts'
import { fromProcess } from '#config/reader.ts'
import type { StoreLog } from '#store/database.ts'

/** One command of `floe`. Each has a file in this folder. */
export interface Command {
  /** How to call it, what it does, and its exit codes. */
  help: string
  /** @returns the process's exit code. @throws UsageError */
  run(args: string[], io: CommandIo): Promise<number> | number
}

/** What a command reads and writes: the process's own streams, except in tests. */
export interface CommandIo {
  /** Reads the configuration from the environment. */
  read: typeof fromProcess
  stdin: Readable & Pick<typeof process.stdin, 'isTTY' | 'setRawMode'>
  stdout: Writable & { isTTY?: boolean }
  stderr: Writable
  /** Cheaper password hashing, for tests. */
  hashing?: HashingCosts
}

export const processIo = (): CommandIo => ({
  read: fromProcess,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
})

/** Exit codes for scripts. Each command's help says which of them it uses. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  /** It would do harm: something is in the way, and stderr says what. */
  refused: 3,
  /** A key or passphrase is missing or wrong. */
  key: 4,
  /** The file is damaged, or not one of ours. */
  unfit: 5,
} as const

/** The command was called with unknown or missing arguments. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * The arguments of a command, as node:util reads them; unknown ones are refused.
 *
 * @param names of the positional arguments, all of which must be given
 */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
  names: readonly string[] = [],
) {
  const { values, positionals } = parse(args, options)
  const missing = names[positionals.length]
  if (missing !== undefined) throw new UsageError(`${missing} is missing`)
  const [unknown] = positionals.slice(names.length)
  if (unknown !== undefined) throw new UsageError(`unknown argument '${unknown}'`)
  return { values, positionals }
}

/** Runs the action that a command's first argument names. */
export const byAction =
  (actions: Readonly<Record<string, Command['run']>>): Command['run'] =>
  ([name, ...args], io) => {
    const run = name !== undefined && Object.hasOwn(actions, name) ? actions[name] : undefined
    if (run !== undefined) return run(args, io)
    const names = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(Object.keys(actions))
    throw new UsageError(name === undefined ? `${names}?` : `unknown action '${name}'`)
  }

function parse<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: true })
  } catch (cause) {
    const [reason = 'unknown option'] = (cause as Error).message.split(/\. /)
    throw new UsageError(reason, { cause })
  }
}

/** Writes warnings and errors to stderr, and drops progress messages. */
export function stderrLog({ stderr }: Pick<CommandIo, 'stderr'>): StoreLog {
  const write = (_: object, message: string): void => {
    stderr.write(`floe: ${message}\n`)
  }
  return { info: () => {}, warn: write, error: write }
}
