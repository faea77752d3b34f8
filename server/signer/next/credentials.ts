import { ownerWarning } from '../../contract/messages.ts'
import { fail, ok, type Result } from '../../frostr/errors.ts'
import { carryOver } from '../../frostr/next/carry-over.ts'
import { type GroupPackage, groupId, type SharePackage } from '../../frostr/next/group.ts'
import type { GroupPackage as V1Group, SharePackage as V1Share } from '../../frostr/v1/packages.ts'
import type { NonceStore } from './nonce-store.ts'

/** A group that nobody has named. */
const NAMELESS = 'Floe'

/** Opens the nonces of a share in a group, which are 32 bytes each, hex; throws when it can't. */
export type OpenNonces = (identity: { gid: string; seckey: string }) => NonceStore

/** What the 2026 generation is made of. */
export interface NextCredentials {
  group: GroupPackage
  share: SharePackage
  store: NonceStore
  /** The group's key has an odd y in the credentials, which this generation has an even one for. */
  isKeyOdd: boolean
}

/**
 * What the 2026 generation needs, from credentials of 1.x; or why it must stay off, in words for an
 * owner. No nonce is ever used that can't be kept.
 */
export function openCredentials(
  v1: { group: V1Group; share: V1Share },
  nonces: OpenNonces,
): Result<NextCredentials> {
  const carried = carryOver(v1.group, [v1.share], NAMELESS)
  if (!carried.ok) return fail(ownerWarning.nextUnfit(carried.error))
  const { group, shares } = carried.value
  const [share] = shares
  if (share === undefined) throw new Error('a share was lost on the way')
  try {
    const store = nonces({ gid: groupId(group), seckey: share.seckey })
    return ok({ group, share, store, isKeyOdd: v1.group.group_pk.startsWith('03') })
  } catch {
    return fail(ownerWarning.nextOff(ownerWarning.noncesNotOpened))
  }
}

/** What a group is called on the wire, where it must have a name. */
export const wireName = (name: string | undefined): string => name?.trim() || NAMELESS
