import { join } from 'node:path'
import { createSignInToken } from './auth/sign-in-link.ts'
import { ConfigError, readProcessConfig } from './config.ts'
import { STOP_TIMEOUT } from './contract/limits.ts'
import { createLogger, type Logger } from './log.ts'
import { type RunningServer, serve, signInUrl } from './serve.ts'
import { StoreError } from './store/errors.ts'
import { addSignInTokenFromOutside } from './store/sign-in-tokens.ts'
import { VERSION } from './version.ts'

const USAGE = `Usage: floe [command]

  serve          run the signer and its console (default)
  sign-in-link   print a link that signs in once, within ten minutes
  version        print the version

Configuration is by environment variables: see the README.
`

/** The built console lies beside the built server; in development both are built from the root. */
const consoleDir = join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? '../dist/web' : '../web',
)

async function runServer(): Promise<void> {
  const config = readProcessConfig()
  const log = createLogger(config)
  for (const notice of config.notices) log.warn(notice)
  process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled rejection'))
  // From now on, so that one which comes during the start finds the data folder left in order. A
  // terminal and npm may each send one: those after the first change nothing.
  const { promise: asked, resolve: ask } = Promise.withResolvers<NodeJS.Signals>()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, ask)
  const server = await serve(config, log, consoleDir)
  await stop(server, log, await asked)
}

async function stop(server: RunningServer, log: Logger, signal: string): Promise<void> {
  log.info(`${signal}: stopping`)
  const deadline = setTimeout(() => {
    log.error('the stop took too long and was cut short')
    process.exit(1)
  }, STOP_TIMEOUT)
  deadline.unref()
  await server.stop()
  log.info('stopped')
  process.exit(0)
}

/** Beside a running server, or before one is started: it looks the link up in the database. */
function printSignInLink(): void {
  const { dataDir, host, port } = readProcessConfig()
  const { token } = createSignInToken(
    { add: (record, now) => addSignInTokenFromOutside(dataDir, record, now) },
    Date.now,
  )
  const name = host.includes(':') ? `[${host}]` : host
  process.stdout.write(`${signInUrl(`http://${name}:${port}`, token)}\n`)
}

/** What is wrong, in words for whoever started the process; a stack only for what is our fault. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.problems.join('\n')
  if (error instanceof StoreError) return error.message
  const { code, port, address } = error as { code?: string; port?: number; address?: string }
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${address} is taken by another program: stop it, or set HOST_PORT to a free port.`
  }
  if (code === 'EACCES') {
    return `Port ${port} on ${address} can't be opened: set HOST_PORT to a port above 1023.`
  }
  if (code === 'EADDRNOTAVAIL') {
    return `${address} is no address of this machine: set HOST_NAME to one that is.`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

async function main(command = 'serve'): Promise<void> {
  switch (command) {
    case 'serve':
      return runServer()
    case 'sign-in-link':
      printSignInLink()
      return
    case 'version':
    case '--version':
      process.stdout.write(`${VERSION}\n`)
      return
    case '--help':
    case 'help':
      process.stdout.write(USAGE)
      return
    default:
      process.stderr.write(`floe: unknown command '${command}'\n\n${USAGE}`)
      process.exitCode = 2
  }
}

main(process.argv[2]).catch((error: unknown) => {
  process.stderr.write(`floe: ${explain(error)}\n`)
  process.exit(1)
})
