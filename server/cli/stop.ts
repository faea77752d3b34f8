import { stopRequest } from '#contract/rules.ts'
import { type Command, EXIT, readArguments, UsageError } from './command.ts'
import { changeStop, heardByServer, say } from './outside-stop.ts'

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
    const heard = await heardByServer(io, (isStopped) => isStopped)
    if (heard === 'not yet') {
      return say(io, 'it is kept, but the server that runs has not taken it over', EXIT.failed)
    }
    const until = state?.until === undefined ? 'until: floe resume' : `until ${state.until}`
    const where = heard === 'no server' ? '; no server runs here now' : ''
    return say(io, `stopped ${until}${where}`, EXIT.done)
  },
}
