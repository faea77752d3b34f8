import { randomBytes } from 'node:crypto'
import { add, multiply, sum } from '#crypto/curve/curve.ts'
import { pointHex, pointOf, scalarBytes } from '#crypto/curve/hex.ts'
import { isSamePoint, type Point } from '#crypto/curve/point.ts'
import { mod } from '#crypto/curve/scalars.ts'
import {
  type BlindedKey,
  type Blinding,
  type BlindingProof,
  blindKeys,
  isProvenBlinded,
  type ProofContext,
  proveBlinded,
} from './blinded-key.ts'

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

/**
 * The curve work that key exchanges of both generations have in common, in the form of protocol/v1/work.ts.
 * None of it is done with a share.
 */

/** What is asked for beside keys, so that the parts can be checked. */
export interface Check extends BlindedKey {
  proof: BlindingProof
  /** Our own part for the blinded key. */
  keyshare: string
}

/** A member's parts, as it has sent them. */
export interface Parts {
  idx: number
  /** For the keys, in their order. */
  parts: readonly string[]
  /** For the blinded key. */
  second: string
  giver: Giver
}

/** What came of a member's parts: the weight that they are right with, or null, for wrong ones. */
export interface CheckedParts {
  idx: number
  weight: bigint | null
}

export const ECDH_PROOF_JOBS = {
  /**
   * A blinded key to ask for beside keys.
   *
   * @param own our parts for the keys themselves
   * @throws when one of those or of the keys is not a point
   */
  blind: function* (
    _: unknown,
    {
      publicKeys,
      own,
      context,
    }: { publicKeys: readonly string[]; own: OwnParts; context: ProofContext },
  ): Steps<Check> {
    const blinded = yield* blindKeys(publicKeys, randomBytes)
    const proof = yield* proveBlinded(publicKeys, blinded, context, randomBytes)
    const keyshare = yield* counterpart(blinded.blinding, own.parts, own.holder)
    return { ...blinded, proof, keyshare }
  },

  /** Whether a key that a peer asks for is blinded, and tells it no more than the other ones. */
  isBlinded: function* (
    _: unknown,
    input: {
      publicKeys: readonly string[]
      key: string
      proof: BlindingProof
      context: ProofContext
    },
  ): Steps<boolean> {
    return yield* isProvenBlinded(input.publicKeys, input.key, input.proof, input.context)
  },

  /** Whether members' parts are right, and with what weight. */
  checkParts: function* (
    _: unknown,
    { blinding, members }: { blinding: Blinding; members: readonly Parts[] },
  ): Steps<CheckedParts[]> {
    const checked: CheckedParts[] = []
    for (const { idx, parts, second, giver } of members) {
      checked.push({ idx, weight: yield* weightOfParts(blinding, parts, second, giver) })
    }
    return checked
  },
}

type OwnParts = Pick<Parts, 'parts'> & { holder: Holder }
