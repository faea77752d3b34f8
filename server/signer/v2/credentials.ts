import { ownerWarning } from '#contract/messages.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import type { Gen2Pair, Keyset } from '#protocol/keyset.ts'
import { groupId } from '#protocol/v2/group-id.ts'
import type { NonceStore } from './nonce-store.ts'

/** Whose nonces are kept: a share in a group. 32 bytes each, hex; the share is a secret. */
export interface NonceIdentity {
  gid: string
  seckey: string
}

/** Opens the nonces of a share in a group; throws when it can't. */
export type OpenNonces = (identity: NonceIdentity) => NonceStore

/** What the 2026 generation is built from. */
export interface Gen2Credentials extends Gen2Pair {
  store: NonceStore
  /** The group's key has an odd y in the credentials; this generation uses the even one. */
  isKeyOdd: boolean
}

/**
 * What the 2026 generation needs, from a keyset of either one; or why it must stay off, in words
 * for an owner. No nonce is ever used that can't be kept.
 */
export function openCredentials(
  { gen2, isKeyOdd }: Keyset,
  nonces: OpenNonces,
): Result<Gen2Credentials> {
  if (!gen2.ok) return fail(ownerWarning.gen2Unfit(gen2.error))
  try {
    return ok({ ...gen2.value, store: nonces(nonceIdentity(gen2.value)), isKeyOdd })
  } catch {
    return fail(ownerWarning.gen2Off(ownerWarning.noncesNotOpened))
  }
}

export const nonceIdentity = ({ group, share }: Gen2Pair): NonceIdentity => ({
  gid: groupId(group),
  seckey: share.seckey,
})
