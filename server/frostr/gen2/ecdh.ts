import { hexToBytes } from '@noble/curves/utils.js'
import { add, multiply } from '../../curve/curve.ts'
import { evenPointOf, pointHex, pointOf, scalarBytes } from '../../curve/hex.ts'
import type { Point } from '../../curve/point.ts'
import { lagrange, mod } from '../../curve/scalars.ts'
import { secretMultiplier } from '../../curve/secret.ts'
import type { SharePackage } from './group.ts'
import type { EcdhPackage } from './messages.ts'

/**
 * Our part of a key exchange, as request and as answer: our unweighted share of the point for each
 * of the other parties' keys. Genuine devices add these up unweighted and get a useless point that
 * depends on who took part; weighting them gives the right one.
 *
 * @param keys x-only
 * @throws when one is not a point on the curve
 */
export function ecdhPackage(
  members: readonly number[],
  keys: readonly string[],
  share: SharePackage,
): EcdhPackage {
  const multiplied = multiplierOf(share)
  const entries = keys.map((ecdh_pk) => ({
    ecdh_pk,
    keyshare: pointHex(multiplied(evenPointOf(ecdh_pk))),
  }))
  return { idx: share.idx, members: [...members], entries }
}

/** Keyed by share: making a multiplier takes twice as long as using it. */
const multipliers = new WeakMap<SharePackage, (point: Point) => Point>()

/** A function that multiplies with a share. */
function multiplierOf(share: SharePackage): (point: Point) => Point {
  const known = multipliers.get(share)
  if (known) return known
  const next = scalarBytes(mod(BigInt(`0x${share.seckey}`) + 1n))
  const made = secretMultiplier(hexToBytes(share.seckey), next)
  multipliers.set(share, made)
  return made
}

/**
 * The point that the group shares with one of the keys: all members' key shares, each weighted with
 * its Lagrange coefficient. Whether they are right, ecdh-proof.ts says.
 *
 * @param packages one from each member, with the keys in the same order
 * @param at which of the keys
 * @returns compressed, 33 bytes, hex: a secret, whose x coordinate NIP-44 and NIP-04 start from
 * @throws when a key share is missing or not a point, or they cancel out
 */
export function combineEcdh(packages: readonly EcdhPackage[], at: number): string {
  const indices = packages.map(({ idx }) => BigInt(idx))
  const parts = packages.map(({ idx, entries }) => {
    const keyshare = entries[at]?.keyshare ?? ''
    return multiply(pointOf(keyshare), scalarBytes(lagrange(indices, BigInt(idx))))
  })
  return pointHex(parts.reduce((sum, part) => add(sum, part)))
}
