import { type Addon, loadAddon } from './addon.ts'
import type { PublicArithmetic } from './arithmetic.ts'
import { challengeOf } from './challenge.ts'
import { hasEvenY, type Point, xOf } from './point.ts'
import { CURVE_ORDER, mod, scalarHex } from './scalars.ts'
import { wasm } from './wasm.ts'

/** The addon's arithmetic; null where it has no binary. */
export function loadNative(): PublicArithmetic | null {
  const addon = loadAddon()
  return addon && over(addon)
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

/**
 * R = s·G − e·P (BIP-340, verification), or null where there is none. Recovering the key of an ECDSA
 * signature is such a sum in one step, a third cheaper than in two: from (r, t) over z it gives
 * (t·P − z·G) / r, for the P whose x coordinate is r and whose y is even. So r is the key here,
 * t = −e·r and z = −s·r.
 */
function nonceOf(
  addon: Addon,
  signature: Uint8Array,
  message: Uint8Array,
  pubkey: Uint8Array,
): Point | null {
  if (signature.length !== 64 || message.length !== 32 || pubkey.length !== 32) return null
  const [key, s] = [numberOf(pubkey), numberOf(signature.subarray(32))]
  // The remainder of a larger one would pass for another signature of the same message.
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
