import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../support/until.ts'

export interface StartUp {
  /** Milliseconds from the start of the process to the first answer over HTTP. */
  listening: number
  /** Milliseconds from the start of the process until it hears a relay. */
  running: number
  /** Resident memory of the whole server after five idle seconds, in bytes. */
  idleRss: number
}

const SERVER = join(import.meta.dirname, '../../dist/server/main.js')
const IDLE = 5_000

/** Starts the built server as its owner does, and watches it come up. */
export async function measureStartUp(environment: Record<string, string>): Promise<StartUp> {
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'floe-bench-'))
  const startedAt = performance.now()
  const server = spawn(process.execPath, [SERVER], {
    env: { ...environment, HOST_PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  try {
    const get = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/${path}`).catch(() => null)
      return answer?.ok ? ((await answer.json()) as { nodeActive?: boolean }) : null
    }
    await until(async () => (await get('health')) !== null, { interval: 2 })
    const listening = performance.now() - startedAt
    await until(async () => (await get('status'))?.nodeActive === true, { interval: 2 })
    const running = performance.now() - startedAt
    await sleep(IDLE)
    return { listening, running, idleRss: residentBytes(server.pid) }
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
    rmSync(dataDir, { recursive: true })
  }
}

function residentBytes(pid: number | undefined): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
