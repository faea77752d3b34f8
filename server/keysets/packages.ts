import { randomBytes } from 'node:crypto'
import { packages as texts, v2Decoding, v2Refusal, validation } from '#contract/codes.ts'
import { keysetName } from '#contract/keysets.ts'
import { KEYSET_NAME_CHARS_MAX } from '#contract/limits.ts'
import { type Failure, type Message, ofField } from '#contract/message.ts'
import type {
  OpenPackageRequest,
  PackageAnswer,
  PackageCredentials,
  SealAnswer,
  SealRequest,
} from '#contract/packages.ts'
import { readableSecret } from '#contract/passphrases.ts'
import { cleanName } from '#contract/plain-text.ts'
import { type RelayHosts, seenAmong, usableRelays } from '#contract/relay-url.ts'
import type { BringRequest } from '#contract/reserved-shares.ts'
import { publicPoint, serverCurve } from '#crypto/curve/hex.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { npubOf, parseSecretKey } from '#nostr/keys.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { KeysetReader, V2Pair } from '#protocol/keyset.ts'
import { type GroupPackage as AnyGroupPackage, shareOf } from '#protocol/packages.ts'
import {
  type GroupPackage,
  groupText,
  memberAt,
  type SharePackage,
  shareText,
} from '#protocol/v2/group.ts'
import { joinGroup } from '#protocol/v2/onboarding.ts'
import { type DeriveKey, PACKAGE_KDFS, type PackageKey } from '#protocol/v2/package-cipher.ts'
import { PACKAGE_PREFIXES, type PackagePrefix } from '#protocol/v2/package-text.ts'
import { openProfile, type PolicyOverride, sealDevice } from '#protocol/v2/profile.ts'
import { openOnboard, openShare } from '#protocol/v2/share-package.ts'
import { dialPolicyForSeen, namesPrivateHost } from '#relay/dial-policy.ts'
import type { Supervisor } from '#signer/supervisor.ts'
import { policiesOfProfile, profileOverrides } from './credential-policies.ts'
import type { PeerPolicies } from './peer-policies.ts'
import type { findBackup, SearchOptions } from './profile-backup.ts'

export interface OpenPackageOptions {
  reader: KeysetReader
  deriveKey: DeriveKey
  /** Hosts without a dot that relays may have. */
  relayHosts?: RelayHosts | undefined
  /** Searches a share's relays for its group. */
  find(
    share: Pick<SearchOptions, 'seckey' | 'relays' | 'dialPolicy'>,
  ): ReturnType<typeof findBackup>
}

/** The kind of a package, by its prefix. */
export const packageType = (text: string): PackagePrefix | undefined =>
  PACKAGE_PREFIXES.find((prefix) => text.startsWith(`${prefix}1`))

/**
 * Opens a bfshare, bfprofile or bfonboard with its password. The result can be saved as settings, except for
 * a bfonboard, whose group the inviter has. Only relays given in the request are connected to.
 *
 * @returns no error contains a part of what was given
 */
export async function openPackage(
  request: OpenPackageRequest,
  options: OpenPackageOptions,
): Promise<Result<PackageAnswer>> {
  const { package: text, password } = request
  const key = { password, deriveKey: options.deriveKey }
  switch (packageType(text)) {
    case 'bfshare':
      return openBfshare(request, key, options)
    case 'bfprofile':
      return openBfprofile(text, key, options.relayHosts)
    case 'bfonboard':
      return openBfonboard(text, key, options.relayHosts)
    default:
      return fail(packageError(v2Decoding.unknownPackage))
  }
}

/** The message for the owner, from the error of a decoder. */
export function packageError(failure: Failure): Message {
  if (failure.code === v2Decoding.password.code) return texts.wrongPassword
  if (failure.code === v2Decoding.firstGeneration.code) return texts.firstGeneration
  if (failure.code === v2Refusal.shareNotInGroup.code) return validation.shareNotInGroup
  return texts.unreadable(failure)
}

