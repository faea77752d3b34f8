import { BUILD, VERSION } from '#lib/version.ts'
import { type Command, EXIT, readArguments } from './command.ts'

const help = `Usage: floe version

  Prints the version, and the commit that this build is made from with its date.

Exits with 0, or 2 when called incorrectly.
`

export const command: Command = {
  help,
  run: (args, io) => {
    readArguments(args, {})
    io.stdout.write(`${VERSION} (commit ${BUILD.commit}, date ${BUILD.date})\n`)
    return EXIT.done
  },
}
