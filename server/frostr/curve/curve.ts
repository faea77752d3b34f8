import { pointCompress } from 'tiny-secp256k1'
import { loadNative } from './native.ts'
import { EVEN, hasEvenY, ODD, type Point, withX, xOf } from './point.ts'
import { wasm } from './wasm.ts'

/**
 * secp256k1 as the running signer uses it. What is public goes through the fastest library that
 * runs on this machine; what is secret stands in secret.ts.
 */
export const { add, multiply, multiplyBase, verify } = loadNative() ?? wasm

/** A point from its compressed form, 33 bytes, or from 65. @throws when it is none */
export const parsePoint = (bytes: Uint8Array): Point => pointCompress(bytes, false)

/** −P */
export const negate = (point: Point): Point =>
  parsePoint(withX(xOf(point), hasEvenY(point) ? ODD : EVEN))
