import { createHash } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  readSync,
  writeSync,
} from 'node:fs'
import { backup as texts } from '#contract/codes.ts'
import { StoreError } from '../errors.ts'
import { openOwn } from '../files.ts'

/**
 * The end of a back-up, which SQLite ignores: `floe-sum` in ASCII, and the SHA-256 of all bytes before it.
 * SQLite's own check finds a broken page, but not a changed byte in a row.
 */
const MARK = Buffer.from('floe-sum')
const DIGEST_BYTES = 32
const TRAILER_BYTES = MARK.length + DIGEST_BYTES
const PIECE = 1_048_576

/** Appends a checksum to a back-up, on the disk when this returns. */
export function addChecksum(file: string): void {
  withFile(file, (handle) => {
    const { size } = fstatSync(handle)
    const trailer = Buffer.concat([MARK, digestOf(handle, size)])
    writeSync(handle, trailer, 0, trailer.length, size)
    fsyncSync(handle)
  })
}

/**
 * Checks and removes the checksum of a back-up. Throws CORRUPT if it does not match. Older back-ups and bare
 * databases have none.
 */
export function takeChecksum(file: string): void {
  withFile(file, (handle) => {
    const size = fstatSync(handle).size - TRAILER_BYTES
    if (size < 0) return
    const trailer = Buffer.alloc(TRAILER_BYTES)
    readSync(handle, trailer, 0, TRAILER_BYTES, size)
    if (!trailer.subarray(0, MARK.length).equals(MARK)) return
    if (!trailer.subarray(MARK.length).equals(digestOf(handle, size))) {
      throw new StoreError('CORRUPT', texts.damaged('its checksum is another'))
    }
    ftruncateSync(handle, size)
  })
}

function digestOf(handle: number, bytes: number): Buffer {
  const hash = createHash('sha256')
  const piece = Buffer.alloc(PIECE)
  for (let at = 0; at < bytes; ) {
    const read = readSync(handle, piece, 0, Math.min(PIECE, bytes - at), at)
    if (read === 0) break
    hash.update(piece.subarray(0, read))
    at += read
  }
  return hash.digest()
}

function withFile(file: string, work: (handle: number) => void): void {
  const handle = openOwn(file, constants.O_RDWR)
  try {
    work(handle)
  } finally {
    closeSync(handle)
  }
}
