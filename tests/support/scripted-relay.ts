import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'

/**
 * A relay that sends only what a test makes it send, and records what clients send: for what RelayFixture,
 * which behaves like a relay, does not show or do.
 */
export interface ScriptedRelay {
  url: string
  /** Every message so far, of all connections, oldest first. */
  readonly messages: readonly unknown[][]
  /** Every connection so far, oldest first. */
  readonly sockets: readonly WebSocket[]
  /** The payload of each ping so far, oldest first. */
  readonly pings: readonly Buffer[]
  /** The messages of one type. */
  of(type: string): unknown[][]
  /** Sends a message on the newest connection. */
  say(...message: unknown[]): void
}

/**
 * Starts a scripted relay, which stops when the test ends.
 *
 * @param onMessage answers a message through `say`, which sends on the connection it came on, `socket`
 * @param autoPong whether pings are answered
 * @param headers of the answer to the upgrade, as `Name: value`
 */
export async function startScriptedRelay(
  onMessage: (
    message: unknown[],
    say: (...answer: unknown[]) => void,
    socket: WebSocket,
  ) => void = () => {},
  { autoPong = true, headers = [] as readonly string[] } = {},
): Promise<ScriptedRelay> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong })
  await once(server, 'listening')
  const sockets: WebSocket[] = []
  const messages: unknown[][] = []
  const pings: Buffer[] = []
  server.on('headers', (lines) => void lines.push(...headers))
  server.on('connection', (socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.on('ping', (data) => pings.push(data))
    socket.on('message', (data) => {
      const message = JSON.parse(data.toString()) as unknown[]
      messages.push(message)
      onMessage(message, (...answer) => socket.send(JSON.stringify(answer)), socket)
    })
  })
  onTestFinished(async () => {
    for (const socket of sockets) socket.terminate()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    sockets,
    pings,
    of: (type) => messages.filter((message) => message[0] === type),
    say: (...message) => sockets.at(-1)?.send(JSON.stringify(message)),
  }
}

/** Answers as a relay with no stored events does. */
export function asRelay(message: unknown[], say: (...answer: unknown[]) => void): void {
  const [type, first] = message
  if (type === 'REQ') say('EOSE', first)
  if (type === 'EVENT') say('OK', (first as { id: string }).id, true, '')
}
