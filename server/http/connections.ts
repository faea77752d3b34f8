import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export interface ConnectionLimits {
  /** Connections in total. */
  max: number
  /** Connections of one address. */
  ofOne: number
  /** A proxy brings everybody's connections: it may have as many as there are. */
  isProxy(address: string | undefined): boolean
}

/**
 * Bounds the connections of each address and in total. A new connection is always accepted, so that
 * a health check gets through no matter who holds the others open. In its place, the address with
 * the most connections loses its oldest: first those that have asked for nothing, then those being
 * answered.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  const { max, ofOne, isProxy } = limits
  /** By address, the oldest first. */
  const byAddress = new Map<string, Set<Socket>>()
  const busy = new WeakSet<Socket>()
  let total = 0

  const largest = (): Set<Socket> => {
    let most = new Set<Socket>()
    for (const sockets of byAddress.values()) if (sockets.size > most.size) most = sockets
    return most
  }

  const drop = (sockets: ReadonlySet<Socket>): void => {
    const [oldest] = sockets
    const idle = [...sockets].find((socket) => !busy.has(socket)) ?? oldest
    idle?.destroy()
  }

  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const sockets = byAddress.get(address) ?? new Set()
    if (sockets.size >= ofOne && !isProxy(address)) drop(sockets)
    else if (total >= max) drop(largest())
    byAddress.set(address, sockets.add(socket))
    total += 1
    socket.once('close', () => {
      total -= 1
      sockets.delete(socket)
      if (sockets.size === 0) byAddress.delete(address)
    })
  })
  server.on('request', ({ socket }, answer) => {
    busy.add(socket)
    answer.once('close', () => busy.delete(socket))
  })
  server.on('upgrade', ({ socket }) => busy.add(socket as Socket))
}
