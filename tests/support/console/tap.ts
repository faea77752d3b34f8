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
    readSocket(page, {
      onUpgrade: () => streams.add(page).add(floe),
      onClose: (code) => closeCodes.push(code),
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

/** The opcode of a frame that closes a WebSocket. */
const CLOSE = 8

/**
 * Reads what a page sends over a connection, in whatever pieces it comes: whether it asks for a WebSocket, and with which
 * code it closes that.
 */
function readSocket(
  page: Socket,
  { onUpgrade, onClose }: { onUpgrade(): void; onClose(code: number): void },
): void {
  let unread = Buffer.alloc(0)
  const read = (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk])
    for (let frame = frameIn(unread); frame !== null; frame = frameIn(unread)) {
      if (frame.opcode === CLOSE && frame.payload.length >= 2) onClose(frame.payload.readUInt16BE())
      unread = unread.subarray(frame.length)
    }
  }
  const readHead = (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk])
    const end = unread.indexOf('\r\n\r\n')
    if (end < 0) return
    page.off('data', readHead)
    if (!/^upgrade: websocket/im.test(unread.toString('latin1', 0, end))) return
    onUpgrade()
    const sent = unread.subarray(end + 4)
    unread = Buffer.alloc(0)
    read(sent)
    page.on('data', read)
  }
  page.on('data', readHead)
}

/**
 * The first frame that a page has sent, unmasked, and its length with its head; null while a part of it is missing. RFC
 * 6455, section 5.2: opcode 1 | length 1 | longer length 0, 2 or 8 | mask 4 | payload.
 */
function frameIn(bytes: Buffer): { opcode: number; payload: Buffer; length: number } | null {
  const [first = 0, second = 0] = bytes
  const short = second & 0x7f
  const longer = short === 127 ? 8 : short === 126 ? 2 : 0
  const start = 2 + longer + 4
  if (bytes.length < start) return null
  const size = longer === 0 ? short : bytes.readUIntBE(longer === 8 ? 4 : 2, longer === 8 ? 6 : 2)
  const length = start + size
  if (bytes.length < length) return null
  const mask = bytes.subarray(start - 4, start)
  const payload = Buffer.from(bytes.subarray(start, length))
  for (let at = 0; at < size; at += 1) payload[at] = (payload[at] ?? 0) ^ (mask[at % 4] ?? 0)
  return { opcode: first & 0x0f, payload, length }
}
