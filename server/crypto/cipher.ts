import type { Message } from '#contract/message.ts'
import { library } from './curve/curve.ts'

/** A nostr cipher between two keys; both sides derive its key from the point that they share. */
export interface Cipher {
  /**
   * Why a plaintext can't be encrypted; null when it can.
   *
   * @param isLongAllowed whether a plaintext may be so long that older clients can't decrypt it
   */
  plaintextProblem(plaintext: string, isLongAllowed?: boolean): Message | null
  /** What is wrong with the form of a payload, whatever its key; null when nothing is. */
  payloadProblem(payload: string): Message | null
  /**
   * The key between the two, 32 bytes: a secret.
   *
   * @param sharedX x coordinate of the shared point, 32 bytes, hex
   */
  conversationKey(sharedX: string): Uint8Array
  /**
   * @param random the payload's nonce or IV, fresh for each payload
   * @throws when the plaintext has a problem
   */
  encrypt(plaintext: string, key: Uint8Array, random?: Uint8Array): string
  /** The length of the payload, in characters, for a plaintext of `bytes` bytes. */
  payloadChars(bytes: number): number
  /** The plaintext; null when the payload is for another key, or was changed on the way. */
  decrypt(payload: string, key: Uint8Array): string | null
}

/**
 * The x coordinate of ECDH(a secret key, 02 ‖ an x-only key), 32 bytes: a secret. 1.x and NIP-04
 * encrypt with it directly; NIP-44 derives its conversation key from it.
 *
 * @param seckey 32 bytes, hex
 * @param peer x-only public key, 32 bytes, hex
 * @throws when the peer's key is not a point on the curve
 */
export function sharedX(seckey: string, peer: string): Buffer {
  const x = library.sharedX(Buffer.from(seckey, 'hex'), Buffer.from(`02${peer}`, 'hex'))
  return Buffer.from(x.buffer, x.byteOffset, x.length)
}

/**
 * The bytes of a base64 text (RFC 4648, section 4), with its padding or without; null for anything else.
 * Node decodes nearly any text, so the bytes are encoded again and compared with it.
 */
export function bytesOfBase64(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64')
  const written = bytes.toString('base64')
  return written === text || unpadded(written) === text ? bytes : null
}

/** A base64 text without its padding. Not by a regular expression, which is tried at every position. */
export function unpadded(text: string): string {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return text.slice(0, text.length - padding)
}

/** The length of `bytes` bytes in base64, padding included. */
export const base64Chars = (bytes: number): number => 4 * Math.ceil(bytes / 3)
