import { createECDH, type ECDH } from 'node:crypto'
import { library } from './curve.ts'
import { EVEN, type Point, withX, xOf } from './point.ts'

/** Operations on secrets, each by an implementation whose timing is meant to reveal nothing. */

/** A BIP-340 signature (see `Library`). */
export const { sign } = library

/** scalar · G by libsecp256k1's own key generation (see `Library`). */
export const multiplyBaseSecret = library.multiplyBase

/**
 * A function that multiplies points with a secret scalar, by OpenSSL's key exchange, which gives
 * only the x coordinate. The product with the next scalar shows which of the two points is meant:
 * (k + 1)·P = k·P + P. Making the function costs more than calling it.
 *
 * @param scalar from 1 to n − 2, 32 bytes
 * @param next scalar + 1
 * @throws when one is out of range
 */
export function secretMultiplier(scalar: Uint8Array, next: Uint8Array): (point: Point) => Point {
  const [exchange, successor] = [exchangeOf(scalar), exchangeOf(next)]
  const isProduct = (product: Point, point: Point): boolean => {
    try {
      return successor.computeSecret(point).equals(xOf(library.add(product, point)))
    } catch {
      // Their sum is the point at infinity: 1·P was taken for −P.
      return false
    }
  }
  return (point) => {
    const even = library.parsePoint(withX(exchange.computeSecret(point), EVEN))
    return isProduct(even, point) ? even : library.negate(even)
  }
}

function exchangeOf(scalar: Uint8Array): ECDH {
  const ecdh = createECDH('secp256k1')
  ecdh.setPrivateKey(scalar)
  return ecdh
}
