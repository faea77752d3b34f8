import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { EventFrame, LogEntry } from '../contract/events.ts'
import { eventStreamConnected, eventStreamGap } from '../contract/messages.ts'
import type { EventLog } from '../signer/events.ts'
import { isAllowedHost, isSameOrigin, type OriginRules } from './origin.ts'

const PATH = '/api/events'
const MAX_CLIENTS = 200
/** A client that leaves more than this unread is dropped rather than buffered for. */
const MAX_BUFFERED_BYTES = 1_048_576
/** Clients send nothing; a small frame is let through for WebSocket's own sake. */
const MAX_FRAME_BYTES = 1_024
const PING_INTERVAL = 30_000
/** How long a client has to answer the close; one that is gone without a word never does. */
const CLOSE_TIMEOUT = 1_000

export interface EventStream {
  /** Closes every socket with 1000; resolves when all are closed, by force after a second. */
  close(): Promise<void>
}

/** WebSocket /api/events: what happens, as it happens. Frames are those of contract/events.ts. */
export function attachEventStream(
  server: Server,
  { config, events }: { config: OriginRules; events: EventLog },
): EventStream {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  })
  const alive = new WeakSet<WebSocket>()
  // Ids rise over restarts: one below the first of this run was seen in an earlier run.
  let firstId = 0
  events.listen(({ id }) => {
    firstId ||= id
  })

  server.on('upgrade', (request, socket, head) => {
    const { host, origin } = request.headers
    const [path, query] = (request.url ?? '').split('?')
    if (path !== PATH) return refuse(socket, 404)
    if (!isAllowedHost(host, config)) return refuse(socket, 403)
    if (!isSameOrigin(origin, host, config)) return refuse(socket, 403)
    if (sockets.clients.size >= MAX_CLIENTS) return refuse(socket, 503)
    sockets.handleUpgrade(request, socket, head, (client) => {
      serve(client, new URLSearchParams(query).get('since'))
    })
  })

  function serve(client: WebSocket, since: string | null): void {
    alive.add(client)
    client.on('pong', () => alive.add(client))
    client.on('error', () => client.terminate())
    const send = (frame: EventFrame) => {
      if (client.bufferedAmount > MAX_BUFFERED_BYTES) client.terminate()
      else if (client.readyState === client.OPEN) client.send(JSON.stringify(frame))
    }
    const end = events.listen(send)
    client.on('close', end)
    for (const frame of greeting({ kept: events.entries(), firstId, since })) send(frame)
  }

  const pings = setInterval(() => {
    for (const client of sockets.clients) {
      if (!alive.delete(client)) client.terminate()
      else client.ping()
    }
  }, PING_INTERVAL)

  return {
    close: async () => {
      clearInterval(pings)
      const closed = new Promise((resolve) => sockets.close(resolve))
      for (const client of sockets.clients) client.close(1000)
      const force = setTimeout(() => {
        for (const client of sockets.clients) client.terminate()
      }, CLOSE_TIMEOUT)
      await closed
      clearTimeout(force)
    },
  }
}

/**
 * The first frame, then for a client that names the last id it has seen what it missed; before
 * that, when the log has forgotten some of it, how many entries are gone. How many an earlier run
 * had is not known: ids that it had set aside and not used look the same.
 *
 * @param firstId of this run; 0: there was no entry yet
 */
function greeting(log: {
  kept: readonly LogEntry[]
  firstId: number
  since: string | null
}): EventFrame[] {
  const { kept, firstId, since } = log
  const newest = kept.at(-1)?.id ?? 0
  const timestamp = new Date().toISOString()
  const system = (message: string, id: number): EventFrame => ({
    type: 'system',
    message,
    timestamp,
    id,
  })
  const last = since !== null && /^\d{1,15}$/.test(since) ? Number(since) : null
  if (last === null) return [system(eventStreamConnected, newest)]
  const missed = kept.filter((entry) => entry.id > last)
  const oldest = missed[0]?.id ?? newest + 1
  const restarted = last > 0 && (firstId === 0 || last < firstId)
  const gone = last === 0 ? 0 : oldest - Math.max(last + 1, firstId)
  return [
    system(eventStreamConnected, Math.min(last, newest)),
    ...(restarted ? [system(eventStreamGap.restarted, oldest - 1)] : []),
    ...(gone > 0 ? [system(eventStreamGap.gone(gone), oldest - 1)] : []),
    ...missed,
  ]
}

const REASONS: Record<number, string> = {
  403: 'Forbidden',
  404: 'Not Found',
  503: 'Service Unavailable',
}

/**
 * Node has let go of a socket that asks for an upgrade: an error on it that nobody listens for
 * would end the process, and one whose other side stays open would hold up the stop.
 */
function refuse(socket: Duplex, status: number): void {
  socket.on('error', () => socket.destroy())
  socket.end(
    `HTTP/1.1 ${status} ${REASONS[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    () => socket.destroy(),
  )
}
