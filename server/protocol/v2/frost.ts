import { randomBytes } from 'node:crypto'
import { multiply, multiplyBase, multiplyBaseSecret, sum } from '#crypto/curve/curve.ts'
import { challengeOf } from '#crypto/curve/hash.ts'
import { encodedPoint, publicPoint, scalarBytes } from '#crypto/curve/hex.ts'
import { type EncodedPoint, hasEvenY, isSamePoint, type Point, xOf } from '#crypto/curve/point.ts'
import { lagrange, mod, type RandomBytes, scalarHex, scalarOfHex } from '#crypto/curve/scalars.ts'
import { frostHash } from '../frost-hash.ts'
import type { SharePackage } from './group.ts'
import type { Nonce } from './messages.ts'

/**
 * FROST (RFC 9591) with the cipher suite FROST-secp256k1-SHA256-TR-v1, whose signatures are BIP-340's: one hash at
 * a time, so that the caller decides when to let others run. Hashes, keys and scalars are hex.
 */
const { h1, h3, h4, h5 } = frostHash('FROST-secp256k1-SHA256-TR-v1')

/** A nonce with its secrets, two scalars: for one signature, and never sent. */
export interface SecretNonce extends Nonce {
  binder_sn: string
  hidden_sn: string
}

/** The nonce points that one signer of a hash committed to. */
export interface Commitment extends Pick<Nonce, 'binder_pn' | 'hidden_pn'> {
  idx: number
}

/** The nonce that one of the signers committed to, with its secrets. */
export interface OwnNonce {
  idx: number
  nonce: SecretNonce
}

interface Signer {
  bindingFactor: bigint
  /** Its Lagrange coefficient among the signers. */
  lambda: bigint
  /** D and ρ·E, or their sum, which is its part of the group's nonce. */
  nonce: readonly EncodedPoint[]
}

/** What signing one hash needs, computed once. It holds no secrets. */
export interface HashContext {
  readonly sighash: string
  readonly groupPk: string
  readonly signers: ReadonlyMap<number, Signer>
  /** R, with its original y. */
  readonly groupNonce: Point
  readonly challenge: bigint
}

/** A nonce takes 32 random bytes for each of its two secrets, and 32 for its code. */
export const NONCE_RANDOM_BYTES = 96

/**
 * A fresh nonce (RFC 9591, section 4.1): each secret is made from 32 random bytes and the share, so
 * that a weak source alone does not give it away.
 *
 * @throws when `random` returns a wrong number of bytes: with too few, the same nonce might be made twice
 */
export function generateNonce(seckey: string, random: RandomBytes = randomBytes): SecretNonce {
  const secret = Buffer.from(seckey, 'hex')
  const drawn = random(NONCE_RANDOM_BYTES)
  if (drawn.length !== NONCE_RANDOM_BYTES) throw new Error('a source of randomness that fails')
  const hidden_sn = scalarHex(h3(Buffer.concat([drawn.subarray(0, 32), secret])))
  const binder_sn = scalarHex(h3(Buffer.concat([drawn.subarray(32, 64), secret])))
  return {
    binder_pn: publicPoint(binder_sn),
    hidden_pn: publicPoint(hidden_sn),
    code: hex(drawn.subarray(64)),
    binder_sn,
    hidden_sn,
  }
}

/**
 * Binding factors, group nonce and challenge of one hash.
 *
 * @param groupPk x-only
 * @param commitments one per signer, no index zero
 * @param own our commitment with its secrets, if they may be used already: its part of the group nonce then takes
 *   one multiplication of G, in half the time of a multiplication of a point
 * @throws when an index is used twice, a nonce is not a point, or nonces cancel out
 */
export function hashContext(
  groupPk: string,
  commitments: readonly Commitment[],
  sighash: string,
  own?: OwnNonce,
): HashContext {
  const message = Buffer.from(sighash, 'hex')
  const ascending = commitments.map(readCommitment).toSorted((a, b) => a.idx - b.idx)
  const indices = ascending.map(({ idx }) => idx)
  if (new Set(indices).size < indices.length) throw new Error('an index is used twice')
  const prefix = bindingPrefix(groupPk, ascending, message)
  const signers = ascending.map(({ idx, id, hidden, binder }) => {
    const bindingFactor = h1(Buffer.concat([prefix, id]))
    const signer: Signer = {
      bindingFactor,
      lambda: lagrange(indices, idx),
      nonce:
        own?.idx === idx
          ? [multiplyBaseSecret(scalarBytes(mod(boundSecret(own.nonce, bindingFactor))))]
          : [hidden, multiply(binder, scalarBytes(bindingFactor))],
    }
    return [idx, signer] as const
  })
  const groupNonce = sum(signers.flatMap(([, { nonce }]) => nonce))
  return {
    sighash,
    groupPk,
    signers: new Map(signers),
    groupNonce,
    challenge: mod(challengeOf(xOf(groupNonce), Buffer.from(groupPk, 'hex'), message)),
  }
}

