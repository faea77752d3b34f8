import { add, multiply, multiplyBase, negate, sum } from '../curve/curve.ts'
import { evenPointOf, pointOf, scalarBytes } from '../curve/hex.ts'
import { compressed, hasEvenY, type Point, xOf } from '../curve/point.ts'
import { mod, type RandomBytes, randomScalar, scalarHex, scalarOfHex } from '../curve/scalars.ts'
import { sha256 } from '../curve/sha256.ts'

/**
 * A key that is as good as random to everyone but its maker, and yet gives nothing that an exchange
 * with the key it was made from does not give:
 *
 *     blinded = factor · key + offset · G, with an even y
 *
 * Who asks for parts of both can check them (ecdh-proof.ts). Who is asked must not let itself be
 * asked for any key at all under that pretext, so the asker proves that it knows factor and offset,
 * without showing them: Okamoto's proof of a representation (CRYPTO '92), made non-interactive by a
 * tagged hash. It tells nothing about the factor, whatever computing power one has.
 */
export interface Blinding {
  /** Scalars, 32 bytes, hex: secrets for as long as the exchange takes. */
  factor: string
  offset: string
}

export interface BlindedKey {
  /** X-only, hex. */
  key: string
  blinding: Blinding
}

/** What a proof holds for: one request of one asker. */
export interface ProofContext {
  /** The asker's x-only key. */
  asker: string
  /** The request's id, 1 to 256 bytes. */
  id: string
}

/** A proof of knowledge: scalars, 32 bytes, hex. */
export interface BlindingProof {
  challenge: string
  /** The answers for the factor and for the offset. */
  of_key: string
  of_base: string
}

/**
 * Blinds a key by two new random scalars.
 *
 * @param publicKey x-only, or compressed
 * @throws when it is not a point
 */
export function blindKey(publicKey: string, random: RandomBytes): BlindedKey {
  const [factor, offset] = [randomScalar(random), randomScalar(random)]
  const point = combination(keyPoint(publicKey), factor, offset)
  const sign = hasEvenY(point) ? 1n : -1n
  return {
    key: Buffer.from(xOf(point)).toString('hex'),
    blinding: { factor: scalarHex(mod(sign * factor)), offset: scalarHex(mod(sign * offset)) },
  }
}

/** Proves that a key is blinded, and that the asker of this request has done it. */
export function proveBlinded(
  publicKey: string,
  { key, blinding }: BlindedKey,
  context: ProofContext,
  random: RandomBytes,
): BlindingProof {
  const point = keyPoint(publicKey)
  const [ofKey, ofBase] = [randomScalar(random), randomScalar(random)]
  const commitment = combination(point, ofKey, ofBase)
  const challenge = challengeOf(point, evenPointOf(key), commitment, context)
  const { factor, offset } = blinding
  return {
    challenge: scalarHex(challenge),
    of_key: scalarHex(mod(ofKey + challenge * BigInt(`0x${factor}`))),
    of_base: scalarHex(mod(ofBase + challenge * BigInt(`0x${offset}`))),
  }
}

/**
 * Whether the asker of this request has proved that it has blinded a key. Never throws.
 *
 * @param publicKey what was blinded: x-only, or compressed
 * @param key what came of it: x-only
 */
export function isProvenBlinded(
  publicKey: string,
  key: string,
  proof: BlindingProof,
  context: ProofContext,
): boolean {
  const challenge = scalarOfHex(proof.challenge)
  const [ofKey, ofBase] = [scalarOfHex(proof.of_key), scalarOfHex(proof.of_base)]
  if (challenge === undefined || ofKey === undefined || ofBase === undefined) return false
  try {
    const [point, blinded] = [keyPoint(publicKey), evenPointOf(key)]
    const commitment = sum([
      multiply(point, scalarBytes(ofKey)),
      multiplyBase(scalarBytes(ofBase)),
      negate(multiply(blinded, scalarBytes(challenge))),
    ])
    return challengeOf(point, blinded, commitment, context) === challenge
  } catch {
    return false
  }
}

const combination = (key: Point, ofKey: bigint, ofBase: bigint): Point =>
  add(multiply(key, scalarBytes(ofKey)), multiplyBase(scalarBytes(ofBase)))

const TAG = sha256(Buffer.from('floe/blinded-key/1'))

/** Over key 33 | blinded 33 | commitment 33 | asker 32 | id, UTF-8; tagged as in BIP-340, mod n. */
const challengeOf = (
  key: Point,
  blinded: Point,
  commitment: Point,
  { asker, id }: ProofContext,
): bigint => {
  const points = [key, blinded, commitment].map(compressed)
  const hash = sha256(TAG, TAG, ...points, Buffer.from(asker, 'hex'), Buffer.from(id))
  return mod(BigInt(`0x${hash.toString('hex')}`))
}

const keyPoint = (key: string): Point => (key.length === 64 ? evenPointOf(key) : pointOf(key))
