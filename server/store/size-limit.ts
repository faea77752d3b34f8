import { Transform } from 'node:stream'

/**
 * A stream that passes on so many bytes at most, and then fails.
 *
 * @param error makes what it fails with
 */
export function sizeLimit(maxBytes: number, error: () => Error): Transform {
  let size = 0
  return new Transform({
    transform: (chunk: Uint8Array, _, pass) => {
      size += chunk.length
      if (size <= maxBytes) pass(null, chunk)
      else pass(error())
    },
  })
}
