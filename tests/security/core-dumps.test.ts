import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { OPEN } from '../support/api-server.ts'
import { COMPILE_CACHE, type FloeServer, startFloe } from '../support/floe-process.ts'
import { fileScope, type Scope, temporaryFolder } from '../support/scope.ts'
import { until } from '../support/until.ts'

const ROOT = join(import.meta.dirname, '../..')

/** A debugger would get a port of its own: whoever has Node's usual one does not keep it from coming. */
const ENVIRONMENT = { NODE_OPTIONS: '--inspect-port=0' }

/** What `npm start` runs, under a limit that allows core files, as many machines have it. */
async function startAsOwner(scope: Scope) {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const command = scripts.start.replace('dist/server/main.js', join(ROOT, 'dist/server/main.js'))
  const dataDir = temporaryFolder(scope)
  const child = spawn('sh', ['-c', `ulimit -c unlimited; ${command}`], {
    // Where a core file would be left.
    cwd: dataDir,
    env: {
      PATH: `${join(process.execPath, '..')}:${process.env['PATH']}`,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...ENVIRONMENT,
      ...{ ...OPEN, HOST_PORT: '0', DATA_DIR: dataDir, LOG_FORMAT: 'json' },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  scope.onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  await until(() => printed.includes('listening on'), { what: 'Floe to listen' })
  return { child, ended, dataDir, printed: () => printed }
}

/** How many TCP ports a process listens on. */
function portsOf(pid: number): number {
  const links = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`))
  // proc_pid_net(5): after the number, addresses and state (0A: it listens) come six fields, then the inode.
  const listening = ['tcp', 'tcp6'].flatMap((name) =>
    readFileSync(`/proc/${pid}/net/${name}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .flatMap(([, , , state, , , , , , inode]) => (state === '0A' ? `socket:[${inode}]` : [])),
  )
  return listening.filter((socket) => links.includes(socket)).length
}

/** Waits until no thread of a process has run, and none wants to, from one look to the next. */
async function untilIdle(pid: number): Promise<void> {
  const look = () =>
    readdirSync(`/proc/${pid}/task`).map((thread) => {
      const status = readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8')
      return [thread, ...(status.match(/^(?:State|\w+_ctxt_switches):.*$/gm) ?? [])].join()
    })
  let last: string[] = []
  await until(
    () => {
      const now = look()
      const isIdle = `${now}` === `${last}` && now.every((one) => one.includes('(sleeping)'))
      last = now
      return isIdle
    },
    { what: 'a process to do nothing' },
  )
}

/** Floe as `npm start` runs it, and by itself. Both run on until a test has one crash. */
let owned: Awaited<ReturnType<typeof startAsOwner>>
let direct: FloeServer

const scope = fileScope()
beforeAll(async () => {
  owned = await startAsOwner(scope)
  direct = await startFloe(scope, ENVIRONMENT)
})

test('SIGUSR1 brings up no debugger, however Floe was started', async () => {
  owned.child.kill('SIGUSR1')
  direct.send('SIGUSR1')

  for (const pid of [owned.child.pid ?? 0, direct.pid ?? 0]) {
    // A debugger is started by another thread than the one that gets the signal.
    await untilIdle(pid)
    expect(portsOf(pid)).toBe(1)
  }
  expect((await direct.get('/api/health')).status).toBe(200)
  expect(owned.child.exitCode).toBeNull()
})

test('A start that can’t rule out a core file says so', () => {
  const soft = /^Max core file size +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]

  expect(direct.stdout.includes('A crash may leave a core file')).toBe(soft !== '0')
  expect(owned.printed()).not.toContain('core file')
})

test('A crash leaves no core file with the share in it', async () => {
  const { child, ended, dataDir } = owned
  const limits = readFileSync(`/proc/${child.pid}/limits`, 'utf8')

  child.kill('SIGSEGV')
  await ended

  expect(limits).toMatch(/^Max core file size +0 +0 /m)
  expect(readdirSync(dataDir).filter((name) => name.startsWith('core'))).toEqual([])
  expect(child.signalCode).toBe('SIGSEGV')
})
