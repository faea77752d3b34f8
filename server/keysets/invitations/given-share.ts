import { packages, validation } from '#contract/messages.ts'
import type { BringRequest } from '#contract/reserved-shares.ts'
import { serverCurve } from '#crypto/curve/hex.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { parseSecretKey } from '#nostr/keys.ts'
import type { KeysetReader, V2Pair } from '#protocol/keyset.ts'
import { type GroupPackage, shareOf } from '#protocol/packages.ts'

import type { SharePackage } from '#protocol/v2/group.ts'
import type { DeriveKey } from '#protocol/v2/package-cipher.ts'
import { openShare } from '#protocol/v2/share-package.ts'
import { packageFault, packageType } from '../package-opening.ts'

export interface GivenShareOptions {
  reader: Pick<KeysetReader, 'readShare' | 'keysetOf'>
  deriveKey: DeriveKey
  /** The group that runs here, as its credentials have it and as 2026 does. */
  group: GroupPackage
  v2: V2Pair['group']
}

/**
 * A share of a group, in whatever form its owner has it: a credential of either generation, a secret key,
 * or a bfshare with its password. No error holds a part of it.
 *
 * @returns the share as 2026 has it; an error begins with the field's name if it is about one
 */
export async function readGivenShare(
  { share: text, password }: Pick<BringRequest, 'share' | 'password'>,
  { reader, deriveKey, group, v2 }: GivenShareOptions,
): Promise<Result<SharePackage>> {
  const stranger = fail(`share: ${validation.shareNotInGroup}`)
  const ofSecret = (seckey: string): Result<SharePackage> => {
    const share = shareOf(v2, seckey, serverCurve)
    return share === undefined ? stranger : ok(share)
  }
  const read = reader.readShare(text)
  if (read.ok) {
    const keyset = reader.keysetOf(group, read.value)
    if (!keyset.ok) return stranger
    return keyset.value.v2.ok ? ok(keyset.value.v2.value.share) : keyset.value.v2
  }
  if (packageType(text) === 'bfshare' && read.error === validation.packaged) {
    if (password === undefined) return fail(`password: ${packages.passwordNeeded}`)
    const opened = await openShare(text, { password, deriveKey })
    return opened.ok ? ofSecret(opened.value.seckey) : fail(`share: ${packageFault(opened.error)}`)
  }
  const secret = parseSecretKey(text)
  return secret.ok ? ofSecret(secret.value) : fail(`share: ${read.error}`)
}
