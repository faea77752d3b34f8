import { createRequire } from 'node:module'
import type { PublicArithmetic } from './arithmetic.ts'
import { EVEN, hasEvenY, ODD, type Point, withX, xOf } from './point.ts'

type Library = typeof import('tiny-secp256k1')

/**
 * The library, loaded when it is first called: that takes 60 ms of the processor and 13 MB, and where there is
 * an addon hardly anything calls it.
 */
export const library: () => Library = (() => {
  let loaded: Library | undefined
  return () => {
    loaded ??= createRequire(import.meta.url)('tiny-secp256k1') as Library
    return loaded
  }
})()

/** libsecp256k1 compiled to WebAssembly, which runs on every machine. */
export const wasm: PublicArithmetic = {
  parsePoint: (point) => library().pointCompress(point, false),
  negate: (point) =>
    library().pointCompress(withX(xOf(point), hasEvenY(point) ? ODD : EVEN), false),
  add: (a, b) => present(library().pointAdd(a, b, false)),
  sum: ([first, ...others]) =>
    present(others.reduce(addAlsoToInfinity, first ? library().pointCompress(first, false) : null)),
  multiply: (point, scalar) => present(library().pointMultiply(point, scalar, false)),
  multiplyBase: (scalar) => present(library().pointFromScalar(scalar, false)),
  verify: (signature, message, pubkey) => {
    try {
      return library().verifySchnorr(message, pubkey, signature)
    } catch {
      return false
    }
  },
}

/** An intermediate sum may be the point at infinity, represented by null. */
const addAlsoToInfinity = (sum: Uint8Array | null, point: Uint8Array): Uint8Array | null =>
  sum === null ? library().pointCompress(point, false) : library().pointAdd(sum, point, false)

function present(point: Uint8Array | null): Point {
  if (point === null) throw new Error('the point at infinity')
  return point
}
