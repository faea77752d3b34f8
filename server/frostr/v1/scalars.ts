import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex, bytesToNumberBE, numberToBytesBE } from '@noble/curves/utils.js'
import { bytesOfHex } from './bytes.ts'

const { Fn } = secp256k1.Point

/** A source of unpredictable bytes: `size` of them. */
export type RandomBytes = (size: number) => Uint8Array

/** What is wrong with a scalar given as hex: not 32 bytes, zero, or not below the curve order. */
export type ScalarFault = 'size' | 'zero' | 'range'

/** Why `hex` is no secret scalar (32 bytes, from 1 to n - 1); undefined when it is one. */
export function scalarFault(hex: unknown): ScalarFault | undefined {
  const bytes = bytesOfHex(hex, 32)
  if (bytes === undefined) return 'size'
  if (bytes.every((byte) => byte === 0)) return 'zero'
  return secp256k1.utils.isValidSecretKey(bytes) ? undefined : 'range'
}

/** A scalar from hex, or undefined when `scalarFault` finds one. */
export function scalarOfHex(hex: unknown): bigint | undefined {
  const bytes = bytesOfHex(hex, 32)
  if (bytes === undefined || scalarFault(hex) !== undefined) return undefined
  return bytesToNumberBE(bytes)
}

/** 32 bytes, lower-case hex. */
export function scalarHex(scalar: bigint): string {
  return bytesToHex(numberToBytesBE(scalar, 32))
}

/**
 * A uniform scalar from 1 to n - 1, out of 48 random bytes (FIPS 186-5 appendix A.2.1: the
 * 16 bytes beyond the order's size keep the bias below 2^-128).
 */
export function randomScalar(random: RandomBytes): bigint {
  return bytesToNumberBE(secp256k1.utils.randomSecretKey(random(48)))
}

/** f(x) mod n, with f(0) = coefficients[0] (RFC 9591, appendix C.1). */
export function evaluatePolynomial(coefficients: readonly bigint[], x: bigint): bigint {
  return coefficients.reduceRight((sum, coefficient) => Fn.add(Fn.mul(sum, x), coefficient), 0n)
}

/**
 * f(0) mod n for the polynomial through `points`, whose x must be distinct and not zero
 * (RFC 9591, appendix C.1).
 */
export function interpolateAtZero(points: readonly { x: bigint; y: bigint }[]): bigint {
  return points.reduce((sum, { x, y }) => {
    const others = points.filter((point) => point.x !== x)
    const numerator = others.reduce((product, other) => Fn.mul(product, other.x), 1n)
    const denominator = others.reduce((product, other) => Fn.mul(product, Fn.sub(other.x, x)), 1n)
    return Fn.add(sum, Fn.mul(y, Fn.div(numerator, denominator)))
  }, 0n)
}
