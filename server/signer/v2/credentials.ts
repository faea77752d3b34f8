import { ownerWarning } from '#contract/codes.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import type { Keyset, V2Pair } from '#protocol/keyset.ts'
import { groupId } from '#protocol/v2/group.ts'
import type { NonceStore } from './nonce-store.ts'

/** The share and group that nonces are kept for. 32 bytes each, hex; the share is a secret. */
export interface NonceIdentity {
  gid: string
  seckey: string
}

/** Opens the nonces of a share in a group; throws when it can't. */
export type OpenNonces = (identity: NonceIdentity) => NonceStore

/** What protocol 2026 is built from. */
export interface V2Credentials extends V2Pair {
  store: NonceStore
  /** The group's key has an odd y in the credentials; protocol 2026 uses the even one. */
  isKeyOdd: boolean
}

/**
 * Opens what protocol 2026 needs, from a keyset of either protocol; fails with a message to the owner if
 * it must stay off. No nonce is ever used that can't be kept.
 */
export function openCredentials(
  { v2, isKeyOdd }: Keyset,
  nonces: OpenNonces,
): Result<V2Credentials> {
  if (!v2.ok) return fail(ownerWarning.v2Unfit(v2))
  try {
    return ok({ ...v2.value, store: nonces(nonceIdentity(v2.value)), isKeyOdd })
  } catch {
    return fail(ownerWarning.v2Off(ownerWarning.noncesNotOpened))
  }
}

export const nonceIdentity = ({ group, share }: V2Pair): NonceIdentity => ({
  gid: groupId(group),
  seckey: share.seckey,
})
