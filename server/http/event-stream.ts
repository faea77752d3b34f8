import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Context } from '../context.ts'
import type { EventFrame } from '../contract/events.ts'
import { eventStreamConnected } from '../contract/messages.ts'
import { isAllowedHost, isSameOrigin } from './origin.ts'

const PATH = '/api/events'
const MAX_CLIENTS = 200
/** A client that leaves more than this unread is dropped rather than buffered for. */
const MAX_BUFFERED_BYTES = 1_048_576
/** Clients send nothing; a small frame is let through for WebSocket's own sake. */
const MAX_FRAME_BYTES = 1_024
const PING_INTERVAL = 30_000

export interface EventStream {
  /** Closes every socket with 1000. */
  close(): void
}

/** WebSocket /api/events: what happens, as it happens. Frames are those of contract/events.ts. */
export function attachEventStream(server: Server, context: Context): EventStream {
  const { config, events } = context
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  })
  const alive = new WeakSet<WebSocket>()

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
    for (const frame of greeting(events.entries(), since)) send(frame)
  }

  const pings = setInterval(() => {
    for (const client of sockets.clients) {
      if (!alive.delete(client)) client.terminate()
      else client.ping()
    }
  }, PING_INTERVAL)

  return {
    close: () => {
      clearInterval(pings)
      for (const client of sockets.clients) client.close(1000)
      sockets.close()
    },
  }
}

/**
 * The first frame, then for a client that names the last id it has seen what it missed; before
 * that, when the log has forgotten some of it, how many entries are gone.
 */
function greeting(kept: readonly EventFrame[], since: string | null): EventFrame[] {
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
  const gone = last === 0 ? 0 : oldest - last - 1
  return [
    system(eventStreamConnected, Math.min(last, newest)),
    ...(gone > 0 ? [system(`${gone} entries are no longer kept`, oldest - 1)] : []),
    ...missed,
  ]
}

const REASONS: Record<number, string> = {
  403: 'Forbidden',
  404: 'Not Found',
  503: 'Service Unavailable',
}

function refuse(socket: Duplex, status: number): void {
  socket.end(
    `HTTP/1.1 ${status} ${REASONS[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  )
}
