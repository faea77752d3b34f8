import { add, multiply } from '../../curve/curve.ts'
import { isSamePoint } from '../../curve/point.ts'
import { lagrange } from '../../curve/scalars.ts'
import type { GroupPackage } from './group.ts'
import { evenPointOf, pointOf, scalarBytes } from './points.ts'

/**
 * Whether the members' keys make the group's: as many as the threshold says interpolate to
 * 02 | group_pk. Each member is looked at in one set of that size, which finds every mistake, such
 * as shares that were carried over with the wrong parity; it is no proof that any other set would do.
 *
 * @param group without a fault of its own (`groupFault`)
 */
export function makesGroupKey({ group_pk, threshold, members }: GroupPackage): boolean {
  for (let at = 0; at < members.length; at += threshold) {
    const first = Math.min(at, members.length - threshold)
    if (!interpolateTo(group_pk, members.slice(first, first + threshold))) return false
  }
  return true
}

function interpolateTo(groupPk: string, members: GroupPackage['members']): boolean {
  const indices = members.map(({ idx }) => BigInt(idx))
  try {
    const parts = members.map(({ idx, pubkey }) =>
      multiply(pointOf(pubkey), scalarBytes(lagrange(indices, BigInt(idx)))),
    )
    return isSamePoint(
      parts.reduce((sum, part) => add(sum, part)),
      evenPointOf(groupPk),
    )
  } catch {
    // They cancel each other.
    return false
  }
}
