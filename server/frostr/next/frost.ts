import { randomBytes } from 'node:crypto'
import { hexToBytes } from '@noble/curves/utils.js'
import { challengeOf } from '../curve/challenge.ts'
import { add, multiply, multiplyBase, negate } from '../curve/curve.ts'
import { hasEvenY, isSamePoint, type Point, xOf } from '../curve/point.ts'
import { frostHash } from '../frost-hash.ts'
import { lagrange, mod, scalarHex, scalarOfHex } from '../scalars.ts'
import type { SharePackage } from './group.ts'
import type { Nonce } from './messages.ts'
import { pointOf, publicPoint, scalarBytes } from './points.ts'

/**
 * FROST (RFC 9591) with the cipher suite FROST-secp256k1-SHA256-TR-v1, whose signatures are those of
 * BIP-340: one hash at a time, so that the caller decides when to let others run. Hashes, keys and
 * scalars are hex.
 */
const { h1, h3, h4, h5 } = frostHash('FROST-secp256k1-SHA256-TR-v1')

/** A nonce with its secrets, two scalars: for one signature, and never written to the wire. */
export interface SecretNonce extends Nonce {
  binder_sn: string
  hidden_sn: string
}

/** What one signer of a hash has committed to. */
export interface Commitment extends Pick<Nonce, 'binder_pn' | 'hidden_pn'> {
  idx: number
}

interface Signer {
  bindingFactor: bigint
  /** Its Lagrange coefficient among the signers. */
  lambda: bigint
  /** D + ρ·E, as it counts in the signature: negated when the group's nonce has an odd y. */
  nonce: Point
}

/** What signing one hash needs, computed once and from nothing secret. */
export interface HashContext {
  readonly sighash: string
  readonly groupPk: string
  readonly signers: ReadonlyMap<number, Signer>
  /** R, with the y that it came out with. */
  readonly groupNonce: Point
  readonly challenge: bigint
}

/**
 * A fresh nonce (RFC 9591, section 4.1): each secret is made from 32 random bytes and the share, so
 * that a weak source alone does not give it away.
 */
export function generateNonce(
  seckey: string,
  random: (bytes: number) => Uint8Array = randomBytes,
): SecretNonce {
  const secret = hexToBytes(seckey)
  const hidden_sn = scalarHex(h3(Buffer.concat([random(32), secret])))
  const binder_sn = scalarHex(h3(Buffer.concat([random(32), secret])))
  return {
    binder_pn: publicPoint(binder_sn),
    hidden_pn: publicPoint(hidden_sn),
    code: hex(random(32)),
    binder_sn,
    hidden_sn,
  }
}

/**
 * Binding factors, group nonce and challenge of one hash.
 *
 * @param groupPk x-only
 * @param commitments one a signer, no index zero
 * @throws when an index is used twice, a nonce is no point, or nonces cancel each other
 */
export function hashContext(
  groupPk: string,
  commitments: readonly Commitment[],
  sighash: string,
): HashContext {
  const message = hexToBytes(sighash)
  const ascending = commitments.toSorted((a, b) => a.idx - b.idx)
  const indices = ascending.map(({ idx }) => BigInt(idx))
  if (new Set(indices).size < indices.length) throw new Error('an index is used twice')
  const prefix = bindingPrefix(groupPk, ascending, message)
  const drafts = ascending.map(({ idx, hidden_pn, binder_pn }) => {
    const bindingFactor = h1(Buffer.concat([prefix, identifier(idx)]))
    const bound = multiply(pointOf(binder_pn), scalarBytes(bindingFactor))
    const nonce = add(pointOf(hidden_pn), bound)
    return { idx, bindingFactor, lambda: lagrange(indices, BigInt(idx)), nonce }
  })
  const groupNonce = drafts.map(({ nonce }) => nonce).reduce((sum, nonce) => add(sum, nonce))
  const sign = hasEvenY(groupNonce) ? (nonce: Point) => nonce : negate
  return {
    sighash,
    groupPk,
    signers: new Map(drafts.map(({ idx, ...one }) => [idx, { ...one, nonce: sign(one.nonce) }])),
    groupNonce,
    challenge: mod(challengeOf(xOf(groupNonce), hexToBytes(groupPk), message)),
  }
}

