import { sha256 } from './sha256.ts'

const TAG = sha256(Buffer.from('BIP0340/challenge'))

/** The challenge of a BIP-340 signature, not reduced. @param nonce and key: x-only, 32 bytes */
export const challengeOf = (nonce: Uint8Array, key: Uint8Array, message: Uint8Array): bigint =>
  BigInt(`0x${sha256(TAG, TAG, nonce, key, message).toString('hex')}`)
