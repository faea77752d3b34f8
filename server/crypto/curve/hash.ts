import { hash } from 'node:crypto'

/**
 * SHA-256 of the parts, one after another. The digest goes through a string: when Node returns bytes, it
 * allocates memory for them, which costs as much as the hash.
 */
export const sha256 = (...parts: readonly Uint8Array[]): Buffer =>
  Buffer.from(hash('sha256', joined(parts), 'latin1'), 'latin1')

/** SHA-256's block size in bytes. */
const BLOCK = 64

/**
 * HMAC-SHA-256 (RFC 2104) of the parts, one after another. Two hashes cost half as much as Node's `Hmac`.
 *
 * @param key at most 64 bytes
 */
export function hmac(key: Uint8Array): (...parts: readonly Uint8Array[]) => Buffer {
  if (key.length > BLOCK) throw new RangeError('a key of at most 64 bytes')
  const pad = (byte: number): Buffer => {
    const padded = Buffer.alloc(BLOCK, byte)
    for (let at = 0; at < key.length; at += 1) padded[at] = (key[at] ?? 0) ^ byte
    return padded
  }
  const [inner, outer] = [pad(0x36), pad(0x5c)]
  return (...parts) => sha256(outer, sha256(inner, ...parts))
}

const joined = (parts: readonly Uint8Array[]): Uint8Array =>
  parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)

const TAG = sha256(Buffer.from('BIP0340/challenge'))

/** The challenge of a BIP-340 signature, not reduced. @param nonce and key: x-only, 32 bytes */
export const challengeOf = (nonce: Uint8Array, key: Uint8Array, message: Uint8Array): bigint =>
  BigInt(`0x${sha256(TAG, TAG, nonce, key, message).toString('hex')}`)
