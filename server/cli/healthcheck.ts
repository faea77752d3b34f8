import { readListenAlone } from '#config/listen.ts'
import { askHealth } from './ask-health.ts'
import { type Command, type CommandIo, EXIT, readArguments } from './command.ts'

const help = `Usage: floe healthcheck

  Asks the server that HOST_NAME and HOST_PORT name for /api/health, and prints its answer on one line.

Exits with 0 when the server is well or degraded (a restart would not fix that), 1 when it can't
be reached within 3 s or its database is unusable, 2 when called incorrectly.
`

export const command: Command = {
  help,
  run: async (args, io) => {
    readArguments(args, {})
    const { host, port, problems } = io.read(readListenAlone)
    const [problem] = problems
    const say = (line: string, code: number) => sayTo(io, line, code)
    if (problem !== undefined) return say(problem, EXIT.failed)
    try {
      const { status, body } = await askHealth(host, port)
      return say(wordsOf(status, body), status === 200 ? EXIT.done : EXIT.failed)
    } catch (error) {
      return say((error as Error).message, EXIT.failed)
    }
  },
}

function wordsOf(status: number, body: string): string {
  try {
    const report: { status?: unknown; version?: unknown; reasons?: unknown } = JSON.parse(body)
    const reasons = Array.isArray(report.reasons) ? report.reasons.join('; ') : ''
    return `${report.status} (Floe ${report.version})${reasons === '' ? '' : `: ${reasons}`}`
  } catch {
    return `unexpected answer ${status}`
  }
}

function sayTo(io: CommandIo, line: string, code: number): number {
  io.stdout.write(`${line.replaceAll(/\s+/g, ' ')}\n`)
  return code
}
