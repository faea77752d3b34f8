import { randomBytes } from 'node:crypto'
import { keysetName } from '#contract/keyset-name.ts'
import { packages as texts, validation } from '#contract/messages.ts'
import type { SealAnswer, SealRequest } from '#contract/packages.ts'
import { readableSecret } from '#contract/readable-secret.ts'
import { publicPoint } from '#crypto/curve/hex.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { npubOf } from '#nostr/keys.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { KeysetReader, V2Pair } from '#protocol/keyset.ts'
import { memberAt } from '#protocol/v2/group.ts'
import { joinGroup } from '#protocol/v2/onboarding.ts'
import { type DeriveKey, PACKAGE_KDFS } from '#protocol/v2/package-cipher.ts'
import { type PolicyOverride, sealDevice } from '#protocol/v2/profile.ts'

import type { Supervisor } from '#signer/supervisor.ts'
import type { Policies } from './policies.ts'
import { profileOverrides } from './profile-policies.ts'

/** The keyset that runs here; its share is sealed if none is given. */
export interface Here {
  supervisor: Pick<Supervisor, 'relays' | 'self'>
  /** The credentials in force, as text. */
  settings(): Readonly<
    Record<'SHARE_CRED' | 'GROUP_CRED' | 'GROUP_NAME', { value?: string | undefined }>
  >
  policies: Pick<Policies, 'now'>
  packageKeys: DeriveKey
  reader: KeysetReader
}

/**
 * Puts a share of either generation into packages that an app of the 2026 generation accepts.
 *
 * @returns an error that begins with the field's name if it is about one; none holds a part of what
 *   was given
 */
export async function sealPackages(request: SealRequest, here: Here): Promise<Result<SealAnswer>> {
  const pair = readPair(request, here)
  if (!pair.ok) return pair
  const { share } = pair.value
  const { relays } = here.supervisor
  if (relays.length === 0) return fail(texts.noRelays)
  const name = nameOf(request, here) || pair.value.group.group_name
  const group = { ...pair.value.group, group_name: name }
  const overrides = overridesOf(pair.value, here)
  const password = request.password ?? readableSecret(randomBytes)
  const key = { password, deriveKey: here.packageKeys, kdf: PACKAGE_KDFS[request.form] }
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

/** In its 2026 form, checked so that whoever opens it finds nothing wrong with it. */
function readPair(request: SealRequest, { settings, reader }: Here): Result<V2Pair> {
  const { SHARE_CRED, GROUP_CRED } = settings()
  const share = reader.readShare(request.shareCredential ?? SHARE_CRED.value)
  if (!share.ok) return fail(`shareCredential: ${share.error}`)
  const group = reader.readGroup(request.groupCredential ?? GROUP_CRED.value)
  if (!group.ok) return fail(`groupCredential: ${group.error}`)
  const keyset = reader.keysetOf(group.value, share.value)
  if (!keyset.ok) {
    const isStranger = keyset.error === validation.shareNotInGroup
    return fail(`${isStranger ? 'shareCredential' : 'groupCredential'}: ${keyset.error}`)
  }
  const carried = keyset.value.v2
  const sound = carried.ok
    ? joinGroup(carried.value.group, carried.value.share.seckey, null)
    : carried
  return sound.ok ? carried : fail(`groupCredential: ${sound.error}`)
}

/** The name set here belongs to the group here. */
const nameOf = ({ name, groupCredential }: SealRequest, { settings }: Here): string =>
  name ?? (groupCredential === undefined ? keysetName(settings().GROUP_NAME.value ?? '') : '')

/** What is denied here applies to this device's share only. */
function overridesOf({ group, share }: V2Pair, here: Here): PolicyOverride[] {
  const self = xOnly(publicPoint(share.seckey))
  if (self !== here.supervisor.self) return []
  const peers = group.members.filter(({ pubkey }) => xOnly(pubkey) !== self)
  return profileOverrides(peers.map(({ pubkey }) => ({ pubkey, ...here.policies.now(pubkey) })))
}
