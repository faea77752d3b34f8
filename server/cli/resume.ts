import { type Command, EXIT, readArguments } from './command.ts'
import { changeStop, checkServer, printLine, reportNotYet } from './stop.ts'

const help = `Usage: floe resume

  Lifts the stop of the owner, even while the server runs.

Exits with 0 when nothing is stopped any more, 1 when it failed or the server has not taken it over, 2 when
called incorrectly, 3 when a newer Floe wrote the database, 4 when the sealing key is missing, 5 when
somebody else has changed the database.
`

export const command: Command = {
  help,
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
