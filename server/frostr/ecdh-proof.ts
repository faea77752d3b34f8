import { multiply, sum } from '../curve/curve.ts'
import { pointHex, pointOf, scalarBytes } from '../curve/hex.ts'
import { isSamePoint, type Point } from '../curve/point.ts'
import { mod } from '../curve/scalars.ts'
import type { Blinding } from './blinded-key.ts'

/**
 * Whether a member's parts of key exchanges are right, from its part for the blinded key as well:
 *
 *     part of the blinded key = factor₁ · part₁ + … + factorₙ · partₙ + offset · weight · holder's public share
 *
 * To a member the blinded key is uniformly random whatever the factors are. So one that gives a wrong
 * part gives another that fits it only by guessing a combination of factors, which no computing power
 * helps with. The same goes for parts that are swapped, left out, or right for another key.
 */
export interface Holder {
  /** Its public share, compressed, hex. */
  pubkey: string
  /** What its part is weighted with: its Lagrange coefficient in 1.x, 1 in 2026. */
  weight: bigint
}

type Steps<T> = Generator<void, T>

/**
 * The part for the blinded key that goes with parts, which takes no share; a part a step.
 *
 * @param parts of the keys themselves, in the order of the factors: compressed, hex
 * @returns compressed, hex
 * @throws when one is not a point, or one is missing
 */
export function* counterpart(
  blinding: Blinding,
  parts: readonly string[],
  holder: Holder,
): Steps<string> {
  return pointHex(yield* expected(blinding, parts, holder))
}

/**
 * Whether all parts are right; false as well for what is not a point. A part a step.
 *
 * @param second the part for the blinded key
 */
export function* areRightParts(
  blinding: Blinding,
  parts: readonly string[],
  second: string,
  holder: Holder,
): Steps<boolean> {
  try {
    return isSamePoint(pointOf(second), yield* expected(blinding, parts, holder))
  } catch {
    return false
  }
}

function* expected(
  { factors, offset }: Blinding,
  parts: readonly string[],
  { pubkey, weight }: Holder,
): Steps<Point> {
  if (parts.length !== factors.length) throw new Error('not a part for each key')
  const shift = scalarBytes(mod(BigInt(`0x${offset}`) * weight))
  const terms = [multiply(pointOf(pubkey), shift)]
  for (const [at, factor] of factors.entries()) {
    yield
    terms.push(multiply(pointOf(parts[at] ?? ''), Buffer.from(factor, 'hex')))
  }
  return sum(terms)
}
