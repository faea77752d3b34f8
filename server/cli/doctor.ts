import { type Config, readConfig } from '#config/read-config.ts'
import { describeMachine } from '#lib/machine-report.ts'
import { type Command, type CommandIo, EXIT, readArguments } from './command.ts'
import { newSignInToken } from './data-folder.ts'
import { addressOf } from './healthcheck.ts'

const help = `Usage: floe doctor

  Prints what whoever helps you has to know: version, platform, settings by name, health, relays by host,
  devices by number, clock, disk, the last errors. It holds no key, no credential and no value of a setting.
  Without a running server, it prints what can be known from outside, and why the server is not there.

Exits with 0 when it is printed, 1 when the server can't be asked, 2 when called incorrectly.
`

/** How long each answer of the running server may take. Milliseconds. */
const ANSWER_TIMEOUT = 15_000

export const command: Command = {
  help,
  run: async (args, io) => {
    readArguments(args, {})
    const config = io.read(readConfig)
    try {
      io.stdout.write(await reportOf(config, io))
      return EXIT.done
    } catch (error) {
      const { message, cause } = error as Error
      const reason = (cause as NodeJS.ErrnoException | undefined)?.code ?? message
      const lines = describeMachine({ dataDir: config.dataDir, settings: config.given })
      io.stdout.write(`${[...lines, `Server: cannot be asked (${reason})`].join('\n')}\n`)
      return EXIT.failed
    }
  },
}

/** The running server's report, with a session for just that where a login is needed. */
async function reportOf(config: Config, io: CommandIo): Promise<string> {
  const host = addressOf(config.host)
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`
  const ask = async (method: string, path: string, session?: string, body?: object) => {
    const answer = await fetch(url + path, {
      method,
      headers: session === undefined ? {} : { 'X-Session-ID': session },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_TIMEOUT),
    })
    if (!answer.ok) throw new Error(`it answered ${answer.status}`)
    return (await answer.json()) as { report?: string; sessionId?: string }
  }
  if (!config.auth.enabled) return (await ask('GET', '/api/doctor')).report ?? ''
  await ask('GET', '/api/auth/status')
  const token = newSignInToken(io)
  const { sessionId } = await ask('POST', '/api/auth/login', undefined, { token })
  try {
    return (await ask('GET', '/api/doctor', sessionId)).report ?? ''
  } finally {
    await ask('POST', '/api/auth/logout', sessionId)
  }
}
