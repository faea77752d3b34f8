import type { Curve } from '#crypto/curve/port.ts'
import { lagrange, scalarHex } from '#crypto/curve/scalars.ts'
import type { GroupPackage } from './group.ts'

/**
 * Whether the members' keys make the group's: as many as the threshold says interpolate to 02
 * group_pk. Each member is checked in one set of that size. This finds every mistake, such as
 * shares carried over with the wrong parity, but does not prove that every other set would work.
 *
 * @param group without a fault of its own (`groupFault`)
 */
export function makesGroupKey(
  { group_pk, threshold, members }: GroupPackage,
  curve: Curve,
): boolean {
  for (let at = 0; at < members.length; at += threshold) {
    const first = Math.min(at, members.length - threshold)
    const set = members.slice(first, first + threshold)
    if (interpolated(set, curve) !== `02${group_pk}`) return false
  }
  return true
}

/** The key that members' keys make; null when they cancel out. */
function interpolated(members: GroupPackage['members'], { combine }: Curve): string | null {
  const indices = members.map(({ idx }) => BigInt(idx))
  return combine(
    members.map(({ idx, pubkey }) => ({
      scalar: scalarHex(lagrange(indices, BigInt(idx))),
      point: pubkey,
    })),
  )
}
