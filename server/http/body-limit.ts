import type { MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { http } from '#contract/messages.ts'
import { allowUploadTime } from './body-time.ts'
import type { Env } from './router.ts'

/**
 * Refuses a body of more than `maxBytes` with 413 before a handler sees any of it, whether its size
 * was announced or it comes in chunks.
 *
 * Hono's own middleware leaves what it has not read to the server adapter, which then cuts the
 * connection half a second later, whatever the client is doing on it by then. So a body refused for
 * its announced size is left untouched for Node to skip, and the rest of a chunked one is read and
 * thrown away.
 */
export function limitBody(maxBytes: number): MiddlewareHandler<Env> {
  return async function checkBodySize(request, next) {
    const { req } = request
    const refuse = () => request.json({ error: http.bodyTooLarge }, 413)
    if (req.header('transfer-encoding') === undefined) {
      return Number(req.header('content-length') ?? 0) > maxBytes ? refuse() : next()
    }
    const reader = req.raw.body?.getReader()
    if (!reader) return next()
    const body = await readAtMost(maxBytes, reader)
    if (body === null) {
      void discard(reader)
      return refuse()
    }
    req.raw = new Request(req.raw, { body })
    return next()
  }
}

/**
 * The same for a file, which its handler reads as it comes and limits itself: only a file that was
 * announced as too large is refused here. It may take its time.
 */
export function limitUpload(maxBytes: number): MiddlewareHandler<Env> {
  return async function checkUploadSize(request, next) {
    const announced = Number(request.req.header('content-length') ?? 0)
    if (announced > maxBytes) return request.json({ error: http.bodyTooLarge }, 413)
    allowUploadTime(request.env.incoming)
    return next()
  }
}

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
    throw new HTTPException(400, { message: http.bodyNotJson })
  }
}

/** Reads what is still to come and throws it away. */
export async function discard(reader: Reader): Promise<void> {
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read());
  } catch {
    // The body was cut off: nothing is left to read.
  }
}
