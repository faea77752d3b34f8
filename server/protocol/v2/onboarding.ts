import { v2Refusal } from '#contract/codes.ts'
import { serverCurve } from '#crypto/curve/hex.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { shareOf } from '../packages.ts'
import { type GroupPackage, makesGroupKey, type SharePackage } from './group.ts'

/**
 * Our share in a group that an inviter has sent. Only the channel authenticates the group. So it must have a
 * member whose key is our secret's, parity included; it must have the key that the owner expects; and its
 * members' keys must make that key.
 *
 * @param seckey our share's secret, 32 bytes, hex
 * @param expectedGroupPk x-only, hex; null when the owner gave none
 */
export function joinGroup(
  group: GroupPackage,
  seckey: string,
  expectedGroupPk: string | null,
): Result<SharePackage> {
  const share = shareOf(group, seckey, serverCurve)
  if (share === undefined) return fail(v2Refusal.shareNotInGroup)
  if (expectedGroupPk !== null && group.group_pk !== expectedGroupPk.toLowerCase())
    return fail(v2Refusal.otherGroupKey)
  return makesGroupKey(group, serverCurve) ? ok(share) : fail(v2Refusal.groupKeyUnmade)
}
