/**
 * What reading credentials needs of secp256k1. The reader's caller passes it in: the signer its
 * fastest library (server.ts), the console one in JavaScript (page.ts), so that both read by the
 * same rules. Points are compressed, 33 bytes (SEC 1 section 2.3.3), scalars 32 bytes, from 1 to n
 * − 1; all hex.
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
