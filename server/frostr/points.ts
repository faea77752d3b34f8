import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesOfHex } from './gen1/bytes.ts'

export const POINT_BYTES = 33

/** Whether `hex` is a compressed point of the curve (33 bytes, SEC 1 section 2.3.4). */
export function isCompressedPoint(hex: unknown): hex is string {
  const bytes = bytesOfHex(hex, POINT_BYTES)
  if (bytes === undefined) return false
  try {
    secp256k1.Point.fromBytes(bytes)
    return true
  } catch {
    return false
  }
}

/** scalar · G, compressed, hex. The scalar is from 1 to n - 1. */
export function pointOfScalar(scalar: bigint): string {
  return secp256k1.Point.BASE.multiply(scalar).toHex(true)
}
