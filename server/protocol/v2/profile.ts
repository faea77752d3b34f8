import { v2Decoding, v2Refusal } from '#contract/codes.ts'
import { hmac } from '#crypto/curve/hash.ts'
import { publicPoint, serverCurve } from '#crypto/curve/hex.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { xOnly } from '#nostr/x-only.ts'
import {
  hex32,
  listOf,
  oneOf,
  parseJson,
  peerKey,
  type Reader,
  record,
  text,
  uint8,
} from '../fields.ts'
import { shareOf } from '../packages.ts'
import { decryptContent } from './envelope.ts'
import { type GroupPackage, groupFields, parseGroup, profileId } from './group.ts'
import { forEachMethod, METHODS, type Method } from './messages.ts'
import {
  type OpenPackage,
  openPackage,
  type PackageKey,
  type SealingKey,
  sealPackages,
} from './package-cipher.ts'
import { shareContent } from './share-package.ts'

/** With `ask`, which only newer genuine devices write, the owner is asked about each request. */
const CHOICES = ['unset', 'allow', 'deny', 'ask'] as const
export type PolicyChoice = (typeof CHOICES)[number]
export type PolicyChoices = Record<Method, PolicyChoice>

/** Nothing is decided. */
export const UNSET: Readonly<PolicyChoices> = forEachMethod('unset')

/** An owner's choices for one peer: which requests we send to it, and which we answer. */
export interface PolicyOverride {
  /** The peer's x-only key. */
  pubkey: string
  policy: { request: PolicyChoices; respond: PolicyChoices }
}

/** What hosts keep about a device, apart from its secret or public key. */
export interface DeviceProfile {
  name: string
  overrides: PolicyOverride[]
  /** As written; not checked. */
  relays: string[]
  group: GroupPackage
}

/** A device as a bfprofile holds it. */
export interface Profile extends DeviceProfile {
  /** The share's secret, 32 bytes, hex. */
  seckey: string
}

/** A device as its back-up on a relay holds it. */
export interface ProfileBackup extends DeviceProfile {
  /** The share's x-only key. */
  publicKey: string
}

/** Older devices demand it. In a profile any version is read, because newer devices write 1 or 2. */
const VERSION = 1

/** The JSON of a bfprofile: a secret. */
function profileText(
  { name, seckey, overrides, relays, group }: Profile,
  profileId: string,
): string {
  return JSON.stringify({
    profile_id: profileId,
    version: VERSION,
    device: {
      name,
      share_secret: seckey,
      manual_peer_policy_overrides: overrides.map(({ pubkey, policy }) => ({
        pubkey,
        policy: { request: inOrder(policy.request), respond: inOrder(policy.respond) },
      })),
      relays,
    },
    group_package: groupFields(group),
  })
}

const inOrder = (choices: PolicyChoices): PolicyChoices =>
  Object.fromEntries(METHODS.map((method) => [method, choices[method]])) as PolicyChoices

/** Reads an unknown choice, too, so that an error can name it. */
const choice: Reader<string> = (value) => (value === undefined ? 'unset' : text(value))

const choices = record<Record<Method, string>>(forEachMethod(choice))

const optionalChoices: Reader<Record<Method, string>> = (value) =>
  choices(value === undefined ? {} : value)

const deviceFields = {
  name: text,
  manual_peer_policy_overrides: listOf(
    record({
      pubkey: peerKey,
      policy: record({ request: optionalChoices, respond: optionalChoices }),
    }),
  ),
  relays: listOf(text),
}

/** The overrides, if all their choices are known; otherwise the error names one that is not. */
function knownOverrides(
  overrides: readonly { pubkey: string; policy: Record<string, Record<Method, string>> }[],
): Result<PolicyOverride[]> {
  const given = overrides.flatMap(({ policy }) => Object.values(policy).flatMap(Object.values))
  const odd = given.find((value) => !CHOICES.some((known) => known === value))
  if (odd === undefined) return ok(overrides as PolicyOverride[])
  return fail(v2Decoding.policyChoice(WORD.test(odd) ? `"${odd}"` : 'something else'))
}

