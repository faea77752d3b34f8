import { multiply, multiplyBaseSecret, parsePoint, sum } from './curve.ts'
import { type Curve, compressed, type EncodedPoint, type Point } from './point.ts'
import { scalarHex } from './scalars.ts'

// Points and scalars as credentials and messages write them.

/** A compressed point, 33 bytes, hex. @throws when it is not one */
export const pointOf = (hex: string): Point => parsePoint(encodedPoint(hex))

/** The bytes of a compressed point in hex, for use in arithmetic. @throws when they are not 33 */
export function encodedPoint(hex: string): EncodedPoint {
  const bytes = Buffer.from(hex, 'hex')
  if (hex.length !== 66 || bytes.length !== 33) throw new Error('a compressed point has 33 bytes')
  return bytes
}

/** The point with this x coordinate (32 bytes, hex) and an even y. @throws when there is none */
export const evenPointOf = (xonly: string): Point => pointOf(`02${xonly}`)

/** Compressed, 33 bytes, hex. */
export const pointHex = (point: Point): string => Buffer.from(compressed(point)).toString('hex')

/** secret · G, compressed, hex. @throws when the secret is not from 1 to n - 1 */
export const publicPoint = (secret: string): string =>
  pointHex(multiplyBaseSecret(Buffer.from(secret, 'hex')))

/** Whether a text is a compressed point of the curve, 33 bytes, hex. */
export function isPoint(hex: unknown): hex is string {
  if (typeof hex !== 'string') return false
  try {
    pointOf(hex)
    return true
  } catch {
    return false
  }
}

/** A number from 0 to n - 1 as 32 bytes, big-endian. */
export const scalarBytes = (scalar: bigint): Uint8Array => Buffer.from(scalarHex(scalar), 'hex')

/** The curve arithmetic that the server reads credentials with. */
export const serverCurve: Curve = {
  isPoint,
  publicPoint,
  combine: (terms) => {
    const parts = terms.map(({ scalar, point }) =>
      multiply(encodedPoint(point), Buffer.from(scalar, 'hex')),
    )
    try {
      return pointHex(sum(parts))
    } catch {
      return null
    }
  },
}
