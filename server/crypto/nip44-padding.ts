import { isUtf8 } from 'node:buffer'
import { NIP44_PLAINTEXT_MAX } from './cipher-limits.ts'

/** Bytes that hold a text's length; in the long form two zeros and then four bytes of it. */
const SHORT_PREFIX = 2
const LONG_PREFIX = 6

const prefixBytes = (bytes: number): number =>
  bytes > NIP44_PLAINTEXT_MAX ? LONG_PREFIX : SHORT_PREFIX

/** Bytes of the padded text, whose own length is in bytes. */
export const paddedBytes = (bytes: number): number => prefixBytes(bytes) + roomFor(bytes)

/** The bytes that a text is padded to (NIP-44, `calc_padded_len`): at least 32, in steps that grow with it. */
export function roomFor(bytes: number): number {
  if (bytes <= 32) return 32
  const power = 2 ** (32 - Math.clz32(bytes - 1))
  const step = power <= 256 ? 32 : power / 8
  return step * Math.ceil(bytes / step)
}

/**
 * A text as NIP-44 encrypts it: its length ‖ the text in UTF-8 ‖ zeros.
 *
 * @throws when it is empty
 */
export function padText(text: string): Buffer {
  const bytes = Buffer.byteLength(text)
  if (bytes === 0) throw new RangeError('NIP-44 encrypts no empty text')
  const prefix = prefixBytes(bytes)
  const padded = Buffer.alloc(prefix + roomFor(bytes))
  if (prefix === SHORT_PREFIX) padded.writeUInt16BE(bytes)
  else padded.writeUInt32BE(bytes, SHORT_PREFIX)
  padded.write(text, prefix)
  return padded
}

/**
 * The reverse. Null for what `padText` makes of no text: another length than it says, anything but zeros
 * behind the text, bytes that are not UTF-8.
 *
 * @param padded at least `paddedBytes(1)` long
 */
export function unpadText(padded: Buffer): string | null {
  const short = padded.readUInt16BE()
  const bytes = short === 0 ? padded.readUInt32BE(SHORT_PREFIX) : short
  const prefix = short === 0 ? LONG_PREFIX : SHORT_PREFIX
  if (prefix !== prefixBytes(bytes) || padded.length !== paddedBytes(bytes)) return null
  const end = prefix + bytes
  const text = padded.subarray(prefix, end)
  const isZeros = padded.subarray(end).equals(Buffer.alloc(padded.length - end))
  return isZeros && isUtf8(text) ? text.toString() : null
}
