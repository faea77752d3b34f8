import type { EncodedPoint, Point } from './point.ts'

/**
 * libsecp256k1 in one of its two builds (native.ts, wasm.ts). Scalars are 32 bytes, big-endian, from
 * 1 to n − 1. Errors name none of the values.
 */
export interface Library {
  /** @throws when it is not a point */
  parsePoint(point: EncodedPoint): Point
  /** −P */
  negate(point: Point): Point
  /** a + b. @throws when that is the point at infinity */
  add(a: Point, b: Point): Point
  /**
   * The sum of all points: cheaper than adding one by one, because it is normalised only once.
   *
   * @param points at least one. @throws when one is not a point, or the sum is the point at
   *   infinity
   */
  sum(points: readonly EncodedPoint[]): Point
  /**
   * scalar · point, in a time that depends on both: for public values only.
   *
   * @throws when the scalar is out of range, or the point is not one
   */
  multiply(point: EncodedPoint, scalar: Uint8Array): Point
  /** scalar · G, by the library's key generation, so for secrets too. @throws when out of range */
  multiplyBase(scalar: Uint8Array): Point
  /**
   * A function that multiplies points with a secret scalar, in a time that is meant to reveal nothing.
   * Making it may cost more than calling it.
   *
   * @throws here or in the function, when the scalar is out of range or the point is not one
   */
  secretMultiplier(scalar: Uint8Array): (point: EncodedPoint) => Point
  /**
   * The x coordinate of scalar · point for a secret scalar (ECDH), 32 bytes, in a time that is meant to
   * reveal nothing.
   *
   * @throws when the scalar is out of range or the point is not one
   */
  sharedX(scalar: Uint8Array, point: EncodedPoint): Uint8Array
  /**
   * Whether a BIP-340 signature is valid; false if it is malformed or the key is not one.
   *
   * @param signature 64 bytes
   * @param message 32 bytes
   * @param pubkey x-only, 32 bytes
   */
  verify(signature: Uint8Array, message: Uint8Array, pubkey: Uint8Array): boolean
  /**
   * A function that signs with a key: it makes a BIP-340 signature, 64 bytes, of a message and auxiliary
   * randomness, 32 bytes each.
   *
   * @param seckey a secret scalar
   * @throws here or in the function, when a value is invalid
   */
  signer(seckey: Uint8Array): (message: Uint8Array, aux: Uint8Array) => Uint8Array
}
