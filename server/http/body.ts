import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { HTTPException } from 'hono/http-exception'
import { http } from '#contract/codes.ts'
import type { RequestContext } from './route.ts'

export const MAX_BODY_BYTES = 1_048_576

/** The bodies of requests: how large they may be, how long they may take, and how a file is read. */

/**
 * Answers 413 to a body of more than `maxBytes`, whether its size was announced or it comes in chunks.
 *
 * Hono's own middleware leaves what it has not read to the server adapter, which then cuts the
 * connection half a second later, whatever the client is doing on it by then. So a body refused for
 * its announced size is left for Node to skip, and the rest of a chunked one is read and thrown away.
 *
 * @returns null when the body may be read
 */
export async function refuseLargeBody(
  request: RequestContext,
  maxBytes: number,
): Promise<Response | null> {
  const { req } = request
  if (req.header('transfer-encoding') === undefined) return refuseAnnounced(request, maxBytes)
  const reader = req.raw.body?.getReader()
  if (!reader) return null
  const body = await readAtMost(maxBytes, reader)
  if (body === null) {
    void discard(reader)
    return tooLarge(request)
  }
  req.raw = new Request(req.raw, { body })
  return null
}

/**
 * Answers 413 to a file that is announced as too large; otherwise its handler limits what it reads. An
 * upload may take longer than other bodies (limitBodyTime).
 */
export function refuseLargeUpload(request: RequestContext, maxBytes: number): Response | null {
  const refusal = refuseAnnounced(request, maxBytes)
  if (refusal === null) uploads.add(request.env.incoming)
  return refusal
}

const refuseAnnounced = (request: RequestContext, maxBytes: number): Response | null =>
  Number(request.req.header('content-length') ?? 0) > maxBytes ? tooLarge(request) : null

const tooLarge = (request: RequestContext): Response => request.json(http.bodyTooLarge, 413)

type Reader = ReadableStreamDefaultReader<Uint8Array>

/** Null when the body is longer. */
async function readAtMost(maxBytes: number, reader: Reader): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return Buffer.concat(chunks)
      size += value.length
      if (size > maxBytes) return null
      chunks.push(value)
    }
  } catch {
    // The client left in the middle of its body.
    const res = Response.json(http.bodyNotJson, { status: 400 })
    throw new HTTPException(400, { message: http.bodyNotJson.error, res })
  }
}

/** Reads what is still to come and throws it away. */
async function discard(reader: Reader): Promise<void> {
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read());
  } catch {
    // The body was cut off: nothing is left to read.
  }
}

/** Discards a body that nobody reads; one that is being read is left alone. */
export function discardBody(body: ReadableStream<Uint8Array> | null): void {
  if (body !== null && !body.locked) void discard(body.getReader())
}

/**
 * The chunks of a body as they arrive.
 *
 * @param cutOff thrown when its sender leaves in the middle, which is no failure of ours
 */
export async function* uploadOf(
  body: ReadableStream<Uint8Array> | null,
  cutOff: Error,
): AsyncGenerator<Uint8Array> {
  try {
    if (body !== null) yield* body.values({ preventCancel: true })
  } catch {
    throw cutOff
  }
}

/**
 * Headers hold only Latin-1, but a passphrase may hold anything, so it comes percent-encoded. Text that is
 * not encoded is taken as it is.
 */
export function decodedHeader(header: string | undefined): string | undefined {
  if (header === undefined || header === '') return undefined
  try {
    return decodeURIComponent(header)
  } catch {
    return header
  }
}

/** Node's own answer to a client that its time-outs cut off. */
const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'

/** Requests whose bodies may take longer, as long as data keeps coming. */
const uploads = new WeakSet<IncomingMessage>()

/**
 * Cuts off a client that takes longer than `timeout` (milliseconds) from the head of its request to
 * the end of its body. An upload may take as long as the server's requestTimeout, as long as none of its
 * pauses is that long. Node's requestTimeout alone can't do it: a server has one for all requests.
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

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** As Node does it: an answer that has begun is not interrupted by another. */
function cutOff({ socket }: IncomingMessage, outgoing: ServerResponse): void {
  if (!outgoing.headersSent) socket.write(TIMED_OUT)
  socket.destroySoon()
}
