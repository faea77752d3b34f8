import { ownerWarning } from '../../contract/messages.ts'
import { type Credentials, in2026 } from '../../frostr/credentials.ts'
import { fail, ok, type Result } from '../../frostr/errors.ts'
import type { GroupPackage, SharePackage } from '../../frostr/next/group.ts'
import { groupId } from '../../frostr/next/group-id.ts'
import type { NonceStore } from './nonce-store.ts'

/** Whose nonces are kept: a share in a group. 32 bytes each, hex; the second is a secret. */
export interface NonceIdentity {
  gid: string
  seckey: string
}

/** Opens the nonces of a share in a group; throws when it can't. */
export type OpenNonces = (identity: NonceIdentity) => NonceStore

/** What the 2026 generation is made of. */
export interface NextCredentials {
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
): Result<NextCredentials> {
  const carried = in2026(credentials)
  if (!carried.ok) return fail(ownerWarning.nextUnfit(carried.error))
  const { group, share } = carried.value
  const isKeyOdd = credentials.generation === '1.x' && credentials.group.group_pk.startsWith('03')
  try {
    return ok({ group, share, store: nonces(nonceIdentity(carried.value)), isKeyOdd })
  } catch {
    return fail(ownerWarning.nextOff(ownerWarning.noncesNotOpened))
  }
}

export const nonceIdentity = ({
  group,
  share,
}: Pick<NextCredentials, 'group' | 'share'>): NonceIdentity => ({
  gid: groupId(group),
  seckey: share.seckey,
})
