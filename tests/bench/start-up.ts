import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../support/until.ts'
import { AS_IN_THE_IMAGE, startBuiltServer } from './built-server.ts'

export interface StartUp {
  /** Milliseconds from the start of the process to the first answer over HTTP. */
  listening: number
  /** Milliseconds from the start of the process until it hears a relay. */
  running: number
  /** Resident memory of the whole server after five idle seconds, in bytes. */
  idleRss: number
}

const IDLE = 5_000

/** Starts the built server as the image does, and watches it come up. */
export async function measureStartUp(environment: Record<string, string>): Promise<StartUp> {
  const server = await startBuiltServer({
    ...AS_IN_THE_IMAGE,
    ...environment,
    AUTH_ENABLED: 'false',
  })
  try {
    const listening = performance.now() - server.startedAt
    const isRunning = async () => {
      const answer = await fetch(`${server.url}/api/status`)
      return ((await answer.json()) as { nodeActive?: boolean }).nodeActive === true
    }
    await until(isRunning, { interval: 2 })
    const running = performance.now() - server.startedAt
    await sleep(IDLE)
    return { listening, running, idleRss: server.rss() }
  } finally {
    await server.stop()
  }
}
