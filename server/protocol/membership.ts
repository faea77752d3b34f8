import type { Curve } from '#crypto/curve/port.ts'
import { scalarOfHex } from '#crypto/curve/scalars.ts'
import type { Member } from './packages.ts'
import type { GroupPackage, SharePackage } from './v2/group.ts'

/**
 * Whether a share belongs to a group: its index and the compressed public key of its secret match
 * one member. A malformed share belongs to no group.
 */
export const isShareOf = (
  members: readonly Member[],
  { idx, seckey }: { idx: number; seckey: string },
  curve: Curve,
): boolean => holdersOf(members, seckey, curve).some((member) => member.idx === idx)

/**
 * The share of a 2026 group that a secret is, parity included; undefined when it is not one of the
 * group's, or not a scalar.
 */
export function shareOf(
  { members }: GroupPackage,
  seckey: string,
  curve: Curve,
): SharePackage | undefined {
  const [holder] = holdersOf(members, seckey, curve)
  return holder && { idx: holder.idx, seckey }
}

/** The members whose secret this is: at most one, but all of them when the threshold is 1. */
function holdersOf(members: readonly Member[], seckey: string, curve: Curve): Member[] {
  if (scalarOfHex(seckey) === undefined) return []
  const key = curve.publicPoint(seckey)
  return members.filter(({ pubkey }) => pubkey.toLowerCase() === key)
}
