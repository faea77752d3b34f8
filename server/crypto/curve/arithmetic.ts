import type { EncodedPoint, Point } from './point.ts'

/**
 * Arithmetic on public values: its time depends on them. Scalars are 32 bytes, big-endian. Errors
 * name none of the values.
 */
export interface PublicArithmetic {
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
  /** @param scalar from 1 to n − 1. @throws when it is not, or the point is not one */
  multiply(point: EncodedPoint, scalar: Uint8Array): Point
  /** scalar · G. @param scalar from 1 to n − 1. @throws when it is not */
  multiplyBase(scalar: Uint8Array): Point
  /**
   * Whether a BIP-340 signature is valid; false if it is malformed or the key is not one.
   *
   * @param signature 64 bytes
   * @param message 32 bytes
   * @param pubkey x-only, 32 bytes
   */
  verify(signature: Uint8Array, message: Uint8Array, pubkey: Uint8Array): boolean
}
