// The console's only way to the signer's own decoders, so that both say the same about a
// credential. They bring the curve's arithmetic with them: import this file lazily.

import { isJsonText } from '../../../server/contract/json-text.ts'
import { scalarOfHex } from '../../../server/curve/scalars.ts'
import type { Result } from '../../../server/errors.ts'
import * as compatibility from '../../../server/frostr/gen1/compatibility.ts'
import * as v1Group from '../../../server/frostr/gen1/group.ts'
import type {
  GroupPackage as Gen1Group,
  SharePackage as Gen1Share,
} from '../../../server/frostr/gen1/packages.ts'
import * as v1Share from '../../../server/frostr/gen1/share.ts'
import { groupOfText, shareOfText } from '../../../server/frostr/gen2/credential-text.ts'
import type {
  GroupPackage as Gen2Group,
  SharePackage as Gen2Share,
} from '../../../server/frostr/gen2/group.ts'
import { pointOfScalar } from '../../../server/frostr/points.ts'
import { xOnly } from '../../../server/nostr/x-only.ts'

export { npubEncode } from 'nostr-tools/nip19'
export { packageGeneration, parsePackage } from '../../../server/frostr/gen2/package-text.ts'
export { keyPair, parseSecretKey } from '../../../server/nostr/keys.ts'

/** A group of 1.x, which has `commits`, or of 2026, which has `members`. */
export type GroupPackage = Gen1Group | Gen2Group
export type SharePackage = Gen1Share | Gen2Share

/** A group credential of 1.x, or the group package of 2026 as JSON. Without trimming. */
export const decodeGroup = (text: string): Result<GroupPackage> =>
  isJsonText(text) ? groupOfText(text) : v1Group.decodeGroup(text)

/** The same for pasted text: surrounding space is ignored. */
export const validateGroup = (text: string): Result<GroupPackage> =>
  isJsonText(text) ? groupOfText(text) : v1Group.validateGroup(text)

/** A pasted share: a credential of 1.x, or the share package of 2026 as JSON. */
export const validateShare = (text: string): Result<SharePackage> =>
  isJsonText(text) ? shareOfText(text) : v1Share.validateShare(text)

/**
 * Whether a share belongs to a group. A share and a group of different generations can belong
 * together too: the 1.x one is then carried over, which may negate it; the negative's key has the
 * same x.
 */
export function isMember(group: GroupPackage, share: SharePackage): boolean {
  const isFirstShare = 'binder_sn' in share
  if ('commits' in group && isFirstShare) return compatibility.isMember(group, share)
  const scalar = scalarOfHex(share.seckey)
  const member = membersOf(group).find(({ idx }) => idx === share.idx)
  if (scalar === undefined || member === undefined) return false
  const key = pointOfScalar(scalar)
  const isMixed = 'commits' in group || isFirstShare
  return isMixed ? xOnly(key) === xOnly(member.pubkey) : key === member.pubkey
}

/** Who holds the shares; keys are compressed, 33 bytes, hex. */
export const membersOf = (group: GroupPackage): { idx: number; pubkey: string }[] =>
  'commits' in group ? group.commits : group.members

/** The x-only key that a group signs for, 32 bytes, hex. */
export const groupKeyOf = (group: GroupPackage): string =>
  'commits' in group ? xOnly(group.group_pk) : group.group_pk
