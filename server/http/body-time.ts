import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** What Node says itself to a client that its own time-outs cut off. */
const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'

/** Whose bodies may take longer, as long as they come. */
const uploads = new WeakSet<IncomingMessage>()

/**
 * Cuts off a client that takes longer than `timeout` (milliseconds) from the head of its request to
 * the end of its body. Node's requestTimeout can't do it: a server has one for all its calls, and a
 * back-up over a slow line takes longer than anybody else should be waited for.
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
 * Lets a request's body take as long as the server's requestTimeout. It is cut off all the same when
 * nothing more of it comes for the time that others have for the whole.
 */
export const allowUploadTime = (incoming: IncomingMessage): void => {
  uploads.add(incoming)
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** As Node does it: what has begun to be answered can't be told any more. */
function cutOff({ socket }: IncomingMessage, outgoing: ServerResponse): void {
  if (!outgoing.headersSent) socket.write(TIMED_OUT)
  socket.destroySoon()
}
