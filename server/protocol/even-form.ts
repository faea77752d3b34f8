import { negated } from '#crypto/curve/point.ts'
import type { GroupPackage as V1Group } from './v1/packages.ts'
import type { GroupPackage as V2Group } from './v2/group.ts'

/** Whether a group's key has an odd y, which a 2026 key never has. */
export const isOdd = ({ group_pk }: V1Group): boolean => group_pk.startsWith('03')

/**
 * The keys of a 1.x group in 2026 form: the group key's point with an even y, and the member keys
 * that make that point. Nothing is checked.
 */
export function evenForm(group: V1Group): Omit<V2Group, 'group_name'> {
  const isNegated = isOdd(group)
  return {
    group_pk: group.group_pk.slice(2).toLowerCase(),
    threshold: group.threshold,
    members: group.commits.map(({ idx, pubkey }) => ({
      idx,
      pubkey: (isNegated ? negated(pubkey) : pubkey).toLowerCase(),
    })),
  }
}