/** A text that an error may quote: too short for a secret. */
const WORD = /^[a-z_-]{1,16}$/

const unread: Reader<unknown> = (value) => value

const profileForm = record({
  profile_id: hex32,
  version: uint8,
  device: record({ ...deviceFields, share_secret: hex32 }),
  group_package: unread,
})

const backupForm = record({
  version: oneOf(VERSION),
  device: record({ ...deviceFields, share_public_key: peerKey }),
  group_package: unread,
})

/** Reads the JSON of a bfprofile, whose share must be of its group. No error holds a part of it. */
export function parseProfile(plaintext: string): Result<{ profile: Profile; profileId: string }> {
  const fields = profileForm(parseJson(plaintext))
  if (fields === undefined) return fail(v2Decoding.plaintextForm)
  const group = parseGroup(fields.group_package, serverCurve)
  if (!group.ok) return group
  const { name, relays, share_secret } = fields.device
  if (shareOf(group.value, share_secret, serverCurve) === undefined)
    return fail(v2Refusal.shareNotInGroup)
  const overrides = knownOverrides(fields.device.manual_peer_policy_overrides)
  if (!overrides.ok) return overrides
  const profile = {
    name,
    overrides: overrides.value,
    relays,
    group: group.value,
    seckey: share_secret,
  }
  return ok({ profile, profileId: fields.profile_id })
}

/** Reads the JSON of a back-up. */
export function parseBackup(plaintext: string): Result<ProfileBackup> {
  const fields = backupForm(parseJson(plaintext))
  if (fields === undefined) return fail(v2Decoding.plaintextForm)
  const group = parseGroup(fields.group_package, serverCurve)
  if (!group.ok) return group
  const { name, relays, share_public_key } = fields.device
  const overrides = knownOverrides(fields.device.manual_peer_policy_overrides)
  if (!overrides.ok) return overrides
  return ok({
    name,
    overrides: overrides.value,
    relays,
    group: group.value,
    publicKey: share_public_key,
  })
}

/**
 * Opens a bfprofile. Its profile id must be the same outside and inside, and match its share. No
 * error holds a part of it.
 */
export async function openProfile(credential: string, key: PackageKey): Promise<Result<Profile>> {
  const opened = await openPackage(credential, 'bfprofile', key)
  if (!opened.ok) return opened
  const parsed = parseProfile(opened.value.plaintext)
  if (!parsed.ok) return parsed
  const { profile, profileId } = parsed.value
  return profileId === opened.value.profileId && profileId === idOf(profile)
    ? ok(profile)
    : fail(v2Decoding.profileId)
}

/** Writes a bfprofile, and a bfshare of its share and relays. @throws when its secret is not a scalar */
export async function sealDevice(
  profile: Profile,
  key: SealingKey,
): Promise<{ bfprofile: string; bfshare: string }> {
  const contents = [profileContent(profile), shareContent(profile)]
  const [bfprofile = '', bfshare = ''] = await sealPackages(contents, key)
  return { bfprofile, bfshare }
}

/** The content of a bfprofile, to be sealed: a secret. */
export function profileContent(profile: Profile): OpenPackage {
  const id = idOf(profile)
  return { prefix: 'bfprofile', profileId: id, plaintext: profileText(profile, id) }
}

/**
 * The key of a profile's back-up on a relay (kind 10000): HMAC-SHA-256 of the share's secret.
 *
 * @returns a conversation key of NIP-44, 32 bytes: a secret
 */
export const backupKey = (seckey: string): Uint8Array =>
  hmac(Buffer.from('frostr-profile-backup/v1'), Buffer.from(seckey, 'hex'))

/** Opens the content of a back-up event. */
export function openBackup(content: string, key: Uint8Array): Result<ProfileBackup> {
  const plaintext = decryptContent(content, key)
  return plaintext.ok ? parseBackup(plaintext.value) : plaintext
}

const idOf = ({ seckey }: Profile): string => profileId(xOnly(publicPoint(seckey)))
