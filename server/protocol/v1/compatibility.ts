import { validation } from '#contract/messages.ts'
import { serverCurve } from '#crypto/curve/server.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { isShareOf } from '../membership.ts'
import { isIndex } from './bytes.ts'
import type { GroupPackage, SharePackage } from './packages.ts'

/**
 * Whether there are shares, each with an index, and all belong to this group; the error names the
 * first that does not.
 */
export function checkCompatibility(
  group: GroupPackage,
  shares: readonly SharePackage[],
): Result<SharePackage[]> {
  if (shares.length === 0) return fail(validation.noShares)
  if (!shares.every(({ idx }) => isIndex(idx))) return fail(validation.shareIndexMissing)
  const stranger = shares.findIndex((share) => !isShareOf(group.commits, share, serverCurve))
  if (stranger >= 0) return fail(validation.shareItem(stranger + 1, validation.shareNotInGroup))
  return ok([...shares])
}
