import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Scope } from '../scope.ts'
import { onSamePort } from './same-port.ts'

/** A TCP proxy between a page and its server, for what only the wire shows. */
export interface Tap {
  url: string
  /** The codes with which the page closed WebSockets. */
  closeCodes: number[]
  /** Destroys every connection, and refuses new ones until `mend`. */
  cut(): void
  /** As `cut`, but leaves WebSockets open and dead, as when a router has forgotten them. */
  deaden(): void
  mend(): void
}

/** A tap that passes every byte on to a server. */
export async function tapServer(scope: Scope, port: number): Promise<Tap> {
  const sockets = new Set<Socket>()
  const streams = new Set<Socket>()
  const closeCodes: number[] = []
  let isCut = false
  const server = createServer((page) => {
    if (isCut) return page.destroy()
    const floe = connect(port, '127.0.0.1')
    for (const socket of [page, floe]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        page.destroy()
        floe.destroy()
      })
    }
    page.once('data', (head: Buffer) => {
      if (!/^upgrade: websocket/im.test(head.toString('latin1'))) return
      streams.add(page).add(floe)
    })
    page.on('data', (chunk: Buffer) => {
      const code = closeCodeIn(chunk)
      if (code !== null) closeCodes.push(code)
    })
    page.pipe(floe).pipe(page)
  })
  const { port: ownPort } = await onSamePort(scope, 'tap', async (wanted) => {
    server.listen(wanted, '127.0.0.1')
    await once(server, 'listening')
    return server.address() as AddressInfo
  })
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  const deaden = () => {
    isCut = true
    for (const socket of sockets) {
      if (streams.has(socket)) socket.unpipe().pause()
      else socket.destroy()
    }
  }
  scope.onTestFinished(() => {
    cut()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${ownPort}`,
    closeCodes,
    cut,
    deaden,
    mend: () => {
      isCut = false
    },
  }
}

/** RFC 6455: final frame and opcode 8, masked, 2 bytes long, a mask of 4 bytes, the code. */
function closeCodeIn(chunk: Buffer): number | null {
  if (chunk.length !== 8 || chunk[0] !== 0x88 || chunk[1] !== 0x82) return null
  return chunk.readUInt16BE(6) ^ chunk.readUInt16BE(2)
}
