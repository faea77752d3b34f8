import { hexToBytes } from '@noble/curves/utils.js'
import { add, multiply, secretMultiplier } from '#crypto/curve/curve.ts'
import { evenPointOf, pointHex, pointOf, scalarBytes } from '#crypto/curve/hex.ts'
import type { Point } from '#crypto/curve/point.ts'
import { lagrange } from '#crypto/curve/scalars.ts'
import type { SharePackage } from './group.ts'
import type { EcdhPackage } from './messages.ts'

/**
 * Our part of a key exchange, in a request or an answer: each key times our share. Igloo before June 2026 adds up
 * the unweighted parts of all members, and gets a useless point that depends on the members. In Igloo beta each
 * member weights its part with its Lagrange coefficient, and the sum is the right point.
 *
 * @param keys x-only
 * @param isWeighted whether to weight our part
 * @throws when a key is not a point on the curve
 */
export function ecdhPackage(
  members: readonly number[],
  keys: readonly string[],
  share: SharePackage,
  isWeighted = false,
): EcdhPackage {
  const multiplied = multiplierOf(share)
  const entries = keys.map((ecdh_pk) => {
    const part = multiplied(evenPointOf(ecdh_pk))
    return { ecdh_pk, keyshare: pointHex(isWeighted ? weigh(part, members, share.idx) : part) }
  })
  return { idx: share.idx, members: [...members], entries }
}

const weigh = (part: Point, members: readonly number[], idx: number): Point =>
  multiply(part, scalarBytes(lagrange(members, idx)))

/** Keyed by share: making a multiplier may take twice as long as using it. */
const multipliers = new WeakMap<SharePackage, (point: Point) => Point>()

function multiplierOf(share: SharePackage): (point: Point) => Point {
  const known = multipliers.get(share)
  if (known) return known
  const made = secretMultiplier(hexToBytes(share.seckey))
  multipliers.set(share, made)
  return made
}

/**
 * The point that the group shares with one of the keys: the sum of all members' key shares, each weighted with
 * its member's Lagrange coefficient. ecdh-proof.ts checks them, and finds which are weighted already.
 *
 * @param packages one from each member, with the keys in the same order
 * @param at which of the keys
 * @param weighted the indices of the members whose key shares are weighted already
 * @returns compressed, 33 bytes, hex: a secret, whose x coordinate NIP-44 and NIP-04 start from
 * @throws when a key share is missing or not a point, or they cancel out
 */
export function combineEcdh(
  packages: readonly EcdhPackage[],
  at: number,
  weighted: readonly number[] = [],
): string {
  const members = packages.map(({ idx }) => idx)
  const parts = packages.map(({ idx, entries }) => {
    const part = pointOf(entries[at]?.keyshare ?? '')
    return weighted.includes(idx) ? part : weigh(part, members, idx)
  })
  return pointHex(parts.reduce((sum, part) => add(sum, part)))
}
