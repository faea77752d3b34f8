import { join } from 'node:path'
import { readConfig } from '#config/read-config.ts'
import { server as texts } from '#contract/messages.ts'
import { mayDumpCore } from '#lib/core-dumps.ts'
import { createLogger, type Logger } from '#lib/log.ts'
import { STOP_TIMEOUT, serve } from '#server.ts'
import { type Command, EXIT, readArguments } from './command.ts'

const help = `Usage: floe serve

  Runs the signer and its console, until SIGTERM or SIGINT.

Exits with 0 after a requested stop, 1 when it can't start or stopping took too long, 2 when called
incorrectly, 3 when another Floe uses the data folder or a newer one wrote the database, 4 when the
sealing key is missing or wrong, 5 when the database is damaged.
`

/** The built console lies beside the built server; in development both are built from the root. */
const consoleDir = join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? '../../dist/web' : '../web',
)

export const command: Command = {
  help,
  run: async (args, { read, stderr }) => {
    readArguments(args, {})
    const config = read(readConfig)
    const log = await createLogger(config)
    for (const warning of config.warnings) log.warn(warning)
    if (mayDumpCore()) log.warn(texts.coreDumps)
    process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled rejection'))
    // From now on, so that a signal during the start still leaves the data folder in order. A
    // terminal and npm may each send one: those after the first change nothing.
    const { promise: asked, resolve: ask } = Promise.withResolvers<NodeJS.Signals>()
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, ask)

    let { port } = config
    for (;;) {
      const server = await serve({ ...config, port }, log, consoleDir)
      // For a person who looks into the container's log, where the link is hard to see among lines of JSON.
      // Only stderr gets this text: programs that read stdout need JSON on each line.
      const { signInLink } = server
      if (signInLink !== undefined && config.logFormat === 'json' && log.isLevelEnabled('warn')) {
        stderr.write(`\n${signInLink}\n\n`)
      }
      const signal = await Promise.race([asked, server.restoreDecided])
      log.info(signal === undefined ? 'restarting for a restore' : `${signal}: stopping`)
      await inTime(server.stop(signal === undefined ? 'restart' : 'stop'), log)
      if (signal !== undefined) break
      // In the same process, because nobody may be there to start another.
      port = Number(new URL(server.url).port)
    }
    log.info('stopped')
    // Ends whatever may still be open: everything is written.
    process.exit(EXIT.done)
  },
}

async function inTime(stop: Promise<void>, log: Logger): Promise<void> {
  const deadline = setTimeout(() => {
    log.error('the stop took too long and was cut short')
    process.exit(EXIT.failed)
  }, STOP_TIMEOUT)
  deadline.unref()
  await stop
  clearTimeout(deadline)
}
