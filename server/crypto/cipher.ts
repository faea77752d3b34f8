import type { Message } from '#contract/message.ts'
import { library } from './curve/curve.ts'

/** A nostr cipher between two keys; both sides derive its key from the point that they share. */
export interface Cipher {
  /**
   * Why a plaintext can't be encrypted; null when it can.
   *
   * @param isLongAllowed also what older readers of the cipher could not decrypt
   */
  plaintextProblem(plaintext: string, isLongAllowed?: boolean): Message | null
  /** Why no key could decrypt a payload; null when one could. */
  payloadProblem(payload: string): Message | null
  /**
   * The key between the two, 32 bytes: a secret.
   *
   * @param sharedX x coordinate of the shared point, 32 bytes, hex
   */
  conversationKey(sharedX: string): Uint8Array
  /**
   * @param random makes the payload unlike any other; fresh for each
   * @throws when the plaintext has a problem
   */
  encrypt(plaintext: string, key: Uint8Array, random?: Uint8Array): string
  /** Characters of the payload of a plaintext of so many bytes. */
  payloadChars(bytes: number): number
  /** Null when the payload is not for this key, or was changed on the way. */
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
 * Node accepts nearly anything: only what it would write itself counts.
 */
export function bytesOfBase64(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64')
  const written = bytes.toString('base64')
  return written === text || unpadded(written) === text ? bytes : null
}

/** A base64 text without its padding. A regular expression would be tried at every position. */
export function unpadded(text: string): string {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return text.slice(0, text.length - padding)
}

/** How many base64 characters so many bytes take, padding included. */
export const base64Chars = (bytes: number): number => 4 * Math.ceil(bytes / 3)