async function openBfshare(
  { package: text, groupCredential, relays: seen, privateNetwork = false }: OpenPackageRequest,
  key: PackageKey,
  { reader, find, relayHosts }: OpenPackageOptions,
): Promise<Result<PackageAnswer>> {
  // Before the password is checked, which costs more work.
  const given = groupCredential?.trim() ? readGroup(groupCredential, reader) : undefined
  if (given?.ok === false) return given
  const opened = await openShare(text, key)
  if (!opened.ok) return fail(packageError(opened))
  const { seckey } = opened.value
  const relays = usableRelays(opened.value.relays, relayHosts)
  if (given === undefined) {
    if (relays.length === 0) return fail(texts.noUsableRelay)
    if (seen === undefined) return ok({ type: 'relays', ...withPrivate(relays) })
    if (seenAmong(relays, seen, relayHosts).length === 0) return fail(texts.noneSeen)
  }
  const group =
    given ??
    (await find({
      seckey,
      relays: seenAmong(relays, seen ?? [], relayHosts),
      dialPolicy: dialPolicyForSeen(privateNetwork),
    }))
  if (!group.ok) return group
  const credentials = credentialsOf({ group: group.value, seckey, relays })
  return credentials.ok ? ok({ type: 'bfshare', ...credentials.value }) : credentials
}

/** The group of a credential in the form of 2026. */
export function readGroup(groupCredential: string, reader: KeysetReader): Result<GroupPackage> {
  const read = reader.readGroup(groupCredential)
  const group = read.ok ? reader.groupInV2(read.value) : read
  return group.ok ? group : fail(ofField('groupCredential', group))
}

async function openBfprofile(
  text: string,
  key: PackageKey,
  hosts: RelayHosts | undefined,
): Promise<Result<PackageAnswer>> {
  const opened = await openProfile(text, key)
  if (!opened.ok) return fail(packageError(opened))
  const { group, seckey, relays, overrides } = opened.value
  const joined = joinGroup(group, seckey, null)
  if (!joined.ok) return fail(packageError(joined))
  const credentials = credentialsOf({ group, seckey, relays: usableRelays(relays, hosts) })
  if (!credentials.ok) return credentials
  const policies = policiesOfProfile(overrides, group, xOnly(publicPoint(seckey)))
  return ok({ type: 'bfprofile', ...credentials.value, policies })
}

async function openBfonboard(
  text: string,
  key: PackageKey,
  hosts: RelayHosts | undefined,
): Promise<Result<PackageAnswer>> {
  const opened = await openOnboard(text, key)
  if (!opened.ok) return fail(packageError(opened))
  const { seckey, inviter, relays } = opened.value
  const pubkey = xOnly(publicPoint(seckey))
  return ok({ type: 'bfonboard', pubkey, inviter, ...withPrivate(usableRelays(relays, hosts)) })
}

const withPrivate = (relays: string[]) => ({
  relays,
  privateRelays: relays.filter(namesPrivateHost),
})

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

export interface ReadShareOptions {
  reader: Pick<KeysetReader, 'readShare' | 'keysetOf'>
  deriveKey: DeriveKey
  /** The group that runs here, in the form of its credential, and in that of 2026. */
  group: AnyGroupPackage
  v2: GroupPackage
}

/**
 * Reads a share of a group in any form: a credential of either protocol, a secret key, or a bfshare with its
 * password.
 *
 * @returns the share in the form of 2026; an error that begins with the field's name, if it is about one, and
 *   contains no part of the share
 */