/** 02 | group key 32 | H4(message) 32 | H5(list) 32, list = for each: index 32 | D 33 | E 33. */
function bindingPrefix(
  groupPk: string,
  commitments: readonly Commitment[],
  message: Uint8Array,
): Uint8Array {
  const list = commitments.flatMap(({ idx, hidden_pn, binder_pn }) => [
    identifier(idx),
    hexToBytes(hidden_pn),
    hexToBytes(binder_pn),
  ])
  const key = hexToBytes(`02${groupPk}`)
  return Buffer.concat([key, h4(message), h5(Buffer.concat(list))])
}

/**
 * Our partial signature of one hash, z = ±(d + ρ·e) + λ·s·c, a scalar.
 *
 * @param nonce whose points are the share's in the context; spent before this is called, for two
 *   signatures with one nonce give the share away
 * @throws when the share is not among the signers, or a secret is no scalar
 */
export function partialSignature(
  { signers, groupNonce, challenge }: HashContext,
  { idx, seckey }: SharePackage,
  nonce: SecretNonce,
): string {
  const { bindingFactor, lambda } = present(signers.get(idx))
  const bound = secretScalar(nonce.hidden_sn) + bindingFactor * secretScalar(nonce.binder_sn)
  const signed = hasEvenY(groupNonce) ? bound : -bound
  return scalarHex(mod(signed + lambda * secretScalar(seckey) * challenge))
}

/**
 * Whether a signer's partial signature is valid: z·G = ±(D + ρ·E) + λ·c·Y.
 *
 * @param pubkey the signer's verifying share Y, a compressed point
 */
export function verifyPartialSignature(
  { signers, challenge }: HashContext,
  { idx, pubkey }: { idx: number; pubkey: string },
  psig: string,
): boolean {
  try {
    const { lambda, nonce } = present(signers.get(idx))
    const key = multiply(pointOf(pubkey), scalarBytes(mod(lambda * challenge)))
    return isSamePoint(multiplyBase(hexToBytes(psig)), add(nonce, key))
  } catch {
    return false
  }
}

/**
 * Whether partial signatures of our own, each of another hash, came out as they should: by their sum,
 * Σz·G = Σ±(D + ρ·E) + (Σλ·c)·Y, which a fault changes, and which only a liar could keep.
 */
export function areOwnPartialSignatures(
  contexts: readonly HashContext[],
  { idx, pubkey }: { idx: number; pubkey: string },
  psigs: readonly string[],
): boolean {
  try {
    const own = contexts.map(({ signers, challenge }) => ({
      ...present(signers.get(idx)),
      challenge,
    }))
    const weight = own.reduce((sum, { lambda, challenge }) => mod(sum + lambda * challenge), 0n)
    const key = multiply(pointOf(pubkey), scalarBytes(weight))
    const expected = own.map(({ nonce }) => nonce).reduce(add, key)
    const sum = psigs.reduce((total, psig) => mod(total + BigInt(`0x${psig}`)), 0n)
    return isSamePoint(multiplyBase(scalarBytes(sum)), expected)
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
  const sum = psigs.reduce((total, psig) => total + BigInt(`0x${psig}`), 0n)
  return hex(xOf(groupNonce)) + scalarHex(mod(sum))
}

/** An index as a FROST identifier: 32 bytes, big-endian. */
const identifier = (idx: number): Uint8Array => scalarBytes(BigInt(idx))

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

function secretScalar(value: string): bigint {
  return present(scalarOfHex(value))
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('not of this session')
  return value
}
