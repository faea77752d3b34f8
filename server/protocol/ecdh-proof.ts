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

/*
 * Checks a member's parts of key exchanges, and finds their weight. The member's part of a blinded key
 * (blinded-key.ts) shows both:
 *
 *     part of the blinded key = factor₁ · part₁ + … + factorₙ · partₙ + offset · weight · public share
 *
 * To the member the blinded key is uniformly random, whatever the factors are. If its parts are wrong, it finds
 * a fitting part of the blinded key only by guessing a combination of factors; computing power does not
 * help. The same holds for parts that are swapped, left out, made for another key, or weighted differently.
 */

/** A member that makes parts. */
export interface Holder {
  /** Its public share, compressed, hex. */
  pubkey: string
  /** What its parts are weighted with: 1, or its Lagrange coefficient. */
  weight: bigint
}

/** A member whose parts have one of these weights. */
interface Candidate {
  /** Its public share, compressed, hex. */
  pubkey: string
  /** The likelier one first. */
  weights: readonly bigint[]
}

type Steps<T> = Generator<void, T>

/**
 * Our part of the blinded key, from our parts of the other keys and without the share. Each step handles one part.
 *
 * @param parts of the keys themselves, in the order of the factors: compressed, hex
 * @returns compressed, hex
 * @throws when a part is not a point, or is missing
 */
export function* blindedPart(
  blinding: Blinding,
  parts: readonly string[],
  holder: Holder,
): Steps<string> {
  const combined = yield* combine(blinding, parts)
  return pointHex(add(combined, ofOffset(blinding, holder)))
}

/**
 * The weight with which all parts are right; null if there is none, or if a part is not a point. Each step
 * handles one part.
 *
 * @param ofBlinded the part of the blinded key
 */
export function* weightOfParts(
  blinding: Blinding,
  parts: readonly string[],
  ofBlinded: string,
  { pubkey, weights }: Candidate,
): Steps<bigint | null> {
  try {
    const given = pointOf(ofBlinded)
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

/** The blinded key that a request adds, so that the parts can be checked. */
export interface Check extends BlindedKey {
  proof: BlindingProof
  /** Our own part of the blinded key. */
  keyshare: string
}

/** A member's parts, as it sent them. */
export interface Parts {
  idx: number
  /** The member's parts of the keys, in the order of the keys. */
  parts: readonly string[]
  /** The member's part of the blinded key. */
  ofBlinded: string
  member: Candidate
}

/** The weight with which a member's parts are right; null when they are wrong. */
export interface CheckedParts {
  idx: number
  weight: bigint | null
}

/** The jobs (jobs.ts) that key exchanges of both protocols share. None of them uses a share. */
export const ECDH_PROOF_JOBS = {
  /**
   * Makes the blinded key of a request, with its proof and our part.
   *
   * @param own our parts of the keys
   * @throws when a part or a key is not a point
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
    const keyshare = yield* blindedPart(blinded.blinding, own.parts, own.holder)
    return { ...blinded, proof, keyshare }
  },

  /** Whether a peer made its blinded key from the other keys, so that our part of it reveals nothing more. */
  isBlinded: (
    _: unknown,
    input: {
      publicKeys: readonly string[]
      key: string
      proof: BlindingProof
      context: ProofContext
    },
  ) => isProvenBlinded(input.publicKeys, input.key, input.proof, input.context),

  checkParts: function* (
    _: unknown,
    { blinding, members }: { blinding: Blinding; members: readonly Parts[] },
  ): Steps<CheckedParts[]> {
    const checked: CheckedParts[] = []
    for (const { idx, parts, ofBlinded, member } of members) {
      checked.push({ idx, weight: yield* weightOfParts(blinding, parts, ofBlinded, member) })
    }
    return checked
  },
}

type OwnParts = Pick<Parts, 'parts'> & { holder: Holder }
