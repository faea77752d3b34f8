import { hash } from 'node:crypto'
import { CURVE_ORDER } from './scalars.ts'

/** The hash functions of a FROST ciphersuite over secp256k1 and SHA-256 (RFC 9591, section 6.5). */
export interface FrostHash {
  /** To a scalar: binding factors. */
  h1(message: Uint8Array): bigint
  /** To a scalar: nonces. */
  h3(message: Uint8Array): bigint
  /** 32 bytes: the message. */
  h4(message: Uint8Array): Uint8Array
  /** 32 bytes: the list of commitments. */
  h5(message: Uint8Array): Uint8Array
}

/** SHA-256 of the parts, one after another. */
export const sha256 = (...parts: readonly Uint8Array[]): Buffer =>
  hash('sha256', parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts), 'buffer')

const BLOCK = Buffer.alloc(64)
/** A scalar from 48 bytes, so that its bias is below 2^-128 (RFC 9380, section 5.1). */
const FIELD_BYTES = 48

/** @param context the ciphersuite's context string */
export function frostHash(context: string): FrostHash {
  const toScalar = (tag: string) => {
    const dst = Buffer.from(`${context}${tag}`)
    const suffix = Buffer.concat([dst, Buffer.of(dst.length)])
    return (message: Uint8Array) => hashToScalar(message, suffix)
  }
  const toBytes = (tag: string) => {
    const prefix = Buffer.from(`${context}${tag}`)
    return (message: Uint8Array) => sha256(prefix, message)
  }
  return { h1: toScalar('rho'), h3: toScalar('nonce'), h4: toBytes('msg'), h5: toBytes('com') }
}

/** hash_to_field with expand_message_xmd (RFC 9380, sections 5.2 and 5.3.1), for one scalar. */
function hashToScalar(message: Uint8Array, suffix: Uint8Array): bigint {
  const first = sha256(BLOCK, message, Buffer.of(0, FIELD_BYTES, 0), suffix)
  const second = sha256(first, Buffer.of(1), suffix)
  const third = sha256(xor(first, second), Buffer.of(2), suffix)
  const bytes = Buffer.concat([second, third], FIELD_BYTES)
  return BigInt(`0x${bytes.toString('hex')}`) % CURVE_ORDER
}

function xor(a: Uint8Array, b: Uint8Array): Uint8Array {
  const bytes = Buffer.from(a)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = (a[at] ?? 0) ^ (b[at] ?? 0)
  return bytes
}
