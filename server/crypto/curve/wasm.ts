import { createECDH, type ECDH } from 'node:crypto'
import { createRequire } from 'node:module'
import type { Library } from './library.ts'
import { type EncodedPoint, EVEN, hasEvenY, ODD, type Point, withX, xOf } from './point.ts'

type Package = typeof import('tiny-secp256k1')

/**
 * libsecp256k1 compiled to WebAssembly, which runs on every machine. Its package is not bundled, because it reads
 * a file beside itself. It is loaded by `require`: a thread that is ended during a top-level await takes the
 * process with it. It has no key exchange, so OpenSSL does that.
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
    secretMultiplier: (scalar) => multiplierOf(wasm, scalar),
    sharedX: (scalar, point) => exchangeOf(scalar).computeSecret(point),
    verify: (signature, message, pubkey) => {
      try {
        return wasm.verifySchnorr(message, pubkey, signature)
      } catch {
        return false
      }
    },
    signer: (seckey) => (message, aux) => signSchnorr(message, seckey, aux),
  }
}

function present(point: Uint8Array | null): Point {
  if (point === null) throw new Error('the point at infinity')
  return point
}

/**
 * OpenSSL gives only the x coordinate. The product with the next scalar shows which of the two points
 * is meant: (k + 1)·P = k·P + P.
 *
 * @param scalar from 1 to n − 2
 */
function multiplierOf(
  { pointAdd, pointCompress, privateAdd }: Package,
  scalar: Uint8Array,
): (point: EncodedPoint) => Point {
  const [exchange, successor] = [exchangeOf(scalar), exchangeOf(privateAdd(scalar, ONE))]
  const isProduct = (product: Point, point: EncodedPoint): boolean => {
    // Null: the point at infinity, where 1·P was taken for −P.
    const sum = pointAdd(product, point, false)
    return sum !== null && successor.computeSecret(point).equals(xOf(sum))
  }
  return (point) => {
    const x = exchange.computeSecret(point)
    const even = pointCompress(withX(x, EVEN), false)
    return isProduct(even, point) ? even : pointCompress(withX(x, ODD), false)
  }
}

const ONE = Buffer.from('01'.padStart(64, '0'), 'hex')

function exchangeOf(scalar: Uint8Array | null): ECDH {
  const ecdh = createECDH('secp256k1')
  // Null: the scalar was n − 1, and its successor is zero. OpenSSL throws for it.
  ecdh.setPrivateKey(scalar ?? Buffer.alloc(32))
  return ecdh
}
