import { randomBytes } from 'node:crypto'
import { validation } from '#contract/messages.ts'
import type { DealAnswer, DealRequest } from '#contract/packages.ts'
import { readableSecret } from '#contract/readable-secret.ts'
import type { RelayHosts } from '#contract/relay-host.ts'
import { validateRelayList } from '#contract/relay-url.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { npubOf } from '#nostr/keys.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { DealtKeyset } from '#protocol/convert-v1.ts'
import type { KeysetReader } from '#protocol/keyset.ts'
import { dealAnew } from '#protocol/v2/dealing.ts'
import { groupText, memberAt, type SharePackage, shareText } from '#protocol/v2/group.ts'
import { type DeriveKey, PACKAGE_KDFS } from '#protocol/v2/package-cipher.ts'
import { sealOnboard } from '#protocol/v2/share-package.ts'

/**
 * Deals the key of a keyset of either generation anew: the first share is for this device, and each
 * other device gets a package that names this device as its inviter. The key is whole while this
 * runs.
 *
 * @returns an error that begins with the field's name if it is about one
 */
export async function dealKeyset(
  request: DealRequest,
  {
    deriveKey,
    reader,
    relayHosts,
  }: { deriveKey: DeriveKey; reader: KeysetReader; relayHosts?: RelayHosts },
): Promise<Result<DealAnswer>> {
  const relays = validateRelayList(request.relays, relayHosts)
  if (!relays.ok) return fail(`relays: ${relays.error}`)
  const keyset = readKeyset(request, reader)
  if (!keyset.ok) return keyset
  const { name, threshold, totalMembers } = request
  const dealt = dealAnew(keyset.value, { name, threshold, totalMembers, random: randomBytes })
  if (!dealt.ok) return dealt
  const { group, shares } = dealt.value
  const [own, ...others] = shares
  if (own === undefined) return fail(validation.noShares)
  const pubkeyOf = ({ idx }: SharePackage): string => memberAt(group, idx)?.pubkey ?? ''
  const packages: DealAnswer['packages'] = []
  // One after the other, so that others who open a package meanwhile get a turn.
  for (const share of others) {
    const password = readableSecret(randomBytes)
    const sealed = await sealOnboard(
      { seckey: share.seckey, relays: relays.value, inviter: xOnly(pubkeyOf(own)) },
      { password, deriveKey, kdf: PACKAGE_KDFS[request.form] },
    )
    packages.push({ index: share.idx, pubkey: pubkeyOf(share), package: sealed, password })
  }
  return ok({
    npub: npubOf(group.group_pk),
    groupCredential: groupText(group),
    shareCredential: shareText(own),
    packages,
  })
}

function readKeyset(
  { groupCredential, shareCredentials }: DealRequest,
  reader: KeysetReader,
): Result<DealtKeyset> {
  const read = reader.readGroup(groupCredential)
  const group = read.ok ? reader.groupInV2(read.value) : read
  if (!group.ok) return fail(`groupCredential: ${group.error}`)
  const shares: SharePackage[] = []
  for (const [at, text] of shareCredentials.entries()) {
    const share = reader.readShare(text)
    const own = share.ok ? reader.keysetOf(group.value, share.value) : share
    if (!own.ok) return fail(`shareCredentials: ${validation.shareItem(at + 1, own.error)}`)
    shares.push(own.value.share)
  }
  return ok({ group: group.value, shares })
}
