import { type ParseArgsConfig, parseArgs } from 'node:util'

/** One command of `floe`: one file beside this. */
export interface Command {
  /** How it is called, what it does, what it exits with. */
  help: string
  /** @returns what the process exits with. @throws UsageError */
  run(args: string[]): Promise<number> | number
}

/** What scripts can go by. Each command's help says which of them it uses. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  /** It would do harm: something is in the way, and what that is stands on stderr. */
  refused: 3,
  /** A key or passphrase is missing or is another one. */
  key: 4,
  /** The file is damaged, or none of ours. */
  unfit: 5,
} as const

/** The command was called in a way that it does not know. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * The arguments of a command, as node:util reads them; what it does not know is refused.
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
