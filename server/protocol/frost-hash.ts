import { hash } from 'node:crypto'
import { sha256 } from '#crypto/curve/hash.ts'
import { CURVE_ORDER } from '#crypto/curve/scalars.ts'

const BLOCK = Buffer.alloc(64)
/** A scalar from 48 bytes, so that its bias is below 2^-128 (RFC 9380, section 5). */
const FIELD_BYTES = 48

/**
 * The hash functions of a FROST ciphersuite over secp256k1 and SHA-256 (RFC 9591, section 6.5).
 *
 * @param context the ciphersuite's context string
 */
export function frostHash(context: string) {
  const toScalar = (tag: string) => {
    const dst = Buffer.from(`${context}${tag}`)
    const ending = (...bytes: number[]) =>
      Buffer.concat([Buffer.of(...bytes), dst, Buffer.of(dst.length)])
    const endings: Endings = [ending(0, FIELD_BYTES, 0), ending(1), ending(2)]
    return (message: Uint8Array) => hashToScalar(message, endings)
  }
  const toBytes = (tag: string) => {
    const prefix = Buffer.from(`${context}${tag}`)
    return (message: Uint8Array) => sha256(prefix, message)
  }
  return {
    /** For binding factors. */
    h1: toScalar('rho'),
    /** For nonces. */
    h3: toScalar('nonce'),
    /** For the message, to 32 bytes. */
    h4: toBytes('msg'),
    /** For the list of commitments, to 32 bytes. */
    h5: toBytes('com'),
  }
}

/** What each of the three hashes of expand_message_xmd ends with. */
type Endings = readonly [zeroth: Uint8Array, first: Uint8Array, second: Uint8Array]

/** hash_to_field with expand_message_xmd (RFC 9380, sections 5.2 and 5.3.1), for one scalar. */
function hashToScalar(message: Uint8Array, [zeroth, first, second]: Endings): bigint {
  const b0 = sha256(BLOCK, message, zeroth)
  const b1 = sha256(b0, first)
  const b2 = hash('sha256', Buffer.concat([xor(b0, b1), second]), 'hex')
  return BigInt(`0x${b1.toString('hex')}${b2}`.slice(0, 2 + 2 * FIELD_BYTES)) % CURVE_ORDER
}

/** a ⊕ b, written into `a`. */
function xor(a: Uint8Array, b: Uint8Array): Uint8Array {
  for (let at = 0; at < a.length; at += 1) a[at] = (a[at] ?? 0) ^ (b[at] ?? 0)
  return a
}
