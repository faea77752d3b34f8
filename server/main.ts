import { isMainThread, workerData } from 'node:worker_threads'
import { type Command, EXIT, UsageError } from './commands/command.ts'
import { refuseInspector } from './core-dumps.ts'
import type { ThreadData, ThreadPurpose } from './thread.ts'

/**
 * Each is loaded only when called: a health check every half minute should not cost what a server
 * does.
 */
const COMMANDS: Readonly<Record<string, () => Promise<{ command: Command }>>> = {
  serve: () => import('./commands/serve.ts'),
  healthcheck: () => import('./commands/healthcheck.ts'),
  backup: () => import('./commands/backup.ts'),
  restore: () => import('./commands/restore.ts'),
  'sign-in-link': () => import('./commands/sign-in-link.ts'),
  stop: () => import('./commands/stop.ts'),
  resume: () => import('./commands/resume.ts'),
  questions: () => import('./commands/questions.ts'),
  'api-key': () => import('./commands/api-key.ts'),
  app: () => import('./commands/app.ts'),
  import: () => import('./commands/import.ts'),
  adopt: () => import('./commands/adopt.ts'),
  version: () => import('./commands/version.ts'),
}

const THREADS: Readonly<Record<ThreadPurpose, () => Promise<unknown>>> = {
  backups: () => import('./backups/worker.ts'),
  curve: () => import('./node/curve-worker.ts'),
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
  version        print the version
  help           print this; floe <command> --help describes one

Configuration is by environment variables: see the README.
`

/**
 * For every command, not only the server: a back-up and a restore have the sealing key in memory
 * too.
 */
async function main([name = 'serve', ...args]: string[]): Promise<number> {
  if (['help', '--help', '-h'].includes(name)) return help(args[0])
  refuseInspector()
  const load = commandOf(name === '--version' ? 'version' : name)
  if (load === undefined) {
    process.stderr.write(`floe: unknown command '${name}'\n\n${USAGE}`)
    return EXIT.usage
  }
  const { command } = await load()
  if (args.includes('--help') || args.includes('-h')) return print(command.help)
  try {
    return await command.run(args)
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`floe: ${error.message}\n\n${command.help}`)
      return EXIT.usage
    }
    // Loaded only now: it knows everything that can fail.
    const { exitCodeOf, explain } = await import('./commands/explain.ts')
    process.stderr.write(`floe: ${explain(error)}\n`)
    return exitCodeOf(error)
  }
}

const commandOf = (name: string) => (Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined)

async function help(name: string | undefined): Promise<number> {
  const load = name === undefined ? undefined : commandOf(name)
  return print(load === undefined ? USAGE : (await load()).command.help)
}

function print(text: string): number {
  process.stdout.write(text)
  return EXIT.done
}

/** Whatever keeps a failed start alive, such as a timer, has nothing left to do. */
function end(code: number): void {
  process.exitCode = code
  if (code !== EXIT.done) process.exit()
}

if (isMainThread) main(process.argv.slice(2)).then(end)
else THREADS[(workerData as ThreadData).thread]()
