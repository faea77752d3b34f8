import type { EncodedPoint, Point } from './point.ts'

/**
 * Arithmetic on what is public: its time depends on what it is given. Scalars are 32 bytes,
 * big-endian. Where it throws, the reason names nothing that it was given.
 */
export interface PublicArithmetic {
  /** @throws when it is none */
  parsePoint(point: EncodedPoint): Point
  /** −P */
  negate(point: Point): Point
  /** a + b. @throws when that is the point at infinity */
  add(a: Point, b: Point): Point
  /**
   * All of them added up: cheaper than one by one, for it is brought to its form once.
   *
   * @param points one at least. @throws when one is none, or the sum is the point at infinity
   */
  sum(points: readonly EncodedPoint[]): Point
  /** @param scalar from 1 to n − 1. @throws when it is not, or the point is none */
  multiply(point: EncodedPoint, scalar: Uint8Array): Point
  /** scalar · G. @param scalar from 1 to n − 1. @throws when it is not */
  multiplyBase(scalar: Uint8Array): Point
  /**
   * Whether a BIP-340 signature is valid; one that is malformed, or under what is no key, is not.
   *
   * @param signature 64 bytes
   * @param message 32 bytes
   * @param pubkey x-only, 32 bytes
   */
  verify(signature: Uint8Array, message: Uint8Array, pubkey: Uint8Array): boolean
}
