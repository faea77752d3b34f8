import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { timeIn } from '../support/holds.ts'
import { until } from '../support/until.ts'

const SERVER = join(import.meta.dirname, '../../dist/server/main.js')

/** What the image's entry (scripts/image/floe) passes to Node, for memory figures. */
export const AS_IN_THE_IMAGE = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  NODE_OPTIONS: '--max-semi-space-size=1',
} as const

export interface BuiltServer {
  url: string
  pid: number
  /** When it was started, by performance.now(). */
  startedAt: number
  /** Resident memory, in bytes. */
  rss(): number
  /** Milliseconds of CPU since its start, all threads together. */
  cpu(): number
  stop(): Promise<void>
}

/** Starts the built server as its owner does, in an empty data folder; resolves when it answers. */
export async function startBuiltServer(
  environment: Readonly<Record<string, string>>,
): Promise<BuiltServer> {
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'floe-bench-'))
  const startedAt = performance.now()
  const server = spawn(process.execPath, [SERVER], {
    env: { LOG_LEVEL: 'error', ...environment, HOST_PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    if (server.exitCode === null) {
      server.kill('SIGTERM')
      await once(server, 'exit')
    }
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const answers = () =>
      fetch(`${url}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    await until(answers, { interval: 2, what: 'the server to answer' })
  } catch (error) {
    await stop()
    throw error
  }
  const { pid = 0 } = server
  return { url, pid, startedAt, rss: () => residentBytes(pid), cpu: () => cpuOf(pid), stop }
}

/** Opens a session with an API key; returns the header that carries it. */
export async function signIn(url: string, apiKey: string): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ apiKey }),
  })
  const { sessionId } = (await answer.json()) as { sessionId?: string }
  if (sessionId === undefined) throw new Error(`no session: HTTP ${answer.status}`)
  return { 'X-Session-ID': sessionId }
}

/** Waits until the signer hears a relay and `peers` others are online. */
export async function untilReady(
  url: string,
  headers: Record<string, string>,
  peers: number,
): Promise<void> {
  const get = async (path: string) => (await fetch(`${url}/api/${path}`, { headers })).json()
  const isReady = async () => {
    const { nodeActive } = (await get('status')) as { nodeActive: boolean }
    const { online } = (await get('peers')) as { online: number }
    return nodeActive && online >= peers
  }
  await until(isReady, { timeout: 60_000, interval: 50, what: 'the signer to see its peers' })
}

/** What a process has in memory, by proc(5). */
export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

/** Milliseconds of CPU that a process has used since its start, all threads together. */
export const cpuOf = (pid: number): number => timeIn(readFileSync(`/proc/${pid}/stat`, 'utf8'))

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
