import { createRequire } from 'node:module'
import type { PublicArithmetic } from './arithmetic.ts'
import { challengeOf } from './challenge.ts'
import { EVEN, hasEvenY, type Point, withX, xOf } from './point.ts'
import { CURVE_ORDER, scalarHex } from './scalars.ts'
import { wasm } from './wasm.ts'

/** The part of the addon that we use; it has no BIP-340. */
interface Addon {
  publicKeyCreate(scalar: Uint8Array, compressed: false): Point
  publicKeyConvert(point: Uint8Array, compressed: false): Point
  publicKeyNegate(point: Point, compressed: false): Point
  publicKeyCombine(points: readonly Uint8Array[], compressed: false): Point
  publicKeyTweakMul(point: Uint8Array, scalar: Uint8Array, compressed: false): Point
  publicKeyTweakAdd(point: Point, scalar: Uint8Array, compressed: false): Point
}

/**
 * libsecp256k1 as a native addon: four times as fast as in WebAssembly, where its package brings
 * a binary for the machine (x86-64 Linux and Windows, Apple silicon). Null elsewhere.
 */
export function loadNative(): PublicArithmetic | null {
  try {
    // Not the package's own entry, which falls back to a JavaScript library.
    return over(createRequire(import.meta.url)('secp256k1/bindings.js') as Addon)
  } catch {
    return null
  }
}

const over = (addon: Addon): PublicArithmetic => ({
  parsePoint: (point) => addon.publicKeyConvert(point, false),
  negate: (point) => addon.publicKeyNegate(point, false),
  add: (a, b) => addon.publicKeyCombine([a, b], false),
  sum: (points) => addon.publicKeyCombine(points, false),
  multiply: (point, scalar) => addon.publicKeyTweakMul(point, scalar, false),
  multiplyBase: (scalar) => addon.publicKeyCreate(scalar, false),
  verify: (signature, message, pubkey) => {
    const nonce = nonceOf(addon, signature, message, pubkey)
    // What the addon refuses (a key that is not a point, a sum at infinity) is left to the full
    // library to judge; no honest signature gets here.
    if (nonce === null) return wasm.verify(signature, message, pubkey)
    return hasEvenY(nonce) && Buffer.compare(xOf(nonce), signature.subarray(0, 32)) === 0
  },
})

/** R = s·G − e·P (BIP-340, verification), or null where a step has no result. */
function nonceOf(
  addon: Addon,
  signature: Uint8Array,
  message: Uint8Array,
  pubkey: Uint8Array,
): Point | null {
  if (signature.length !== 64 || message.length !== 32 || pubkey.length !== 32) return null
  const challenge = challengeOf(signature.subarray(0, 32), pubkey, message)
  const minus = Buffer.from(
    scalarHex((CURVE_ORDER - (challenge % CURVE_ORDER)) % CURVE_ORDER),
    'hex',
  )
  try {
    const keyPart = addon.publicKeyTweakMul(withX(pubkey, EVEN), minus, false)
    return addon.publicKeyTweakAdd(keyPart, signature.subarray(32), false)
  } catch {
    return null
  }
}