export async function readShareOfGroup(
  { share: text, password }: Pick<BringRequest, 'share' | 'password'>,
  { reader, deriveKey, group, v2 }: ReadShareOptions,
): Promise<Result<SharePackage>> {
  const notInGroup = fail(ofField('share', validation.shareNotInGroup))
  const ofSecret = (seckey: string): Result<SharePackage> => {
    const share = shareOf(v2, seckey, serverCurve)
    return share === undefined ? notInGroup : ok(share)
  }
  const read = reader.readShare(text)
  if (read.ok) {
    const keyset = reader.keysetOf(group, read.value)
    if (!keyset.ok) return notInGroup
    return keyset.value.v2.ok ? ok(keyset.value.v2.value.share) : keyset.value.v2
  }
  if (packageType(text) === 'bfshare' && read.code === validation.packaged.code) {
    if (password === undefined) return fail(ofField('password', texts.passwordNeeded))
    const opened = await openShare(text, { password, deriveKey })
    return opened.ok ? ofSecret(opened.value.seckey) : fail(ofField('share', packageError(opened)))
  }
  const secret = parseSecretKey(text)
  return secret.ok ? ofSecret(secret.value) : fail(ofField('share', read))
}

/** The keyset that runs here. */
export interface SealOptions {
  supervisor: Pick<Supervisor, 'relays' | 'self'>
  /** The credentials in force, as text: used where the request has none. */
  settings(): Readonly<
    Record<'SHARE_CRED' | 'GROUP_CRED' | 'GROUP_NAME', { value?: string | undefined }>
  >
  policies: Pick<PeerPolicies, 'now'>
  packageKeys: DeriveKey
  reader: KeysetReader
}

/**
 * Seals a share of either protocol as bfprofile and bfshare packages.
 *
 * @returns an error that begins with the field's name, if it is about one, and contains no part of what was
 *   given
 */
export async function sealPackages(
  request: SealRequest,
  options: SealOptions,
): Promise<Result<SealAnswer>> {
  const pair = readPair(request, options)
  if (!pair.ok) return pair
  const { share } = pair.value
  const { relays } = options.supervisor
  if (relays.length === 0) return fail(texts.noRelays)
  const name = nameOf(request, options) || pair.value.group.group_name
  const group = { ...pair.value.group, group_name: name }
  const overrides = overridesOf(pair.value, options)
  const password = request.password ?? readableSecret(randomBytes)
  const key = { password, deriveKey: options.packageKeys, kdf: PACKAGE_KDFS[request.form] }
  const profile = { name, overrides, relays, group, seckey: share.seckey }
  const { bfprofile, bfshare } = await sealDevice(profile, key)
  return ok({
    npub: npubOf(group.group_pk),
    index: share.idx,
    pubkey: memberAt(group, share.idx)?.pubkey ?? '',
    bfprofile,
    bfshare,
    password,
  })
}

/** The credentials in the form of 2026, checked as the device that opens the package will check them. */
function readPair(request: SealRequest, { settings, reader }: SealOptions): Result<V2Pair> {
  const { SHARE_CRED, GROUP_CRED } = settings()
  const share = reader.readShare(request.shareCredential ?? SHARE_CRED.value)
  if (!share.ok) return fail(ofField('shareCredential', share))
  const group = reader.readGroup(request.groupCredential ?? GROUP_CRED.value)
  if (!group.ok) return fail(ofField('groupCredential', group))
  const keyset = reader.keysetOf(group.value, share.value)
  if (!keyset.ok) {
    const isShare = keyset.code === validation.shareNotInGroup.code
    return fail(ofField(isShare ? 'shareCredential' : 'groupCredential', keyset))
  }
  const { v2 } = keyset.value
  const joined = v2.ok ? joinGroup(v2.value.group, v2.value.share.seckey, null) : v2
  return joined.ok ? v2 : fail(ofField('groupCredential', joined))
}

/** The saved name is the name of the saved group only. */
const nameOf = ({ name, groupCredential }: SealRequest, { settings }: SealOptions): string =>
  name ?? (groupCredential === undefined ? keysetName(settings().GROUP_NAME.value ?? '') : '')

/** The peer policies here apply to this device's own share only. */
function overridesOf({ group, share }: V2Pair, options: SealOptions): PolicyOverride[] {
  const self = xOnly(publicPoint(share.seckey))
  if (self !== options.supervisor.self) return []
  const peers = group.members.filter(({ pubkey }) => xOnly(pubkey) !== self)
  return profileOverrides(peers.map(({ pubkey }) => ({ pubkey, ...options.policies.now(pubkey) })))
}
