import { add, multiply, multiplyBase, negate, sum } from '#crypto/curve/curve.ts'
import { sha256 } from '#crypto/curve/hash.ts'
import { evenPointOf, pointOf, scalarBytes } from '#crypto/curve/hex.ts'
import { compressed, hasEvenY, type Point, xOf } from '#crypto/curve/point.ts'
import {
  mod,
  type RandomBytes,
  randomScalar,
  scalarHex,
  scalarOfHex,
} from '#crypto/curve/scalars.ts'

/**
 * A blinded key is uniformly random to everyone but its maker. An exchange with it reveals nothing that
 * exchanges with the keys it was made from don't reveal:
 *
 *     blinded = factor₁ · key₁ + … + factorₙ · keyₙ + offset · G, with an even y
 *
 * A device that asks for parts of all these keys can check the parts (ecdh-proof.ts). Nobody may get a part
 * of an arbitrary key that way, so the asker proves that it knows the factors and the offset, without
 * revealing them: Okamoto's proof of a representation (CRYPTO '92), made non-interactive by a tagged
 * hash. It reveals nothing about the factors, whatever the computing power.
 *
 * All functions are generators that handle one key a step.
 */
export interface Blinding {
  /** Scalars, 32 bytes, hex: secrets for as long as the exchange takes. A factor for each key. */
  factors: readonly string[]
  offset: string
}

export interface BlindedKey {
  /** X-only, hex. */
  key: string
  blinding: Blinding
}

/** What a proof is bound to: one request of one asker. */
export interface ProofContext {
  /** The asker's x-only key. */
  asker: string
  /** The request's id, 1 to 256 bytes. */
  id: string
}

/** A proof of knowledge: scalars, 32 bytes, hex. */
export interface BlindingProof {
  challenge: string
  /** An answer for each key's factor. */
  of_keys: readonly string[]
  /** The answer for the offset. */
  of_base: string
}

type Steps<T> = Generator<void, T>

/**
 * Blinds keys by new random scalars.
 *
 * @param publicKeys x-only, or compressed
 * @throws when one is not a point
 */
export function* blindKeys(publicKeys: readonly string[], random: RandomBytes): Steps<BlindedKey> {
  const factors = publicKeys.map(() => randomScalar(random))
  const offset = randomScalar(random)
  const point = yield* combination(publicKeys.map(keyPoint), factors, offset)
  const sign = hasEvenY(point) ? 1n : -1n
  const signed = (scalar: bigint) => scalarHex(mod(sign * scalar))
  return {
    key: Buffer.from(xOf(point)).toString('hex'),
    blinding: { factors: factors.map(signed), offset: signed(offset) },
  }
}

/** Proves that the asker of this request made the blinded key from these keys. */
export function* proveBlinded(
  publicKeys: readonly string[],
  { key, blinding }: BlindedKey,
  context: ProofContext,
  random: RandomBytes,
): Steps<BlindingProof> {
  const points = publicKeys.map(keyPoint)
  const ofKeys = points.map(() => randomScalar(random))
  const ofBase = randomScalar(random)
  const commitment = yield* combination(points, ofKeys, ofBase)
  const challenge = challengeOf(points, evenPointOf(key), commitment, context)
  const answer = (scalar: bigint, secret: string) =>
    scalarHex(mod(scalar + challenge * BigInt(`0x${secret}`)))
  return {
    challenge: scalarHex(challenge),
    of_keys: ofKeys.map((scalar, at) => answer(scalar, blinding.factors[at] ?? '')),
    of_base: answer(ofBase, blinding.offset),
  }
}

/**
 * Whether the asker of this request has proved that it made the blinded key from these keys. Never throws.
 *
 * @param publicKeys the keys that were blinded: x-only, or compressed
 * @param key the blinded key: x-only
 */
export function* isProvenBlinded(
  publicKeys: readonly string[],
  key: string,
  proof: BlindingProof,
  context: ProofContext,
): Steps<boolean> {
  const challenge = scalarOfHex(proof.challenge)
  const ofKeys = proof.of_keys.flatMap((scalar) => scalarOfHex(scalar) ?? [])
  const ofBase = scalarOfHex(proof.of_base)
  if (challenge === undefined || ofBase === undefined) return false
  if (ofKeys.length !== publicKeys.length || proof.of_keys.length !== ofKeys.length) return false
  try {
    const [points, blinded] = [publicKeys.map(keyPoint), evenPointOf(key)]
    const answers = yield* combination(points, ofKeys, ofBase)
    const commitment = add(answers, negate(multiply(blinded, scalarBytes(challenge))))
    return challengeOf(points, blinded, commitment, context) === challenge
  } catch {
    return false
  }
}

function* combination(
  keys: readonly Point[],
  ofKeys: readonly bigint[],
  ofBase: bigint,
): Steps<Point> {
  const terms = [multiplyBase(scalarBytes(ofBase))]
  for (const [at, key] of keys.entries()) {
    yield
    terms.push(multiply(key, scalarBytes(ofKeys[at] ?? 0n)))
  }
  return sum(terms)
}

const TAG = sha256(Buffer.from('floe/blinded-key/2'))

/**
 * SHA-256, tagged as in BIP-340, of count of keys 1 | keys 33 each | blinded 33 | commitment 33 | asker 32 |
 * id, UTF-8; mod n.
 */
const challengeOf = (
  keys: readonly Point[],
  blinded: Point,
  commitment: Point,
  { asker, id }: ProofContext,
): bigint => {
  const points = [...keys, blinded, commitment].map(compressed)
  const count = Buffer.from([keys.length])
  const hash = sha256(TAG, TAG, count, ...points, Buffer.from(asker, 'hex'), Buffer.from(id))
  return mod(BigInt(`0x${hash.toString('hex')}`))
}

const keyPoint = (key: string): Point => (key.length === 64 ? evenPointOf(key) : pointOf(key))
