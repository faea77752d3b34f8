import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type ApiServer, callsTo, OPEN } from './api-server.ts'
import { type Scope, temporaryFolder } from './scope.ts'
import { until } from './until.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Shared by all starts: without it, compiling is half of what a start costs. */
export const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/floe-tests')

/** How a process ended. */
export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

/** The built `floe` in a process of its own, started as its owner starts it. */
export interface FloeProcess {
  readonly pid: number | undefined
  readonly stdout: string
  readonly stderr: string
  readonly exit: Promise<Exit>
  send(signal: NodeJS.Signals): void
}

/** A process of `floe` that is a server and listens. */
export interface FloeServer extends FloeProcess, Pick<ApiServer, 'get' | 'post' | 'status'> {
  url: string
  dataDir: string
}

type Environment = Readonly<Record<string, string>>

/**
 * Starts a process that is killed when the test ends, unless it has ended before.
 *
 * @param root the folder of the repository or package that has `dist/`
 * @param within a command that runs the command after it in its own place, like `env` or `nice`
 */
export function spawnFloe(
  scope: Scope,
  environment: Environment,
  args: readonly string[] = [],
  root = ROOT,
  within: readonly string[] = [],
): FloeProcess {
  const command = [...within, process.execPath, 'dist/server/main.js', ...args]
  const child: ChildProcess = spawn(command[0] ?? '', command.slice(1), {
    cwd: root,
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text
    })
  }
  const exit = once(child, 'close').then(([code, signal]): Exit => ({ code, signal }))
  scope.onTestFinished(async () => {
    child.kill('SIGKILL')
    await exit
  })
  return {
    pid: child.pid,
    get stdout() {
      return printed.stdout
    },
    get stderr() {
      return printed.stderr
    },
    exit,
    send: (signal) => {
      child.kill(signal)
    },
  }
}

/**
 * Starts a server on a free port and waits until it says where it listens. Without any variable
 * for access, everyone is let in.
 */
export async function startFloe(
  scope: Scope,
  environment: Environment = {},
  dataDir = join(temporaryFolder(scope), 'data'),
  root = ROOT,
  within: readonly string[] = [],
): Promise<FloeServer> {
  const own = { ...OPEN, HOST_PORT: '0', DATA_DIR: dataDir, ...environment }
  const floe = spawnFloe(scope, own, [], root, within)
  let ended = false
  void floe.exit.then(() => {
    ended = true
  })
  const find = () => /listening on (http:\/\/[^\s"]+)/.exec(floe.stdout)?.[1]
  await until(() => ended || find() !== undefined, { what: 'the server to listen' })
  const url = find()
  if (url === undefined) throw new Error(`the server ended: ${floe.stdout}${floe.stderr}`)
  return Object.assign(floe, callsTo(url), { url, dataDir })
}
