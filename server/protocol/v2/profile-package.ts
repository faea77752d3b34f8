import { createHmac } from 'node:crypto'
import { v2Decoding } from '#contract/messages.ts'
import { publicPoint } from '#crypto/curve/hex.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { xOnly } from '#nostr/x-only.ts'
import { decryptContent, encryptContent } from './content.ts'
import { profileId } from './group-id.ts'
import {
  type OpenPackage,
  openPackage,
  type PackageKey,
  type SealingKey,
  sealPackage,
  sealPackages,
} from './package-cipher.ts'
import {
  backupText,
  type Profile,
  type ProfileBackup,
  parseBackup,
  parseProfile,
  profileText,
} from './profile.ts'
import { shareContent } from './share-package.ts'

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

type Random = (bytes: number) => Uint8Array

/** Writes a bfprofile. @throws when its secret is not a scalar */
export const sealProfile = async (
  profile: Profile,
  key: SealingKey,
  random?: Random,
): Promise<string> => sealPackage(profileContent(profile), key, random)

/** Writes a bfprofile, and a bfshare of its share and relays. @throws when its secret is not a scalar */
export async function sealDevice(
  profile: Profile,
  key: SealingKey,
): Promise<{ bfprofile: string; bfshare: string }> {
  const contents = [profileContent(profile), shareContent(profile)]
  const [bfprofile = '', bfshare = ''] = await sealPackages(contents, key)
  return { bfprofile, bfshare }
}

function profileContent(profile: Profile): OpenPackage {
  const id = idOf(profile)
  return { prefix: 'bfprofile', profileId: id, plaintext: profileText(profile, id) }
}

/**
 * The key of a profile's back-up on a relay (kind 10000): HMAC-SHA-256 of the share's secret.
 *
 * @returns a conversation key of NIP-44, 32 bytes: a secret
 */
export const backupKey = (seckey: string): Uint8Array =>
  createHmac('sha256', 'frostr-profile-backup/v1').update(Buffer.from(seckey, 'hex')).digest()

/** The content of a back-up event. @param random 32 bytes, fresh for each */
export const sealBackup = (
  backup: ProfileBackup,
  key: Uint8Array,
  random?: Uint8Array,
): Result<string> => encryptContent(backupText(backup), key, random)

export function openBackup(content: string, key: Uint8Array): Result<ProfileBackup> {
  const plaintext = decryptContent(content, key)
  return plaintext.ok ? parseBackup(plaintext.value) : plaintext
}

const idOf = ({ seckey }: Profile): string => profileId(xOnly(publicPoint(seckey)))
