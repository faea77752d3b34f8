import { readdirSync, readlinkSync, realpathSync } from 'node:fs'
import { get } from 'node:http'
import { imports as texts } from '#contract/import-messages.ts'
import { readEnvironment } from './environment-file.ts'
import { ANSWER_TIMEOUT, DEFAULT_PORT } from './limits.ts'

/**
 * Detects an igloo-server that runs on this machine, without touching its files: a process that has its
 * database open (as far as the system shows it to this user), or an answer at its port. One in another
 * container or on another machine is not detected.
 *
 * @param environment the text of its `.env`
 * @returns how it was detected, as a message; null: it was not
 */
export async function detectRunning(files: {
  database: string | null
  environment: string | null
}): Promise<string | null> {
  const pid = files.database === null ? null : holderOf(files.database)
  if (pid !== null) return texts.isOpen(pid)
  const variables = readEnvironment(files.environment ?? '')
  const port = Number(variables.get('HOST_PORT') ?? DEFAULT_PORT)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return null
  return (await answersAt(port)) ? texts.answers(`127.0.0.1:${port}`) : null
}

/** A process that has a file open; null: none that can be seen. */
function holderOf(database: string): string | null {
  const file = realpathSync(database)
  for (const pid of listed('/proc')) {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) continue
    for (const handle of listed(`/proc/${pid}/fd`)) {
      if (linkOf(`/proc/${pid}/fd/${handle}`) === file) return pid
    }
  }
  return null
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function linkOf(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}

const ANSWER_CHARS_MAX = 65_536

/** Whether igloo-server answers at a port of this machine; Floe's status has no `restartInfo`. */
function answersAt(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const options = { host: '127.0.0.1', port, path: '/api/status', agent: false } as const
  const request = get({ ...options, signal: AbortSignal.timeout(ANSWER_TIMEOUT) }, (answer) => {
    let text = ''
    answer.setEncoding('utf8')
    answer.on('data', (part: string) => {
      text += part
      if (text.length > ANSWER_CHARS_MAX) answer.destroy()
    })
    answer.on('close', () => resolve(isIgloo(text)))
    answer.on('error', () => resolve(false))
  })
  request.on('error', () => resolve(false))
  return promise
}

function isIgloo(text: string): boolean {
  try {
    const status: unknown = JSON.parse(text)
    return typeof status === 'object' && status !== null && 'restartInfo' in status
  } catch {
    return false
  }
}
