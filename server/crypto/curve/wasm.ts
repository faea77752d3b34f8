import { createRequire } from 'node:module'
import type { Library } from './library.ts'
import { EVEN, hasEvenY, ODD, type Point, withX, xOf } from './point.ts'

type Package = typeof import('tiny-secp256k1')

/**
 * libsecp256k1 compiled to WebAssembly, which runs on every machine. Its package reads a file beside itself, so it is
 * not bundled; and it is required, because a thread that is ended in the middle of a top-level await takes the process
 * with it.
 */
export function loadWasm(): Library {
  const wasm = createRequire(import.meta.url)('tiny-secp256k1') as Package
  const { pointAdd, pointCompress, pointFromScalar, pointMultiply, signSchnorr } = wasm
  const addAlsoToInfinity = (sum: Uint8Array | null, point: Uint8Array): Uint8Array | null =>
    // An intermediate sum may be the point at infinity, represented by null.
    sum === null ? pointCompress(point, false) : pointAdd(sum, point, false)
  return {
    parsePoint: (point) => pointCompress(point, false),
    negate: (point) => pointCompress(withX(xOf(point), hasEvenY(point) ? ODD : EVEN), false),
    add: (a, b) => present(pointAdd(a, b, false)),
    sum: ([first, ...others]) =>
      present(others.reduce(addAlsoToInfinity, first ? pointCompress(first, false) : null)),
    multiply: (point, scalar) => present(pointMultiply(point, scalar, false)),
    multiplyBase: (scalar) => present(pointFromScalar(scalar, false)),
    verify: (signature, message, pubkey) => {
      try {
        return wasm.verifySchnorr(message, pubkey, signature)
      } catch {
        return false
      }
    },
    sign: (message, seckey, aux) => signSchnorr(message, seckey, aux),
  }
}

function present(point: Uint8Array | null): Point {
  if (point === null) throw new Error('the point at infinity')
  return point
}
