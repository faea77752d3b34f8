import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** What Node itself says to a client that its own time-outs cut off. */
const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'

/** Requests whose bodies may take longer, as long as data keeps coming. */
const uploads = new WeakSet<IncomingMessage>()

/**
 * Cuts off a client that takes longer than `timeout` (milliseconds) from the head of its request to
 * the end of its body. Node's requestTimeout can't do it: a server has one for all calls, and a
 * back-up over a slow line takes longer than we would wait for anybody else.
 */
export function limitBodyTime(server: Server, timeout: number): void {
  server.on('request', (incoming, outgoing) => {
    if (!hasBody(incoming)) return
    const { socket } = incoming
    let received = socket.bytesRead
    const timer = setTimeout(() => {
      if (incoming.complete) return
      if (uploads.has(incoming) && socket.bytesRead > received) {
        received = socket.bytesRead
        timer.refresh()
      } else {
        cutOff(incoming, outgoing)
      }
    }, timeout).unref()
    incoming.once('close', () => clearTimeout(timer))
  })
}

/**
 * Lets a request's body take as long as the server's requestTimeout. It is still cut off when no
 * more of it comes for as long as others have for the whole body.
 */
export const allowUploadTime = (incoming: IncomingMessage): void => {
  uploads.add(incoming)
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** As Node does it: once an answer has begun, the client can't be told any more. */
function cutOff({ socket }: IncomingMessage, outgoing: ServerResponse): void {
  if (!outgoing.headersSent) socket.write(TIMED_OUT)
  socket.destroySoon()
}
