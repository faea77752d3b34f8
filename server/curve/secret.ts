import { createECDH, type ECDH } from 'node:crypto'
import { pointAdd, pointCompress, signSchnorr } from 'tiny-secp256k1'
import { multiplyBase } from './curve.ts'
import { EVEN, ODD, type Point, withX, xOf } from './point.ts'

/** What is done with secrets, each by an implementation that promises a time that tells nothing. */

/**
 * A BIP-340 signature, 64 bytes, by libsecp256k1's own signing.
 *
 * @param message 32 bytes
 * @param seckey 32 bytes, from 1 to n − 1
 * @param aux auxiliary randomness, 32 bytes
 * @throws when one is not
 */
export const sign = (message: Uint8Array, seckey: Uint8Array, aux: Uint8Array): Uint8Array =>
  signSchnorr(message, seckey, aux)

/**
 * What multiplies points with a secret scalar, by OpenSSL's key exchange, which gives the x coordinate
 * only. Which of the two points with it is meant shows in the product with the next scalar:
 * (k + 1)·P = k·P + P. Making it costs more than using it.
 *
 * @param scalar from 1 to n − 2, 32 bytes
 * @param next scalar + 1
 * @throws when one is out of range
 */
export function secretMultiplier(scalar: Uint8Array, next: Uint8Array): (point: Point) => Point {
  const [exchange, successor] = [exchangeOf(scalar), exchangeOf(next)]
  return (point) => {
    const x = exchange.computeSecret(point)
    const even = pointCompress(withX(x, EVEN), false)
    const sum = pointAdd(even, point, false)
    const isEven = sum !== null && successor.computeSecret(point).equals(xOf(sum))
    return isEven ? even : pointCompress(withX(x, ODD), false)
  }
}

/**
 * scalar · G by libsecp256k1's own making of keys, natively where there is an addon.
 *
 * @param scalar from 1 to n − 1, 32 bytes
 * @throws when it is not
 */
export const multiplyBaseSecret = (scalar: Uint8Array): Point => multiplyBase(scalar)

function exchangeOf(scalar: Uint8Array): ECDH {
  const ecdh = createECDH('secp256k1')
  ecdh.setPrivateKey(scalar)
  return ecdh
}
