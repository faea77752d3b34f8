import { signInUrl } from '#config/listen.ts'
import { readConfig } from '#config/read-config.ts'
import { type Command, EXIT, readArguments } from './command.ts'
import { newSignInToken } from './data-folder.ts'

const help = `Usage: floe sign-in-link

  Prints a link that signs in once, within ten minutes. Works while the server runs, too.

Exits with 0 when it is printed, 1 when it failed, 2 when called incorrectly, 3 when a newer Floe
wrote the database, 4 when the sealing key is missing, 5 when somebody else has changed the database.
`

/** Works beside a running server or before one is started, because the server looks the link up in the database. */
export const command: Command = {
  help,
  run: (args, io) => {
    readArguments(args, {})
    const config = io.read(readConfig)
    io.stdout.write(`${signInUrl(config, config.port, newSignInToken(io))}\n`)
    return EXIT.done
  },
}
