import type { Curve } from '../curve/port.ts'
import { scalarOfHex } from '../curve/scalars.ts'
import type { GroupPackage, SharePackage } from './gen2/group.ts'
import type { Member } from './packages.ts'

/**
 * Whether a share is one of a group's: its index and the compressed public key of its secret are those
 * of one member. A share that is malformed is of no group.
 */
export const isShareOf = (
  members: readonly Member[],
  { idx, seckey }: { idx: number; seckey: string },
  curve: Curve,
): boolean => holdersOf(members, seckey, curve).some((member) => member.idx === idx)

/**
 * The share that a secret is in a group of 2026, parity and all; undefined when it is none of the
 * group's, or no scalar.
 */
export function shareOf(
  { members }: GroupPackage,
  seckey: string,
  curve: Curve,
): SharePackage | undefined {
  const [holder] = holdersOf(members, seckey, curve)
  return holder && { idx: holder.idx, seckey }
}

/** The members whose secret this is: one at most, but all where the threshold is 1. */
function holdersOf(members: readonly Member[], seckey: string, curve: Curve): Member[] {
  if (scalarOfHex(seckey) === undefined) return []
  const key = curve.publicPoint(seckey)
  return members.filter(({ pubkey }) => pubkey.toLowerCase() === key)
}