/** A commitment in bytes. */
interface ReadCommitment {
  idx: number
  /** The index as a FROST identifier. */
  id: Uint8Array
  hidden: EncodedPoint
  binder: EncodedPoint
}

/** @throws when a nonce does not have 33 bytes */
const readCommitment = ({ idx, hidden_pn, binder_pn }: Commitment): ReadCommitment => ({
  idx,
  id: identifier(idx),
  hidden: encodedPoint(hidden_pn),
  binder: encodedPoint(binder_pn),
})

/** 02 | group key 32 | H4(message) 32 | H5(list) 32, list = for each: index 32 | D 33 | E 33. */
function bindingPrefix(
  groupPk: string,
  commitments: readonly ReadCommitment[],
  message: Uint8Array,
): Uint8Array {
  const list = commitments.flatMap(({ id, hidden, binder }) => [id, hidden, binder])
  const key = Buffer.from(`02${groupPk}`, 'hex')
  return Buffer.concat([key, h4(message), h5(Buffer.concat(list))])
}

/**
 * Our partial signature of one hash, z = ±(d + ρ·e) + λ·s·c, a scalar.
 *
 * @param nonce its points are the commitment of this share in the context. It must be spent before this call:
 *   three signatures with one nonce give the share away
 * @throws when the share is not among the signers, or a secret is not a scalar
 */
export function partialSignature(
  { signers, groupNonce, challenge }: HashContext,
  { idx, seckey }: SharePackage,
  nonce: SecretNonce,
): string {
  const { bindingFactor, lambda } = present(signers.get(idx))
  const bound = boundSecret(nonce, bindingFactor)
  return scalarHex(mod(signOf(groupNonce) * bound + lambda * scalarOf(seckey) * challenge))
}

/** d + ρ·e, not reduced. */
const boundSecret = ({ hidden_sn, binder_sn }: SecretNonce, bindingFactor: bigint): bigint =>
  scalarOf(hidden_sn) + bindingFactor * scalarOf(binder_sn)

/**
 * Whether a signer's partial signature is valid: z·G = ±(D + ρ·E) + λ·c·Y.
 *
 * @param pubkey the signer's verifying share Y, a compressed point
 */
export function verifyPartialSignature(
  { signers, groupNonce, challenge }: HashContext,
  { idx, pubkey }: { idx: number; pubkey: string },
  psig: string,
): boolean {
  try {
    const { lambda, nonce } = present(signers.get(idx))
    const sign = signOf(groupNonce)
    const key = multiply(encodedPoint(pubkey), scalarBytes(mod(sign * lambda * challenge)))
    const made = multiplyBase(scalarBytes(mod(sign * scalarOf(psig))))
    return isSamePoint(made, sum([...nonce, key]))
  } catch {
    return false
  }
}

/**
 * Whether our own partial signatures, each of a different hash, came out right. Knowing s, this
 * takes no multiplication of Y, and one of G for all of them: (s + Σ±(z − λ·c·s))·G = Y + Σ(D +
 * ρ·E). A fault in any of them, or in s, changes only one side. Several wrong ones cancel out only on
 * purpose, so a peer's are verified one by one.
 *
 * @param pubkey our verifying share Y, a compressed point
 */
export function verifyOwnPartialSignatures(
  contexts: readonly HashContext[],
  { idx, seckey }: SharePackage,
  pubkey: string,
  psigs: readonly string[],
): boolean {
  try {
    const secret = scalarOf(seckey)
    let total = secret
    const points = [encodedPoint(pubkey)]
    for (const [at, { signers, groupNonce, challenge }] of contexts.entries()) {
      const { lambda, nonce } = present(signers.get(idx))
      total += signOf(groupNonce) * (scalarOf(present(psigs[at])) - lambda * challenge * secret)
      points.push(...nonce)
    }
    return isSamePoint(multiplyBaseSecret(scalarBytes(mod(total))), sum(points))
  } catch {
    return false
  }
}

/**
 * Adds up the partial signatures of one hash, one from each signer.
 *
 * @returns the BIP-340 signature, 64 bytes; not verified
 */
export function aggregate(
  { groupNonce }: Pick<HashContext, 'groupNonce'>,
  psigs: readonly string[],
): string {
  const total = psigs.reduce((all, psig) => all + BigInt(`0x${psig}`), 0n)
  return hex(xOf(groupNonce)) + scalarHex(mod(total))
}

/** An index as a FROST identifier: 32 bytes, big-endian. */
function identifier(idx: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(32).fill(0)
  bytes.writeUInt32BE(idx, 28)
  return bytes
}

/** R's sign in the signature, where R has an even y. */
const signOf = (groupNonce: Point): 1n | -1n => (hasEvenY(groupNonce) ? 1n : -1n)

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

function scalarOf(value: string): bigint {
  return present(scalarOfHex(value))
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('not of this session')
  return value
}
