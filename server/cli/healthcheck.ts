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
    const report = (line: string, code: number) => printLine(io, line, code)
    if (problem !== undefined) return report(problem, EXIT.failed)
    try {
      const { status, body } = await requestHealth(host, port)
      return report(summaryOf(status, body), status === 200 ? EXIT.done : EXIT.failed)
    } catch (error) {
      return report((error as Error).message, EXIT.failed)
    }
  },
}

function summaryOf(status: number, body: string): string {
  try {
    const report: { status?: unknown; version?: unknown; reasons?: unknown } = JSON.parse(body)
    const reasons = Array.isArray(report.reasons) ? report.reasons.join('; ') : ''
    return `${report.status} (Floe ${report.version})${reasons === '' ? '' : `: ${reasons}`}`
  } catch {
    return `unexpected answer ${status}`
  }
}

function printLine(io: CommandIo, line: string, code: number): number {
  io.stdout.write(`${line.replaceAll(/\s+/g, ' ')}\n`)
  return code
}

const PATH = '/api/health'
const TIMEOUT = 3_000
/** For commands that check whether a server runs. If none does, the connection is refused at once. */
const SLOW_TIMEOUT = 15_000
/** A healthy answer is a few hundred bytes. */
const MAX_ANSWER_CHARS = 65_536

/**
 * Requests the server's health report.
 *
 * @param listening where the server listens
 * @param timeout milliseconds
 * @throws Error with the address when there is no answer in time
 */
export function requestHealth(
  listening: string,
  port: number,
  timeout = TIMEOUT,
): Promise<{ status: number; body: string }> {
  const host = addressOf(listening)
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>()
  // A host name that the server always accepts.
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

/** The running server's health report; null if none runs or it does not answer. */
export async function serverHealth(host: string, port: number): Promise<HealthAnswer | null> {
  try {
    const { body } = await requestHealth(host, port, SLOW_TIMEOUT)
    return JSON.parse(body) as HealthAnswer
  } catch {
    return null
  }
}

/** The address to connect to: loopback for a server that listens on all addresses. */
export function addressOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}
