import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { OPEN } from '../support/api-server.ts'
import { COMPILE_CACHE, type FloeServer, startFloe } from '../support/floe-process.ts'
import { fileScope, type Scope, temporaryFolder } from '../support/scope.ts'
import { until } from '../support/until.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Where Node's inspector listens by default. */
const INSPECTOR_PORT = 9229

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

/** Whether somebody listens there. */
async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Floe as `npm start` runs it, and by itself. Both run on until a test has one crash. */
let owned: Awaited<ReturnType<typeof startAsOwner>>
let direct: FloeServer

const scope = fileScope()
beforeAll(async () => {
  owned = await startAsOwner(scope)
  direct = await startFloe(scope)
})

test('SIGUSR1 brings up no debugger, however Floe was started', async () => {
  owned.child.kill('SIGUSR1')
  direct.send('SIGUSR1')

  expect((await direct.get('/api/health')).status).toBe(200)
  expect(await listens(INSPECTOR_PORT)).toBe(false)
  expect(owned.printed() + direct.stdout + direct.stderr).not.toContain('Debugger')
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
