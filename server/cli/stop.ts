import { readConfig } from '#config/read-config.ts'
import { stopRequest } from '#contract/rules.ts'
import { createClock } from '#lib/clock.ts'
import { createStop, type Stop } from '#policy/stop.ts'
import { createStop as createStopStore } from '#store/stop.ts'
import {
  type Command,
  type CommandIo,
  EXIT,
  readArguments,
  stderrLog,
  UsageError,
} from './command.ts'
import { changeDatabase, recordCommand } from './data-folder.ts'
import { serverHealth } from './healthcheck.ts'

const help = `Usage: floe stop [MINUTES]

  Stops every use of the key, even while the server runs: no signature, key exchange, onboarding or
  plaintext leaves any more. For so many minutes, or until: floe resume. Survives restarts. While a server
  runs, the command ends once that has stopped.

Exits with 0 when it is stopped, 1 when it failed or the server has not taken it over, 2 when called
incorrectly, 3 when a newer Floe wrote the database, 4 when the sealing key is missing, 5 when somebody
else has changed the database.
`

export const command: Command = {
  help,
  run: async (args, io) => {
    const [text] = args.length === 0 ? [] : readArguments(args, {}, ['MINUTES']).positionals
    const { success, data } = stopRequest.safeParse(text === undefined ? {} : { minutes: +text })
    if (!success) throw new UsageError('MINUTES must be a whole number from 1 to 525600')
    const state = changeStop(io, 'stop', (stop) => {
      stop.stop(data.minutes)
      return stop.state
    })
    const result = await checkServer(io, true)
    if (result === 'not yet') return reportNotYet(io)
    const until = state?.until === undefined ? 'until: floe resume' : `until ${state.until}`
    const where = result === 'no server' ? '; no server runs here now' : ''
    return printLine(io, `stopped ${until}${where}`, EXIT.done)
  },
}

const resumeHelp = `Usage: floe resume

  Lifts the stop of the owner, even while the server runs.

Exits with 0 when nothing is stopped any more, 1 when it failed or the server has not taken it over, 2 when
called incorrectly, 3 when a newer Floe wrote the database, 4 when the sealing key is missing, 5 when
somebody else has changed the database.
`

export const resume: Command = {
  help: resumeHelp,
  run: async (args, io) => {
    readArguments(args, {})
    const wasStopped = changeStop(io, 'resume', (stop) => {
      const { isStopped } = stop
      stop.lift()
      return isStopped
    })
    if ((await checkServer(io, false)) === 'not yet') return reportNotYet(io)
    return printLine(io, wasStopped ? 'resumed' : 'nothing was stopped', EXIT.done)
  },
}

/** Changes the stop in the data folder, with an audit row. */
function changeStop<T>(io: CommandIo, action: 'stop' | 'resume', change: (stop: Stop) => T): T {
  const { dataDir } = io.read(readConfig)
  return changeDatabase(io, (db, guards) => {
    const stop = createStop({
      store: createStopStore(db, { guards, dataDir, log: stderrLog(io) }),
      clock: createClock(),
      onError: (error) => {
        throw error
      },
    })
    try {
      const changed = change(stop)
      recordCommand(db, null, action)
      return changed
    } finally {
      stop.close()
    }
  })
}

/**
 * Whether the running server has taken over the stop, or its end. A health request makes the server read
 * the stop from the database first.
 */
async function checkServer(
  io: CommandIo,
  isStopped: boolean,
): Promise<'done' | 'not yet' | 'no server'> {
  const { host, port } = io.read(readConfig)
  const health = await serverHealth(host, port)
  if (health === null) return 'no server'
  return (health.stopped === true) === isStopped ? 'done' : 'not yet'
}

/** Reports that the change is stored, and a server still runs without it. */
const reportNotYet = (io: CommandIo): number =>
  printLine(io, 'it is kept, but the server that runs has not taken it over', EXIT.failed)

function printLine({ stdout }: CommandIo, line: string, code: number): number {
  stdout.write(`${line}\n`)
  return code
}
