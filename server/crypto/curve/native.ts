import { createRequire } from 'node:module'
import { challengeOf, sha256 } from './hash.ts'
import type { Library } from './library.ts'
import { type EncodedPoint, hasEvenY, type Point, uncompressed, xOf } from './point.ts'
import { CURVE_ORDER, mod, scalarHex } from './scalars.ts'

/**
 * libsecp256k1 as a native addon, four times as fast as in WebAssembly. Null on machines for which its package
 * has no binary: it has them for x86-64 Linux and Windows, and for Apple silicon.
 */
export function loadNative(): Library | null {
  try {
    // Not the package's own entry, which falls back to a JavaScript library.
    return over(createRequire(import.meta.url)('secp256k1/bindings.js') as Addon)
  } catch {
    return null
  }
}

/** The functions of the addon that we use. It has no BIP-340. Each throws for an invalid point or scalar. */
interface Addon {
  publicKeyCreate(scalar: Uint8Array, compressed: false): Point
  publicKeyConvert(point: Uint8Array, compressed: false): Point
  publicKeyNegate(point: Point, compressed: false): Point
  publicKeyCombine(points: readonly Uint8Array[], compressed: false): Point
  publicKeyTweakMul(point: Uint8Array, scalar: Uint8Array, compressed: false): Point
  /** In constant time. @param output 65 bytes. @returns `output`, filled with the result of `hashfn` */
  ecdh(
    point: Uint8Array,
    scalar: Uint8Array,
    options: { hashfn(x: Uint8Array, y: Uint8Array): Uint8Array },
    output: Uint8Array,
  ): Point
  /** @param recovery 0: takes the point with an even y for the signature's r */
  ecdsaRecover(signature: Uint8Array, recovery: 0, message: Uint8Array, compressed: false): Point
  /** These three change `scalar` in place. */
  privateKeyNegate(scalar: Uint8Array): void
  privateKeyTweakAdd(scalar: Uint8Array, other: Uint8Array): void
  privateKeyTweakMul(scalar: Uint8Array, factor: Uint8Array): void
}

const over = (addon: Addon): Library => ({
  parsePoint: (point) => addon.publicKeyConvert(point, false),
  negate: (point) => addon.publicKeyNegate(point, false),
  add: (a, b) => addon.publicKeyCombine([a, b], false),
  sum: (points) => addon.publicKeyCombine(points, false),
  multiply: (point, scalar) => addon.publicKeyTweakMul(point, scalar, false),
  multiplyBase: (scalar) => addon.publicKeyCreate(scalar, false),
  secretMultiplier: (scalar) => (point) => exchange(addon, scalar, point),
  sharedX: (scalar, point) => xOf(exchange(addon, scalar, point)),
  verify: (signature, message, pubkey) => {
    const nonce = verificationNonce(addon, signature, message, pubkey)
    if (nonce === null) return false
    return hasEvenY(nonce) && Buffer.compare(xOf(nonce), signature.subarray(0, 32)) === 0
  },
  signer: (seckey) => signer(addon, seckey),
})

/** scalar · point by the addon's key exchange, without the hash that usually ends one. */
const exchange = (addon: Addon, scalar: Uint8Array, point: EncodedPoint): Point =>
  addon.ecdh(point, scalar, { hashfn: uncompressed }, new Uint8Array(65))

/**
 * R = s·G − e·P (BIP-340, verification), or null where there is none. Recovering the key of an ECDSA
 * signature computes such a sum in one step, a third cheaper than in two: a signature (r, t) of the hash z
 * gives (t·P − z·G) / r, where P has the x coordinate r and an even y. So r is the key here, t = −e·r and
 * z = −s·r. The addon refuses an r above the group order, which one key of 2^128 has.
 */
function verificationNonce(
  addon: Addon,
  signature: Uint8Array,
  message: Uint8Array,
  pubkey: Uint8Array,
): Point | null {
  if (signature.length !== 64 || message.length !== 32 || pubkey.length !== 32) return null
  const [key, s] = [numberOf(pubkey), numberOf(signature.subarray(32))]
  // BIP-340 refuses an s that is not below the order. Reduced by `mod`, it would pass as a second signature.
  if (s >= CURVE_ORDER) return null
  const challenge = challengeOf(signature.subarray(0, 32), pubkey, message)
  const minus = (value: bigint) => Buffer.from(scalarHex(mod(-value * key)), 'hex')
  try {
    return addon.ecdsaRecover(Buffer.concat([pubkey, minus(challenge)]), 0, minus(s), false)
  } catch {
    return null
  }
}

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)

/**
 * BIP-340 signing. The addon makes the points of secrets, and sums and products of secrets, in constant time.
 *
 * @throws also when a hash is not a scalar, which has a probability of 2^-128
 */
function signer(addon: Addon, seckey: Uint8Array): ReturnType<Library['signer']> {
  const point = addon.publicKeyCreate(seckey, false)
  const key = xOf(point)
  const secret = Uint8Array.from(seckey)
  if (!hasEvenY(point)) addon.privateKeyNegate(secret)
  return (message, aux) => {
    if (message.length !== 32 || aux.length !== 32) throw new RangeError('32 bytes each')
    const masked = sha256(AUX, AUX, aux).map((byte, at) => byte ^ (secret[at] ?? 0))
    const nonce = sha256(NONCE, NONCE, masked, key, message)
    const noncePoint = addon.publicKeyCreate(nonce, false)
    if (!hasEvenY(noncePoint)) addon.privateKeyNegate(nonce)
    const challenge = sha256(CHALLENGE, CHALLENGE, xOf(noncePoint), key, message)
    const signature = Buffer.concat([xOf(noncePoint), secret])
    const s = signature.subarray(32)
    addon.privateKeyTweakMul(s, challenge)
    addon.privateKeyTweakAdd(s, nonce)
    return signature
  }
}

const [AUX, NONCE, CHALLENGE] = ['aux', 'nonce', 'challenge'].map((name) =>
  sha256(Buffer.from(`BIP0340/${name}`)),
) as [Buffer, Buffer, Buffer]
