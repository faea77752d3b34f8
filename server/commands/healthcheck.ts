import { get } from 'node:http'
import { fromProcess } from '../config/environment.ts'
import { readListenAlone } from '../config/listen.ts'
import { type Command, EXIT, readArguments } from './command.ts'

const help = `Usage: floe healthcheck

  Asks the server that HOST_NAME and HOST_PORT name for /api/health, and prints its answer on one line.

Exits with 0 when the server is well or degraded (a restart would not fix that), 1 when it can't
be reached within 3 s or its database is unusable, 2 when called incorrectly.
`

const PATH = '/api/health'
const TIMEOUT = 3_000
/** A healthy answer is a few hundred bytes. */
const MAX_ANSWER_CHARS = 65_536

export const command: Command = {
  help,
  run: async (args) => {
    readArguments(args, {})
    const { host, port, problems } = fromProcess(readListenAlone)
    const [problem] = problems
    if (problem !== undefined) return say(problem, EXIT.failed)
    try {
      const { status, body } = await ask(addressOf(host), port)
      return say(wordsOf(status, body), status === 200 ? EXIT.done : EXIT.failed)
    } catch (error) {
      return say((error as Error).message, EXIT.failed)
    }
  },
}

/** A server that listens everywhere is asked on loopback. */
function addressOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}

function ask(host: string, port: number): Promise<{ status: number; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>()
  // The one name that is always accepted, whatever the server is called outside.
  const headers = { Host: 'localhost' }
  const signal = AbortSignal.timeout(TIMEOUT)
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
    const reason = signal.aborted ? `no answer within ${TIMEOUT / 1_000} s` : error.message
    reject(new Error(`${at}: ${reason || (error as NodeJS.ErrnoException).code}`))
  })
  return promise
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

function say(line: string, code: number): number {
  process.stdout.write(`${line.replaceAll(/\s+/g, ' ')}\n`)
  return code
}
