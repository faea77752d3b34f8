/**
 * The relay as a process of its own:
 *   node relay-fixture/main.ts --port 7777 [--host 127.0.0.1] [--control 7778] [--no-verify]
 * Prints `relay ws://host:port` once it listens; SIGTERM and SIGINT stop it. HTTP control (see
 * http.ts) is on the relay's port and, with --control, also on that port of the same host, where
 * `POST /stop` and `POST /start` close and reopen the relay's own port.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { serveHttp } from './http.ts'
import { RelayFixture } from './relay.ts'

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      host: { type: 'string', default: '127.0.0.1' },
      control: { type: 'string' },
      verify: { type: 'boolean', default: true },
    },
    allowNegative: true,
  })
  const { host, verify } = values
  const relay = await RelayFixture.start({ port: readPort(values.port), host, verify })
  const closeControl =
    values.control === undefined
      ? undefined
      : await serveControl(relay, readPort(values.control), host)
  const stop = async () => {
    closeControl?.()
    await relay.stop()
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  console.log(`relay ${relay.url}`)
}

/** Serves control on a port of its own. Returns the function that closes it. */
async function serveControl(relay: RelayFixture, port: number, host: string): Promise<() => void> {
  const server = createServer(async (request, response) => {
    const call = `${request.method} ${request.url}`
    if (call === 'POST /stop') await relay.stop()
    if (call === 'POST /start') await relay.start()
    if (call === 'POST /stop' || call === 'POST /start') request.url = '/stats'
    await serveHttp(relay, request, response)
  })
  server.listen(port, host)
  await once(server, 'listening')
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`not a port: ${text}`)
  return port
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
})
