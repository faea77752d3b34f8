import { bytesToHex } from '@noble/curves/utils.js'

/**
 * Arithmetic modulo the order of secp256k1, with JavaScript's BigInt: fast, but not in constant
 * time. SECURITY.md says what that means for the secrets it is used on.
 */
export const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const HEX_32 = /^[0-9a-fA-F]{64}$/

const SEED_BYTES = 48

/** Returns `size` unpredictable bytes. */
export type RandomBytes = (size: number) => Uint8Array

/** What is wrong with a scalar given as hex: not 32 bytes, zero, or not below the curve order. */
type ScalarFault = 'size' | 'zero' | 'range'

/** Why `hex` is not a secret scalar (32 bytes, from 1 to n - 1); undefined when it is one. */
export function scalarFault(hex: unknown): ScalarFault | undefined {
  if (typeof hex !== 'string' || !HEX_32.test(hex)) return 'size'
  const scalar = BigInt(`0x${hex}`)
  if (scalar === 0n) return 'zero'
  return scalar < CURVE_ORDER ? undefined : 'range'
}

/** A scalar from hex, or undefined where `scalarFault` finds a fault. */
export const scalarOfHex = (hex: unknown): bigint | undefined =>
  scalarFault(hex) === undefined ? BigInt(`0x${hex}`) : undefined

/** A scalar from 0 to n - 1 as 32 bytes, lower-case hex. */
export const scalarHex = (scalar: bigint): string => scalar.toString(16).padStart(64, '0')

/** The residue from 0 to n - 1, even of a negative number. */
export function mod(value: bigint): bigint {
  const rest = value % CURVE_ORDER
  return rest < 0n ? rest + CURVE_ORDER : rest
}

/** 1 / value. @throws for a multiple of the order, which has none */
function inverse(value: bigint): bigint {
  let [a, b] = [mod(value), CURVE_ORDER]
  let [x, y] = [1n, 0n]
  while (a > 1n) {
    const quotient = b / a
    ;[a, b] = [b - quotient * a, a]
    ;[x, y] = [y - quotient * x, x]
  }
  if (a === 0n) throw new Error('zero has no inverse')
  return mod(x)
}

/**
 * A uniform scalar from 1 to n - 1, out of 48 random bytes (FIPS 186-5 appendix A.2.1: the
 * 16 bytes beyond the order's size keep the bias below 2^-128).
 */
export function randomScalar(random: RandomBytes): bigint {
  const bytes = random(SEED_BYTES)
  if (bytes.length !== SEED_BYTES) throw new Error('a source of randomness that gives too little')
  return (BigInt(`0x${bytesToHex(bytes)}`) % (CURVE_ORDER - 1n)) + 1n
}

/** f(x) mod n, with f(0) = coefficients[0] (RFC 9591, appendix C.1). */
export function evaluatePolynomial(coefficients: readonly bigint[], x: bigint): bigint {
  return coefficients.reduceRight((sum, coefficient) => mod(sum * x + coefficient), 0n)
}

/**
 * The Lagrange coefficient at 0 of the index `x` among all indices, which are distinct and not zero
 * (RFC 9591, section 4.2).
 */
export function lagrange(all: readonly number[], x: number): bigint {
  let numerator = 1n
  let denominator = 1n
  for (const other of all) {
    if (other === x) continue
    numerator = mod(numerator * BigInt(other))
    denominator = mod(denominator * BigInt(other - x))
  }
  return mod(numerator * inverse(denominator))
}

/**
 * f(0) mod n for the polynomial through shares, whose indices must be distinct and not zero (RFC 9591, appendix C.1).
 *
 * @param shares each secret a scalar, 32 bytes, hex
 */
export function interpolateAtZero(shares: readonly { idx: number; seckey: string }[]): bigint {
  const all = shares.map(({ idx }) => idx)
  return shares.reduce(
    (sum, { idx, seckey }) => mod(sum + BigInt(`0x${seckey}`) * lagrange(all, idx)),
    0n,
  )
}
