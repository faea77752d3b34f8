import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { OpenRequests } from './connections.ts'
import { incomingOf, isAllowedHost, isFromOwnPage, type OriginRules } from './origin.ts'

/** Makes a WebSocket of a request, or refuses it. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/**
 * Passes each request for a WebSocket on by its path. Refuses unknown paths (404), a foreign Host header, browsers on
 * a page that is neither our own nor of a listed origin (403), and everything once the server stops (503).
 */
export const createUpgrades =
  (
    byPath: Readonly<Record<string, Upgrade>>,
    originRules: OriginRules,
    requests: Pick<OpenRequests, 'isStopping'>,
  ): Upgrade =>
  (request, socket, head) => {
    // Node has let go of the socket: an error without a listener would end the process.
    socket.on('error', () => socket.destroy())
    if (requests.isStopping) return refuseUpgrade(socket, 503)
    const [path = ''] = (request.url ?? '').split('?')
    if (!Object.hasOwn(byPath, path)) return refuseUpgrade(socket, 404)
    const from = incomingOf(request)
    if (!isAllowedHost(from.host, originRules) || !isFromOwnPage(from, originRules)) {
      return refuseUpgrade(socket, 403)
    }
    byPath[path]?.(request, socket, head)
  }

const REASONS: Record<number, string> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
}

/**
 * Refuses a request for a WebSocket. It does not wait for a socket whose other side stays open, since that
 * would hold up the stop.
 */
export function refuseUpgrade(socket: Duplex, status: number): void {
  socket.end(
    `HTTP/1.1 ${status} ${REASONS[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    () => socket.destroy(),
  )
}
