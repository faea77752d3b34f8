import { join } from 'node:path'
import { fromProcess } from '../config/environment.ts'
import { readConfig } from '../config/whole.ts'
import { STOP_TIMEOUT } from '../contract/limits.ts'
import { server as texts } from '../contract/messages.ts'
import { mayDumpCore } from '../core-dumps.ts'
import { createLogger, type Logger } from '../log.ts'
import { giveBackSoon } from '../memory.ts'
import { serve } from '../serve.ts'
import { type Command, EXIT, readArguments } from './command.ts'

const help = `Usage: floe serve

  Runs the signer and its console, until SIGTERM or SIGINT.

Exits with 0 after a stop that was asked for, 1 when it can't start or its stop took too long,
2 when it is called wrongly, 3 when another Floe has the data folder or a newer one wrote the
database, 4 when the sealing key is missing or another one, 5 when the database is damaged.
`

/** The built console lies beside the built server; in development both are built from the root. */
const consoleDir = join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? '../../dist/web' : '../web',
)

export const command: Command = {
  help,
  run: async (args) => {
    readArguments(args, {})
    const config = fromProcess(readConfig)
    const log = await createLogger(config)
    for (const notice of config.notices) log.warn(notice)
    if (mayDumpCore()) log.warn(texts.coreDumps)
    process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled rejection'))
    // From now on, so that one which comes during the start finds the data folder left in order. A
    // terminal and npm may each send one: those after the first change nothing.
    const { promise: asked, resolve: ask } = Promise.withResolvers<NodeJS.Signals>()
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, ask)

    giveBackSoon()
    let { port } = config
    for (;;) {
      const server = await serve({ ...config, port }, log, consoleDir)
      void server.called.then(giveBackSoon)
      const signal = await Promise.race([asked, server.restoreDecided])
      log.info(signal === undefined ? 'starting anew for a restore' : `${signal}: stopping`)
      await inTime(server.stop(signal === undefined ? 'restart' : 'stop'), log)
      if (signal !== undefined) break
      // In the same process: there may be nobody who would start another one.
      port = Number(new URL(server.url).port)
    }
    log.info('stopped')
    // Whatever should still be open: all is written.
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
