/**
 * A point of secp256k1, 65 bytes (SEC 1 section 2.3.3, uncompressed): with both coordinates
 * present, no step has to recover one from a square root.
 */
export type Point = Uint8Array

/** A point's encoding, uncompressed or compressed (33 bytes). Not checked: it may be no point of the curve. */
export type EncodedPoint = Uint8Array

/**
 * The curve arithmetic that reading credentials needs. The caller passes it in: the signer passes
 * `serverCurve`, the console `pageCurve`, and both read by the same rules. Points are compressed, 33
 * bytes (SEC 1 section 2.3.3), scalars are 32 bytes, from 1 to n − 1; all hex.
 */
export interface Curve {
  /** Whether a text is a compressed point of the curve; never throws. */
  isPoint(point: unknown): point is string
  /** scalar · G, for a secret scalar. @throws when it is not a scalar */
  publicPoint(scalar: string): string
  /**
   * The sum of all scalar · point, for public values; null when that is the point at infinity.
   *
   * @param terms at least one. @throws when a scalar or point is not valid
   */
  combine(terms: readonly { scalar: string; point: string }[]): string | null
}

export const EVEN = 0x02
export const ODD = 0x03

const Y_END = 64

export const hasEvenY = (point: Point): boolean => ((point[Y_END] ?? 0) & 1) === 0

/** The x coordinate, 32 bytes: a BIP-340 public key. */
export const xOf = (point: Point): Uint8Array => point.subarray(1, 33)

/** 33 bytes (SEC 1 section 2.3.3). */
export const compressed = (point: Point): Uint8Array =>
  withX(xOf(point), hasEvenY(point) ? EVEN : ODD)

/** The point of two coordinates, 32 bytes each. */
export const uncompressed = (x: Uint8Array, y: Uint8Array): Point => Buffer.concat([FULL, x, y])

const FULL = Uint8Array.of(0x04)

export const isSamePoint = (a: Point, b: Point): boolean => Buffer.compare(a, b) === 0

/** −P of a compressed point in hex. */
export const negated = (point: string): string =>
  (point.startsWith('02') ? '03' : '02') + point.slice(2)

/** The compressed point with this x coordinate and the sign given by the prefix. */
export function withX(x: Uint8Array, prefix: number): Uint8Array {
  const bytes = new Uint8Array(33)
  bytes[0] = prefix
  bytes.set(x, 1)
  return bytes
}
