/**
 * All curve arithmetic of 1.x: partial signatures, their combination and check, and key
 * exchange. It handles one hash at a time, so that the caller decides when to let others run. The
 * rest of the signer reaches the curve through these functions only.
 *
 * The scheme is FROST(secp256k1, SHA-256) of RFC 9591 with BIP-340 challenges and even group
 * nonces; the nonces are the group's, each shifted by a hash of session, member and message.
 */

import {
  add,
  multiply,
  multiplyBase,
  negate,
  parsePoint,
  secretMultiplier,
} from '#crypto/curve/curve.ts'
import { challengeOf, sha256 } from '#crypto/curve/hash.ts'
import { pointHex, scalarBytes } from '#crypto/curve/hex.ts'
import { compressed, hasEvenY, isSamePoint, type Point, xOf } from '#crypto/curve/point.ts'
import { lagrange, mod, scalarHex } from '#crypto/curve/scalars.ts'
import { frostHash } from '../frost-hash.ts'
import type { EcdhPackage, PartialSignatures, SighashVector, SignSession } from './messages.ts'
import { type GroupPackage, type SharePackage, uint32Bytes } from './packages.ts'

const { h1, h4, h5 } = frostHash('FROST-secp256k1-SHA256-v1')

/** What signing one hash of one session needs, computed once; the other fields are private to this file. */
export interface HashContext {
  readonly sighash: string
  /** The x-only key, hex, that the signature will be valid under: the group's, tweaked. */
  readonly pubkey: string
  readonly session: Pick<SignSession, 'sid' | 'members'>
  readonly group: GroupPackage
  readonly key: GroupKey
  readonly nonces: ReadonlyMap<number, MemberNonce>
  readonly groupNonce: Point
  readonly challenge: bigint
}

/** What adding up the partial signatures of one hash needs: not the group, and not the members' nonces. */
export type Combination = Pick<
  HashContext,
  'sighash' | 'pubkey' | 'session' | 'key' | 'challenge' | 'groupNonce'
>

/** The group's key with its tweaks: point = state · key + tweak · G, before its sign is made even. */
interface GroupKey {
  point: Point
  /** 1 where the tweaked key's y is even, else −1. */
  parity: bigint
  state: bigint
  tweak: bigint
}

/** One member's nonces for one hash. */
interface MemberNonce {
  /** Added to both of the member's nonces. */
  shift: bigint
  bindingFactor: bigint
  /** hidden + bindingFactor · binder */
  point: Point
}

interface GroupPoints {
  key: Point
  nonces: Map<number, { hidden: Point; binder: Point }>
}

/**
 * A group's points are read only once, because each costs a square root. They are kept as long as the group,
 * which a signer keeps as long as it lives.
 */
const pointsOfGroups = new WeakMap<GroupPackage, GroupPoints>()

function pointsOf(group: GroupPackage): GroupPoints {
  const known = pointsOfGroups.get(group)
  if (known) return known
  const points = {
    key: pointOfHex(group.group_pk),
    nonces: new Map(
      group.commits.map(({ idx, hidden_pn, binder_pn }) => [
        idx,
        { hidden: pointOfHex(hidden_pn), binder: pointOfHex(binder_pn) },
      ]),
    ),
  }
  pointsOfGroups.set(group, points)
  return points
}

/**
 * Binding factors, group nonce and challenge of one hash.
 *
 * @throws when a tweak is out of range, or a member is not in the group
 */
export function hashContext(
  group: GroupPackage,
  session: SignSession,
  vector: SighashVector,
): HashContext {
  const [sighash, ...tweaks] = vector
  const message = Buffer.from(sighash, 'hex')
  const points = pointsOf(group)
  const key = tweakedKey(points.key, tweaks)
  const nonces = memberNonces(points, session, vector, { key: key.point, message })
  const groupNonce = [...nonces.values()].map(({ point }) => point).reduce(add)
  const challenge = challengeOf(xOf(groupNonce), xOf(key.point), message)
  const pubkey = Buffer.from(xOf(key.point)).toString('hex')
  const { sid, members } = session
  return { sighash, pubkey, session: { sid, members }, group, key, nonces, groupNonce, challenge }
}

/** Adds tweaks as BIP-341 does: each to the point with an even y. */
function tweakedKey(internal: Point, tweaks: readonly string[]): GroupKey {
  let point = internal
  let state = 1n
  let tweak = 0n
  for (const hex of tweaks) {
    const step = numberOfHex(hex)
    const parity = parityOf(point)
    const even = parity === 1n ? point : negate(point)
    point = add(even, multiplyBase(scalarBytes(step)))
    state *= parity
    tweak = mod(step + parity * tweak)
  }
  return { point, parity: parityOf(point), state, tweak }
}

function memberNonces(
  points: GroupPoints,
  { sid, members }: SignSession,
  vector: SighashVector,
  { key, message }: { key: Point; message: Uint8Array },
): Map<number, MemberNonce> {
  const bound = Buffer.from(vector.join(''), 'hex')
  const moved = [...members]
    .sort((a, b) => a - b)
    .map((idx) => {
      const nonce = points.nonces.get(idx)
      if (nonce === undefined) throw new Error('a member that is not in the group')
      const shift = sha256(Buffer.from(sid, 'hex'), uint32Bytes(idx), bound)
      const step = multiplyBase(shift)
      const hidden = add(nonce.hidden, step)
      const binder = add(nonce.binder, step)
      return { idx, identifier: scalarBytes(BigInt(idx)), shift: numberOf(shift), hidden, binder }
    })
  const commitments = moved.flatMap(({ identifier, hidden, binder }) => [
    identifier,
    compressed(hidden),
    compressed(binder),
  ])
  const prefix = Buffer.concat([compressed(key), h4(message), h5(Buffer.concat(commitments))])
  return new Map(
    moved.map(({ idx, identifier, shift, hidden, binder }) => {
      const bindingFactor = h1(Buffer.concat([prefix, identifier]))
      const point = add(hidden, multiply(binder, scalarBytes(bindingFactor)))
      return [idx, { shift, bindingFactor, point }]
    }),
  )
}

