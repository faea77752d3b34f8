import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const RELAY = join(import.meta.dirname, '../../relay-fixture/main.ts')

/** The relay fixture in a process of its own, on loopback; it checks no signatures. */
export async function startRelayProcess(): Promise<{ url: string; stop(): void }> {
  const relay = spawn(process.execPath, [RELAY, '--port', '0', '--no-verify'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(relay.stdout, 'data')) as [Buffer]
  const url = /ws:\/\/\S+/.exec(line.toString())?.[0]
  if (url === undefined) throw new Error('the relay did not say where it listens')
  return { url, stop: () => relay.kill() }
}
