import { add, multiply, sum } from '#crypto/curve/curve.ts'
import { pointHex, pointOf, scalarBytes } from '#crypto/curve/hex.ts'
import { isSamePoint, type Point } from '#crypto/curve/point.ts'
import { mod } from '#crypto/curve/scalars.ts'
import type { Blinding } from './blinded-key.ts'

/**
 * Whether a member's parts of key exchanges are right, and what they are weighted with, from its part for
 * the blinded key as well:
 *
 *     part of the blinded key = factor₁ · part₁ + … + factorₙ · partₙ + offset · weight · holder's public share
 *
 * To a member the blinded key is uniformly random whatever the factors are. So one that gives a wrong
 * part gives another that fits it only by guessing a combination of factors, which no computing power
 * helps with. The same goes for parts that are swapped, left out, right for another key, or weighted with
 * one weight here and another there.
 */
export interface Holder {
  /** Its public share, compressed, hex. */
  pubkey: string
  /** What its part is weighted with: 1, or its Lagrange coefficient. */
  weight: bigint
}

/** Who gives parts that come with one of these weights. */
export interface Giver {
  /** Its public share, compressed, hex. */
  pubkey: string
  /** The likely one first. */
  weights: readonly bigint[]
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
  const combined = yield* combine(blinding, parts)
  return pointHex(add(combined, ofOffset(blinding, holder)))
}

/**
 * The weight with which all parts are right; null if there is none, as for what is not a point. A part a
 * step: another weight costs as much as another part.
 *
 * @param second the part for the blinded key
 */
export function* weightOfParts(
  blinding: Blinding,
  parts: readonly string[],
  second: string,
  { pubkey, weights }: Giver,
): Steps<bigint | null> {
  try {
    const given = pointOf(second)
    const combined = yield* combine(blinding, parts)
    const isRight = (weight: bigint) =>
      isSamePoint(given, add(combined, ofOffset(blinding, { pubkey, weight })))
    return weights.find(isRight) ?? null
  } catch {
    return null
  }
}

const ofOffset = ({ offset }: Blinding, { pubkey, weight }: Holder): Point =>
  multiply(pointOf(pubkey), scalarBytes(mod(BigInt(`0x${offset}`) * weight)))

function* combine({ factors }: Blinding, parts: readonly string[]): Steps<Point> {
  if (parts.length !== factors.length) throw new Error('not a part for each key')
  const terms: Point[] = []
  for (const [at, factor] of factors.entries()) {
    yield
    terms.push(multiply(pointOf(parts[at] ?? ''), Buffer.from(factor, 'hex')))
  }
  return sum(terms)
}