/** Our partial signature of one hash: a scalar, 32 bytes, hex. */
export function partialSignature(context: HashContext, share: SharePackage): string {
  const { shift, bindingFactor } = nonceOf(context, share.idx)
  const hidden = numberOfHex(share.hidden_sn) + shift
  const binder = numberOfHex(share.binder_sn) + shift
  const nonce = hidden + binder * bindingFactor
  const weight = weightOf(context, share.idx)
  return scalarHex(mod(nonceSign(context) * nonce + weight * numberOfHex(share.seckey)))
}

/** True when a member's partial signature of this hash is valid under its public share. */
export function verifyPartialSignature(
  context: HashContext,
  { idx, pubkey, sid }: PartialSignatures,
  psig: string,
): boolean {
  const commit = context.group.commits.find((one) => one.idx === idx)
  if (sid !== context.session.sid || commit?.pubkey !== pubkey) return false
  try {
    const { point } = nonceOf(context, idx)
    const nonce = nonceSign(context) === 1n ? point : negate(point)
    const weight = scalarBytes(weightOf(context, idx))
    const expected = add(nonce, multiply(pointOfHex(pubkey), weight))
    return isSamePoint(multiplyBase(Buffer.from(psig, 'hex')), expected)
  } catch {
    return false
  }
}

/**
 * Adds up the partial signatures of one hash, one from each member of the session: 32 bytes, hex.
 *
 * @returns the BIP-340 signature, 64 bytes, hex; not verified
 * @throws when one is missing or is not a scalar
 */
export function combinePartialSignatures(
  { key, challenge, groupNonce, session }: Combination,
  partials: readonly string[],
): string {
  if (partials.length !== session.members.length) throw new Error('a partial signature is missing')
  const tweak = challenge * key.parity * key.tweak
  const sum = partials.reduce((total, psig) => total + numberOfHex(psig), tweak)
  return Buffer.from(xOf(groupNonce)).toString('hex') + scalarHex(mod(sum))
}

/**
 * Our part of a key exchange, weighted with our Lagrange coefficient among the members.
 *
 * @param ecdhPk the other party's public key, 32 or 33 bytes, hex
 * @throws when that is not a point, or when we are not among the members
 */
export function ecdhKeyshare(
  members: readonly number[],
  ecdhPk: string,
  share: SharePackage,
): EcdhPackage {
  if (!members.includes(share.idx)) throw new Error('we are not among the members')
  const keyshare = pointHex(weightedShare(members, share)(pointOfHex(ecdhPk)))
  return { idx: share.idx, keyshare, members: [...members], ecdh_pk: ecdhPk }
}

const MULTIPLIERS_KEPT = 32

/** Keyed by share and members: making a multiplier may take twice as long as using it. */
const multipliers = new WeakMap<SharePackage, Map<string, (point: Point) => Point>>()

function weightedShare(members: readonly number[], share: SharePackage): (point: Point) => Point {
  const kept = multipliers.get(share) ?? new Map<string, (point: Point) => Point>()
  multipliers.set(share, kept)
  const key = members.join()
  const known = kept.get(key)
  if (known) return known
  const scalar = mod(lagrange(members, share.idx) * numberOfHex(share.seckey))
  const made = secretMultiplier(scalarBytes(scalar))
  if (kept.size >= MULTIPLIERS_KEPT) kept.clear()
  kept.set(key, made)
  return made
}

/**
 * Adds up the key shares of all members of a key exchange.
 *
 * @returns the shared point, compressed, 33 bytes, hex: a secret
 * @throws when one is not a point, or when they cancel out
 */
export const combineEcdh = (packages: readonly Pick<EcdhPackage, 'keyshare'>[]): string =>
  pointHex(packages.map(({ keyshare }) => pointOfHex(keyshare)).reduce(add))

/** The weight of a member's share in its partial signature. */
function weightOf({ challenge, key, session }: HashContext, idx: number): bigint {
  return mod(challenge * lagrange(session.members, idx) * key.parity * key.state)
}

/** Nonces are negated when the group's nonce has an odd y. */
const nonceSign = ({ groupNonce }: HashContext): bigint => parityOf(groupNonce)

function nonceOf({ nonces }: HashContext, idx: number): MemberNonce {
  const nonce = nonces.get(idx)
  if (nonce === undefined) throw new Error('not a member of the session')
  return nonce
}

const parityOf = (point: Point): bigint => (hasEvenY(point) ? 1n : -1n)

/** 32 bytes are an x coordinate with an even y (BIP-340). */
const pointOfHex = (hex: string): Point =>
  parsePoint(Buffer.from(hex.length === 64 ? `02${hex}` : hex, 'hex'))

const numberOf = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`)

/** 32 bytes of hex, not reduced. @throws on anything else */
function numberOfHex(hex: string): bigint {
  if (hex.length !== 64) throw new Error('a scalar is 32 bytes')
  return BigInt(`0x${hex}`)
}
