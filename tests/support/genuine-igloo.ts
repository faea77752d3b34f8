import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { call } from './api-server.ts'
import { freePort } from './free-port.ts'
import { type Scope, temporaryFolder } from './scope.ts'
import { until } from './until.ts'

/**
 * The folder of igloo-server v1.1.0's sources and packages, which are not ours to hand on; undefined where
 * there is none. `BUN` is its runtime.
 */
const SOURCES = process.env['IGLOO_SERVER_SOURCES']
const BUN = process.env['BUN'] ?? 'bun'

export const hasIgloo = SOURCES !== undefined && existsSync(join(SOURCES, 'src/server.ts'))

export const ADMIN_SECRET = 'the secret of an administrator'

/** The genuine igloo-server in a folder and a process of its own. */
export interface GenuineIgloo {
  /** Has `.env` and `data/`, as beside its compose file. */
  folder: string
  url: string
  /** Resolves with the answer's body. @throws when it is not a success */
  ask<T>(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<T>
  /** Ends it for good. */
  stop(): Promise<void>
}

export async function startIgloo(
  scope: Scope,
  environment: Readonly<Record<string, string>>,
): Promise<GenuineIgloo> {
  const folder = temporaryFolder(scope)
  for (const name of ['src', 'node_modules', 'package.json', 'tsconfig.json']) {
    symlinkSync(join(SOURCES ?? '', name), join(folder, name))
  }
  mkdirSync(join(folder, 'data'))
  const port = await freePort()
  const variables = {
    ...{ HOST_NAME: '127.0.0.1', HOST_PORT: String(port), NODE_ENV: 'development' },
    ...{ ADMIN_SECRET, AUTH_ENABLED: 'true', RATE_LIMIT_ENABLED: 'false', ...environment },
  }
  const lines = Object.entries(variables).map(([name, value]) => `${name}='${value}'\n`)
  writeFileSync(join(folder, '.env'), lines.join(''))
  const child = spawn(BUN, ['run', 'src/server.ts'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      printed += String(text)
    })
  }
  const ended = once(child, 'close')
  const stop = async () => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
    await ended
    clearTimeout(timer)
  }
  scope.onTestFinished(stop)
  const url = `http://127.0.0.1:${port}`
  const answers = async () => (await call(`${url}/api/status`).catch(() => null))?.status === 200
  await until(answers, { timeout: 30_000, what: 'igloo-server to answer' }).catch(
    (error: Error) => {
      throw new Error(`${error.message}: ${printed}`)
    },
  )
  return {
    ...{ folder, url, stop },
    ask: async <T>(method: string, path: string, body?: object, headers = {}) => {
      const answer = await call(url + path, {
        method,
        headers: { 'Content-Type': 'application/json', ...headers },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (answer.status >= 300) {
        throw new Error(
          `${method} ${path}: ${answer.status} ${answer.text}\n${printed.slice(-2_000)}`,
        )
      }
      return answer.body as T
    },
  }
}
