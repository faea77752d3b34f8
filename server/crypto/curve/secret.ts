import { createECDH, type ECDH } from 'node:crypto'
import { type Addon, loadAddon } from './addon.ts'
import { add, multiplyBase, parsePoint } from './curve.ts'
import { EVEN, ODD, type Point, withX, xOf } from './point.ts'
import { type Sign, signByAddon, signInWasm } from './signing.ts'

/** Operations on secrets, each by an implementation whose timing is meant to reveal nothing. */

/**
 * A BIP-340 signature, 64 bytes, made of libsecp256k1's own parts where there is an addon, else by its own
 * signing in WebAssembly.
 *
 * @param message 32 bytes
 * @param seckey 32 bytes, from 1 to n − 1
 * @param aux auxiliary randomness, 32 bytes
 * @throws when one of them is invalid
 */
export const sign: Sign = signBy(loadAddon())

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
  return (point) => {
    const x = exchange.computeSecret(point)
    const even = parsePoint(withX(x, EVEN))
    const sum = sumOf(even, point)
    const isEven = sum !== null && successor.computeSecret(point).equals(xOf(sum))
    return isEven ? even : parsePoint(withX(x, ODD))
  }
}

/** Null at infinity. */
function sumOf(a: Point, b: Point): Point | null {
  try {
    return add(a, b)
  } catch {
    return null
  }
}

/**
 * scalar · G by libsecp256k1's own key generation, native if there is an addon.
 *
 * @param scalar from 1 to n − 1, 32 bytes
 * @throws when it is not
 */
export const multiplyBaseSecret = (scalar: Uint8Array): Point => multiplyBase(scalar)

function signBy(addon: Addon | null): Sign {
  if (addon === null) return signInWasm
  const signNatively = signByAddon(addon)
  return (message, seckey, aux) => {
    try {
      return signNatively(message, seckey, aux)
    } catch {
      return signInWasm(message, seckey, aux)
    }
  }
}

function exchangeOf(scalar: Uint8Array): ECDH {
  const ecdh = createECDH('secp256k1')
  ecdh.setPrivateKey(scalar)
  return ecdh
}
