import { EventEmitter, once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { http } from '#contract/codes.ts'
import { withFixedCode } from '#contract/message.ts'
import { beginResponse, sendJson } from './response.ts'

export interface ConnectionLimits {
  /** Connections in total. */
  max: number
  /** Connections of one address. */
  perAddress: number
  /** A proxy brings everybody's connections: it may have as many as there are. */
  isProxy(address: string | undefined): boolean
  /** The sockets whose requests are being answered. */
  busy(): ReadonlySet<Socket>
}

/**
 * Bounds the connections of each address and in total. A new connection is always accepted, so that a health check
 * gets through no matter who holds the others open. At a limit, another one is closed for it: of the same address if
 * that has too many, otherwise of the address with the most. It is the oldest that has no open request and is no
 * WebSocket, or else the oldest.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  const { max, perAddress, isProxy } = limits
  /** By address, the oldest first. */
  const byAddress = new Map<string, Set<Socket>>()
  const upgraded = new WeakSet<Socket>()
  let total = 0

  const largest = (): Set<Socket> => {
    let most = new Set<Socket>()
    for (const sockets of byAddress.values()) if (sockets.size > most.size) most = sockets
    return most
  }

  const drop = (sockets: ReadonlySet<Socket>): void => {
    const [oldest] = sockets
    const busy = limits.busy()
    const idle = [...sockets].find((one) => !busy.has(one) && !upgraded.has(one)) ?? oldest
    idle?.destroy()
  }

  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const sockets = byAddress.get(address) ?? new Set()
    if (sockets.size >= perAddress && !isProxy(address)) drop(sockets)
    else if (total >= max) drop(largest())
    byAddress.set(address, sockets.add(socket))
    total += 1
    socket.once('close', () => {
      total -= 1
      sockets.delete(socket)
      if (sockets.size === 0) byAddress.delete(address)
    })
  })
  server.on('upgrade', ({ socket }) => upgraded.add(socket as Socket))
}

/** When a client that came during a stop may try again. Seconds. */
const RETRY_AFTER = 5

export type OpenRequests = ReturnType<typeof createOpenRequests>

/** The requests that are not answered yet. */
export function createOpenRequests() {
  const open = new Set<ServerResponse>()
  const changes = new EventEmitter()
  let isStopping = false

  /** Counts a request until it is answered, or its client is gone. */
  const add = (outgoing: ServerResponse) => {
    open.add(outgoing)
    outgoing.once('close', () => {
      open.delete(outgoing)
      if (open.size === 0) changes.emit('answered')
    })
  }

  return {
    /** Whether the server stops, and requests are to be refused. */
    get isStopping() {
      return isStopping
    },
    /** The sockets that they came on. */
    sockets: (): ReadonlySet<Socket> => new Set([...open].map(({ req }) => req.socket)),
    add,
    /** Answers a request that came during the stop: 503, to be repeated later. */
    refuse: (outgoing: ServerResponse, path: string) => {
      add(outgoing)
      beginResponse(outgoing, path)
      outgoing.setHeader('Retry-After', RETRY_AFTER)
      outgoing.setHeader('Connection', 'close')
      sendJson(outgoing, 503, withFixedCode('STOPPING', http.stopping))
    },
    /**
     * Begins the stop: from now on, requests are to be refused.
     *
     * @param within how long to wait for the open ones. Milliseconds
     * @returns resolves when they are answered, or the time is over
     */
    finish: async (within: number) => {
      isStopping = true
      // Their connections end with their answers: nothing more is asked on them.
      for (const outgoing of open) {
        if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close')
      }
      const timeOver = AbortSignal.timeout(within)
      while (open.size > 0 && !timeOver.aborted) {
        await once(changes, 'answered', { signal: timeOver }).catch(() => {})
      }
    },
  }
}
