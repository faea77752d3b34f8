import { readIglooShare } from '#contract/igloo-share.ts'
import { KEYSET_NAME_CHARS_MAX } from '#contract/limits.ts'
import { packages as texts, v2Decoding, v2Refusal, validation } from '#contract/messages.ts'
import type { OpenPackageRequest, PackageAnswer, PackageCredentials } from '#contract/packages.ts'
import { cleanName } from '#contract/plain-text.ts'
import type { RelayHosts } from '#contract/relay-host.ts'
import { seenAmong, usableRelays } from '#contract/relay-url.ts'
import { publicPoint, serverCurve } from '#crypto/curve/hex.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { KeysetReader } from '#protocol/keyset.ts'
import { shareOf } from '#protocol/packages.ts'
import { type GroupPackage, groupText, shareText } from '#protocol/v2/group.ts'
import { joinGroup } from '#protocol/v2/onboarding.ts'
import type { PackageKey } from '#protocol/v2/package-cipher.ts'
import { PACKAGE_PREFIXES, type PackagePrefix } from '#protocol/v2/package-text.ts'
import { openProfile } from '#protocol/v2/profile.ts'
import { openOnboard, openShare } from '#protocol/v2/share-package.ts'
import { type DialPolicy, dialPolicyForSeen } from '#relay/dial-policy.ts'
import { namesPrivateHost } from '#relay/private-hosts.ts'
import { openIglooShare } from './igloo-share.ts'
import type { findBackup } from './profile-backup.ts'
import { profilePolicies } from './profile-policies.ts'

export interface Opening {
  reader: KeysetReader
  deriveKey: PackageKey['deriveKey']
  /** Hosts without a dot that relays may have. */
  relayHosts?: RelayHosts | undefined
  /** Searches a share's relays for its group. */
  find(share: {
    seckey: string
    relays: readonly string[]
    dialPolicy(url: string): DialPolicy
  }): ReturnType<typeof findBackup>
}

/** The kind of a package, by its prefix. */
export const packageType = (text: string): PackagePrefix | undefined =>
  PACKAGE_PREFIXES.find((prefix) => text.startsWith(`${prefix}1`))

/**
 * Opens a package with its password. The result can be saved as settings, except for a bfonboard,
 * whose group the inviter has. It connects only to the relays that were given with it. No error
 * holds a part of what was given.
 */
export async function openAnyPackage(
  request: OpenPackageRequest,
  { reader, deriveKey, find, relayHosts }: Opening,
): Promise<Result<PackageAnswer>> {
  const { package: text, password } = request
  const key = { password, deriveKey }
  switch (packageType(text)) {
    case 'bfshare':
      return openBfshare(request, key, { reader, find, relayHosts })
    case 'bfprofile':
      return openBfprofile(text, key, relayHosts)
    case 'bfonboard':
      return openBfonboard(text, key, relayHosts)
    default:
      if (readIglooShare(text) !== null) return openIglooShare(text, key, reader, relayHosts)
      return fail(packageFault(v2Decoding.unknownPackage))
  }
}

/** Why a package can't be opened, in words for its owner, from the decoders' errors. */
export function packageFault(error: string): string {
  if (error === v2Decoding.password) return texts.wrongPassword
  if (error === v2Decoding.firstGeneration) return texts.firstGeneration
  if (error === v2Refusal.shareNotInGroup) return validation.shareNotInGroup
  return texts.unreadable(error)
}

async function openBfshare(
  { package: text, groupCredential, relays: seen, privateNetwork = false }: OpenPackageRequest,
  key: PackageKey,
  { reader, find, relayHosts }: Pick<Opening, 'reader' | 'find' | 'relayHosts'>,
): Promise<Result<PackageAnswer>> {
  // Checked before the password, which costs more work: the fix is the same either way.
  const given = groupCredential?.trim() ? readGiven(groupCredential, reader) : undefined
  if (given?.ok === false) return given
  const opened = await openShare(text, key)
  if (!opened.ok) return fail(packageFault(opened.error))
  const { seckey } = opened.value
  const relays = usableRelays(opened.value.relays, relayHosts)
  if (given === undefined) {
    if (relays.length === 0) return fail(texts.noUsableRelay)
    if (seen === undefined) return ok({ type: 'relays', ...named(relays) })
    if (seenAmong(relays, seen, relayHosts).length === 0) return fail(texts.noneSeen)
  }
  const asked = {
    relays: seenAmong(relays, seen ?? [], relayHosts),
    dialPolicy: dialPolicyForSeen(privateNetwork),
  }
  const group = given ?? (await find({ seckey, ...asked }))
  if (!group.ok) return group
  const credentials = credentialsOf({ group: group.value, seckey, relays })
  return credentials.ok ? ok({ type: 'bfshare', ...credentials.value }) : credentials
}

function readGiven(groupCredential: string, reader: KeysetReader): Result<GroupPackage> {
  const group = reader.readGroup(groupCredential)
  const carried = group.ok ? reader.groupInV2(group.value) : group
  return carried.ok ? carried : fail(`groupCredential: ${carried.error}`)
}

async function openBfprofile(
  text: string,
  key: PackageKey,
  hosts: RelayHosts | undefined,
): Promise<Result<PackageAnswer>> {
  const opened = await openProfile(text, key)
  if (!opened.ok) return fail(packageFault(opened.error))
  const { group, seckey, relays, overrides } = opened.value
  const joined = joinGroup(group, seckey, null)
  if (!joined.ok) return fail(packageFault(joined.error))
  const credentials = credentialsOf({ group, seckey, relays: usableRelays(relays, hosts) })
  if (!credentials.ok) return credentials
  const policies = profilePolicies(overrides, group, xOnly(publicPoint(seckey)))
  return ok({ type: 'bfprofile', ...credentials.value, policies })
}

async function openBfonboard(
  text: string,
  key: PackageKey,
  hosts: RelayHosts | undefined,
): Promise<Result<PackageAnswer>> {
  const opened = await openOnboard(text, key)
  if (!opened.ok) return fail(packageFault(opened.error))
  const { seckey, inviter, relays } = opened.value
  const pubkey = xOnly(publicPoint(seckey))
  return ok({ type: 'bfonboard', pubkey, inviter, ...named(usableRelays(relays, hosts)) })
}

const named = (relays: string[]) => ({ relays, privateRelays: relays.filter(namesPrivateHost) })

function credentialsOf({
  group,
  seckey,
  relays,
}: {
  group: GroupPackage
  seckey: string
  relays: string[]
}): Result<PackageCredentials> {
  const share = shareOf(group, seckey, serverCurve)
  if (share === undefined) return fail(validation.shareNotInGroup)
  return ok({
    shareCredential: shareText(share),
    groupCredential: groupText(group),
    name: cleanName(group.group_name).slice(0, KEYSET_NAME_CHARS_MAX),
    relays,
  })
}
