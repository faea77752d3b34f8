import { createHmac, hash } from 'node:crypto'

/**
 * SHA-256 of the parts, one after another. The digest goes through a string: when Node returns bytes, it
 * allocates memory for them, which costs as much as the hash.
 */
export const sha256 = (...parts: readonly Uint8Array[]): Buffer =>
  Buffer.from(hash('sha256', joined(parts), 'latin1'), 'latin1')

/** HMAC-SHA-256 (RFC 2104) of the parts, one after another. */
export function hmac(key: Uint8Array, ...parts: readonly Uint8Array[]): Buffer {
  const mac = createHmac('sha256', key)
  for (const part of parts) mac.update(part)
  return mac.digest()
}

const joined = (parts: readonly Uint8Array[]): Uint8Array =>
  parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)

const TAG = sha256(Buffer.from('BIP0340/challenge'))

/** The challenge of a BIP-340 signature, not reduced. @param nonce and key: x-only, 32 bytes */
export const challengeOf = (nonce: Uint8Array, key: Uint8Array, message: Uint8Array): bigint =>
  BigInt(`0x${sha256(TAG, TAG, nonce, key, message).toString('hex')}`)
