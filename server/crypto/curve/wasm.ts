import {
  pointAdd,
  pointCompress,
  pointFromScalar,
  pointMultiply,
  signSchnorr,
  verifySchnorr,
} from 'tiny-secp256k1'
import type { Library } from './library.ts'
import { EVEN, hasEvenY, ODD, type Point, withX, xOf } from './point.ts'

/** libsecp256k1 compiled to WebAssembly, which runs on every machine. */
export const wasm: Library = {
  parsePoint: (point) => pointCompress(point, false),
  negate: (point) => pointCompress(withX(xOf(point), hasEvenY(point) ? ODD : EVEN), false),
  add: (a, b) => present(pointAdd(a, b, false)),
  sum: ([first, ...others]) =>
    present(others.reduce(addAlsoToInfinity, first ? pointCompress(first, false) : null)),
  multiply: (point, scalar) => present(pointMultiply(point, scalar, false)),
  multiplyBase: (scalar) => present(pointFromScalar(scalar, false)),
  verify: (signature, message, pubkey) => {
    try {
      return verifySchnorr(message, pubkey, signature)
    } catch {
      return false
    }
  },
  sign: (message, seckey, aux) => signSchnorr(message, seckey, aux),
}

/** An intermediate sum may be the point at infinity, represented by null. */
const addAlsoToInfinity = (sum: Uint8Array | null, point: Uint8Array): Uint8Array | null =>
  sum === null ? pointCompress(point, false) : pointAdd(sum, point, false)

function present(point: Uint8Array | null): Point {
  if (point === null) throw new Error('the point at infinity')
  return point
}
