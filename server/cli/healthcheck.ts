import { get } from 'node:http'
import { readListenAlone } from '#config/listen.ts'
import type { HealthAnswer } from '#contract/status.ts'
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

const PATH = '/api/health'
const TIMEOUT = 3_000
/**
 * How long a command waits that wants to know whether a server runs: where none does it learns that at once, and
 * must not say so of one on a busy machine.
 */
const PATIENCE = 15_000
/** A healthy answer is a few hundred bytes. */
const MAX_ANSWER_CHARS = 65_536

/**
 * What the server says of its health. Rejects, with where it was asked, when there is no answer in time.
 *
 * @param host what it listens on
 * @param timeout milliseconds
 */
export const askHealth = (host: string, port: number, timeout = TIMEOUT) =>
  ask(addressOf(host), port, timeout)

/** What the server that runs here says of its health; null: none does, or it does not answer. */
export async function healthAt(host: string, port: number): Promise<HealthAnswer | null> {
  try {
    const { body } = await askHealth(host, port, PATIENCE)
    return JSON.parse(body) as HealthAnswer
  } catch {
    return null
  }
}

/** A server that listens everywhere is asked on loopback. */
function addressOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}

function ask(
  host: string,
  port: number,
  timeout: number,
): Promise<{ status: number; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>()
  // The one name that is always accepted, whatever the server is called outside.
  const headers = { Host: 'localhost' }
  const signal = AbortSignal.timeout(timeout)
  const request = get({ host, port, path: PATH, headers, signal, agent: false }, (answer) => {
    let body = ''
    answer.setEncoding('utf8')
    answer.on('data', (text: string) => {
      body += text
      if (body.length > MAX_ANSWER_CHARS)
        answer.destroy(new Error('the answer is not a health report'))
    })
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }))
    answer.on('error', reject)
  })
  request.on('error', (error) => {
    const at = `${host.includes(':') ? `[${host}]` : host}:${port}`
    const reason = signal.aborted ? `no answer within ${timeout / 1_000} s` : error.message
    reject(new Error(`${at}: ${reason || (error as NodeJS.ErrnoException).code}`))
  })
  return promise
}
