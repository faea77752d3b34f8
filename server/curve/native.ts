import { type Addon, loadAddon } from './addon.ts'
import type { PublicArithmetic } from './arithmetic.ts'
import { challengeOf } from './challenge.ts'
import { EVEN, hasEvenY, type Point, withX, xOf } from './point.ts'
import { CURVE_ORDER, scalarHex } from './scalars.ts'
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
