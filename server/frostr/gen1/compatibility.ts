import { node, validation } from '../../contract/messages.ts'
import { scalarOfHex } from '../../curve/scalars.ts'
import { FrostrError, fail, ok, type Result } from '../../errors.ts'
import { xOnly } from '../../nostr/x-only.ts'
import { pointOfScalar } from '../points.ts'
import { isIndex } from './bytes.ts'
import type { GroupPackage, SharePackage } from './packages.ts'

/**
 * Whether a share belongs to a group: its index and the compressed public key of its secret are
 * those of one commit. A share that is malformed belongs to none.
 */
export function isMember(group: GroupPackage, share: SharePackage): boolean {
  const commit = group.commits.find(({ idx }) => idx === share.idx)
  const scalar = scalarOfHex(share.seckey)
  if (commit === undefined || scalar === undefined) return false
  return commit.pubkey.toLowerCase() === pointOfScalar(scalar)
}

/**
 * Whether there are shares, each with an index, and all of them of this group; the error names
 * the first that is not.
 */
export function checkCompatibility(
  group: GroupPackage,
  shares: readonly SharePackage[],
): Result<SharePackage[]> {
  if (shares.length === 0) return fail(validation.noShares)
  if (!shares.every(({ idx }) => isIndex(idx))) return fail(validation.shareIndexMissing)
  const stranger = shares.findIndex((share) => !isMember(group, share))
  if (stranger >= 0) return fail(validation.shareItem(stranger + 1, validation.shareNotInGroup))
  return ok([...shares])
}

/**
 * Who a share is on the wire: the x-only public key (32 bytes, hex) of its secret. Throws
 * NODE_ERROR when the secret is not a key.
 */
export function xonlyPubkey(share: SharePackage): string {
  const scalar = scalarOfHex(share.seckey)
  if (scalar === undefined) throw new FrostrError('NODE_ERROR', node.shareSchema)
  return xOnly(pointOfScalar(scalar))
}

/**
 * Who the members are on the wire: their x-only public keys (32 bytes, hex), in the order of the
 * commits. With a threshold of 1 they are all the same.
 */
export function memberPubkeys(group: GroupPackage): string[] {
  return group.commits.map(({ pubkey }) => xOnly(pubkey))
}
