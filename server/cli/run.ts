import { type Command, type CommandIo, EXIT, UsageError } from './command.ts'

/** Each is loaded only when called: a health check every half minute should not cost what a server does. */
const COMMANDS: Readonly<Record<string, () => Promise<{ command: Command }>>> = {
  serve: () => import('./serve.ts'),
  healthcheck: () => import('./healthcheck.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  'sign-in-link': () => import('./sign-in-link.ts'),
  stop: () => import('./stop.ts'),
  resume: async () => ({ command: (await import('./stop.ts')).resume }),
  questions: () => import('./questions.ts'),
  'api-key': () => import('./api-key.ts'),
  app: () => import('./app.ts'),
  import: () => import('./import.ts'),
  adopt: () => import('./adopt.ts'),
  doctor: () => import('./doctor.ts'),
  version: () => import('./version.ts'),
}

const USAGE = `Usage: floe [command]

  serve          run the signer and its console (default)
  healthcheck    ask the running server how it is
  backup         copy the database, even while the server runs
  restore        put a back-up in place of a stopped server's database
  sign-in-link   print a link that signs in once, within ten minutes
  stop           stop every use of the key, even while the server runs
  resume         lift the stop
  questions      list what waits for the owner
  api-key        list, make and revoke API keys
  app            invite, accept, list and remove apps that sign with the key (NIP-46)
  import         move in from igloo-server
  adopt          accept the rows of a database that somebody has changed
  doctor         print what whoever helps you has to know; nothing secret
  version        print the version
  help           print this; floe <command> --help describes one

Configuration is by environment variables: see docs/configuration.md.
`

/** @returns the process's exit code */
export async function runCommand(
  [name = 'serve', ...args]: string[],
  io: CommandIo,
): Promise<number> {
  if (['help', '--help', '-h'].includes(name)) return help(args[0], io)
  const load = commandOf(name === '--version' ? 'version' : name)
  if (load === undefined) {
    io.stderr.write(`floe: unknown command '${name}'\n\n${USAGE}`)
    return EXIT.usage
  }
  const { command } = await load()
  if (args.includes('--help') || args.includes('-h')) return print(io, command.help)
  try {
    return await command.run(args, io)
  } catch (error) {
    if (error instanceof UsageError) {
      io.stderr.write(`floe: ${error.message}\n\n${command.help}`)
      return EXIT.usage
    }
    // Loaded only now, because it imports every part that can fail.
    const { exitCodeOf, describeError } = await import('./errors.ts')
    io.stderr.write(`floe: ${describeError(error)}\n`)
    return exitCodeOf(error)
  }
}

const commandOf = (name: string) => (Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined)

async function help(name: string | undefined, io: CommandIo): Promise<number> {
  const load = name === undefined ? undefined : commandOf(name)
  return print(io, load === undefined ? USAGE : (await load()).command.help)
}

function print({ stdout }: CommandIo, text: string): number {
  stdout.write(text)
  return EXIT.done
}
