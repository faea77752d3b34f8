import { createHmac } from 'node:crypto'

const KEY_BYTES = 32
const CHACHA_NONCE_BYTES = 12

/** What encrypts and authenticates one payload: secrets. */
export interface MessageKeys {
  /** For ChaCha20, 32 bytes. */
  cipher: Buffer
  /** As OpenSSL takes it, 16 bytes: the number of the first block, 0, in 4 bytes, then the nonce in 12. */
  iv: Buffer
  /** For HMAC-SHA-256, 32 bytes. */
  mac: Buffer
}

/**
 * The keys of a payload (NIP-44, version 2): 76 bytes by HKDF-expand (RFC 5869, section 2.3), with the
 * conversation key as pseudorandom key and the payload's nonce as info.
 *
 * @param conversationKey 32 bytes
 * @param nonce 32 bytes
 * @throws when one has another length
 */
export function messageKeys(conversationKey: Uint8Array, nonce: Uint8Array): MessageKeys {
  if (conversationKey.length !== KEY_BYTES || nonce.length !== KEY_BYTES) {
    throw new RangeError(`NIP-44 takes a key and a nonce of ${KEY_BYTES} bytes each`)
  }
  const block = (before: Uint8Array, number: number): Buffer =>
    createHmac('sha256', conversationKey)
      .update(Buffer.concat([before, nonce, Buffer.of(number)]))
      .digest()
  const first = block(Buffer.of(), 1)
  const second = block(first, 2)
  const third = block(second, 3)
  return {
    cipher: first,
    iv: Buffer.concat([Buffer.alloc(4), second.subarray(0, CHACHA_NONCE_BYTES)]),
    mac: Buffer.concat([
      second.subarray(CHACHA_NONCE_BYTES),
      third.subarray(0, CHACHA_NONCE_BYTES),
    ]),
  }
}
