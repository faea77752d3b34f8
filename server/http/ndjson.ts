import { setImmediate as nextTurn } from 'node:timers/promises'

/** Characters in a piece: large enough to be worth a write, small enough not to hold anybody up. */
const PIECE_CHARS = 65_536

/**
 * Values as lines of JSON, UTF-8. They are taken as fast as the reader reads, with a turn of the
 * event loop between pieces; a reader that goes away ends `values`.
 */
export function ndjsonStream(values: Iterable<unknown>): ReadableStream<Uint8Array> {
  const source = pieces(values)
  const underlying = {
    pull: async (stream: ReadableStreamDefaultController<Uint8Array>) => {
      const { done, value } = await source.next()
      if (done) stream.close()
      else stream.enqueue(value)
    },
    cancel: async () => {
      await source.return(undefined)
    },
  }
  // Nothing is taken before someone reads it.
  return new ReadableStream(underlying, { highWaterMark: 0 })
}

async function* pieces(values: Iterable<unknown>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let piece = ''
  for (const value of values) {
    piece += `${JSON.stringify(value)}\n`
    if (piece.length < PIECE_CHARS) continue
    yield encoder.encode(piece)
    piece = ''
    await nextTurn()
  }
  if (piece !== '') yield encoder.encode(piece)
}
