import { ownerWarning } from '../../contract/messages.ts'
import { fail, ok, type Result } from '../../errors.ts'
import { type Credentials, in2026 } from '../../frostr/credentials.ts'
import type { GroupPackage, SharePackage } from '../../frostr/gen2/group.ts'
import { groupId } from '../../frostr/gen2/group-id.ts'
import type { NonceStore } from './nonce-store.ts'

/** Whose nonces are kept: a share in a group. 32 bytes each, hex; the second is a secret. */
export interface NonceIdentity {
  gid: string
  seckey: string
}

/** Opens the nonces of a share in a group; throws when it can't. */
export type OpenNonces = (identity: NonceIdentity) => NonceStore

/** What the 2026 generation is made of. */
export interface Gen2Credentials {
  group: GroupPackage
  share: SharePackage
  store: NonceStore
  /** The group's key has an odd y in the credentials, which this generation has an even one for. */
  isKeyOdd: boolean
}

/**
 * What the 2026 generation needs, from credentials of either; or why it must stay off, in words for
 * an owner. No nonce is ever used that can't be kept.
 */
export function openCredentials(
  credentials: Credentials,
  nonces: OpenNonces,
): Result<Gen2Credentials> {
  const carried = in2026(credentials)
  if (!carried.ok) return fail(ownerWarning.gen2Unfit(carried.error))
  const { group, share } = carried.value
  const isKeyOdd = credentials.generation === '1.x' && credentials.group.group_pk.startsWith('03')
  try {
    return ok({ group, share, store: nonces(nonceIdentity(carried.value)), isKeyOdd })
  } catch {
    return fail(ownerWarning.gen2Off(ownerWarning.noncesNotOpened))
  }
}

export const nonceIdentity = ({
  group,
  share,
}: Pick<Gen2Credentials, 'group' | 'share'>): NonceIdentity => ({
  gid: groupId(group),
  seckey: share.seckey,
})
