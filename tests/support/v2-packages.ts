import type { Result } from '#lib/errors.ts'
import { encryptContent } from '#protocol/v2/envelope.ts'
import {
  type DeriveKey,
  deriveKeyInThread,
  type SealingKey,
  sealPackage,
} from '#protocol/v2/package-cipher.ts'
import type { PackagePrefix } from '#protocol/v2/package-text.ts'
import { type Profile, type ProfileBackup, profileContent } from '#protocol/v2/profile.ts'
import { type ShareCredential, shareContent } from '#protocol/v2/share-package.ts'
import { asBech32m, bytesOf } from './credentials.ts'
import { present, recordedShare } from './v2-vectors.ts'

/** The share and relays that the recorded bfshare and bfprofile have in common. */
export const recordedDevice = {
  seckey: recordedShare(1).seckey,
  relays: ['wss://relay.one', 'wss://relay.two/path?q=ä b'],
}

/** Writes a bfshare. */
export const sealShare = (
  share: ShareCredential,
  key: SealingKey,
  random?: (bytes: number) => Uint8Array,
): Promise<string> => sealPackage(shareContent(share), key, random)

/** Writes a bfprofile. */
export const sealProfile = (
  profile: Profile,
  key: SealingKey,
  random?: (bytes: number) => Uint8Array,
): Promise<string> => sealPackage(profileContent(profile), key, random)

/** The content of a back-up event, as genuine devices write it. @param random 32 bytes */
export function sealBackup(
  { name, publicKey, overrides, relays, group }: ProfileBackup,
  key: Uint8Array,
  random?: Uint8Array,
): Result<string> {
  const device = {
    name,
    share_public_key: publicKey,
    manual_peer_policy_overrides: overrides,
    relays,
  }
  const backup = { version: 1, device, group_package: group }
  return encryptContent(JSON.stringify(backup), key, random)
}

/** Derives each key once, since each takes a good part of a second. */
export function derivedOnce(): DeriveKey {
  const derived = new Map<string, Promise<Uint8Array>>()
  return (password, salt, kdf, bytes) => {
    const name = JSON.stringify([[...password], [...salt], kdf, bytes])
    const key = derived.get(name) ?? deriveKeyInThread(password, salt, kdf, bytes)
    derived.set(name, key)
    return key
  }
}

/** A source of randomness that gives the salt and then the IV of a recorded credential. */
export function recordedRandom(recorded: {
  envelope: { salt_hex: string; cipher_text: string }
}): (bytes: number) => Uint8Array {
  const { salt_hex, cipher_text } = recorded.envelope
  const queue = [
    Buffer.from(salt_hex, 'hex'),
    Buffer.from(cipher_text, 'base64url').subarray(0, 24),
  ]
  return (bytes) => {
    const drawn = present(queue.shift())
    if (drawn.length !== bytes) throw new Error(`recorded ${drawn.length} bytes, not ${bytes}`)
    return drawn
  }
}

/** The JSON of a credential, and the text before the JSON. */
export function envelopeOf(text: string): { before: string; envelope: Record<string, unknown> } {
  const [before = '', rest = ''] = Buffer.from(bytesOf(text))
    .toString()
    .split(/(?=\{)/, 2)
  return rest === ''
    ? { before: '', envelope: JSON.parse(before) }
    : { before, envelope: JSON.parse(rest) }
}

/** A credential with any envelope. */
export const enveloped = (
  envelope: unknown,
  prefix: PackagePrefix = 'bfshare',
  before = '',
): string => asBech32m(prefix, Buffer.from(before + JSON.stringify(envelope)))
