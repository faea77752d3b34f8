import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Systems choose ports above these for whoever asks for any: from 32,768 on Linux, from 49,152 elsewhere. */
const FIRST = 20_000
const PAIRS = 6_000

/** A server on a port; undefined if the port is taken. */
async function listenOn(port: number): Promise<Server | undefined> {
  const server = createServer()
  try {
    await once(server.listen(port), 'listening')
    return server
  } catch {
    return undefined
  }
}

/**
 * A port that nobody listens on, for a program that needs its port before it starts. Nobody else gets it as long as
 * this process runs: it keeps the port after it, which is how others see that it is given out.
 */
export async function freePort(): Promise<number> {
  const start = Math.floor(Math.random() * PAIRS)
  for (let n = 0; n < PAIRS; n += 1) {
    const port = FIRST + 2 * ((start + n) % PAIRS)
    const keeper = await listenOn(port + 1)
    const probe = keeper && (await listenOn(port))
    if (probe !== undefined) {
      await new Promise((resolve) => probe.close(resolve))
      keeper?.unref()
      return port
    }
    keeper?.close()
  }
  throw new Error('no port')
}
