import { describe, expect, test } from 'vitest'
import { v2Decoding, v2Refusal } from '#contract/messages.ts'
import { V2_BACKUP_KIND } from '#keysets/limits.ts'
import { fail, ok } from '#lib/errors.ts'
import { eventId, verifySignature } from '#nostr/event.ts'
import {
  derivedOnce,
  enveloped,
  envelopeOf,
  recordedDevice,
  recordedRandom,
  sealBackup,
  sealProfile,
} from '#tests/support/v2-packages.ts'
import { flipBit, recordedKey, recordedShare, vectors } from '#tests/support/v2-vectors.ts'
import { PACKAGE_KDFS, sealPackage } from './package-cipher.ts'
import {
  backupKey,
  openBackup,
  openProfile,
  type Profile,
  parseBackup,
  parseProfile,
  UNSET,
} from './profile.ts'

const { bfprofile, backup, password } = vectors.packages
const key = { password, deriveKey: derivedOnce(), kdf: PACKAGE_KDFS.older }
const profile: Profile = {
  name: 'Floe',
  ...recordedDevice,
  overrides: [
    {
      pubkey: recordedKey(2),
      policy: { request: { ...UNSET, sign: 'deny' }, respond: { ...UNSET, ping: 'allow' } },
    },
  ],
  group: vectors.keyset.group,
}

describe('the recorded profile', () => {
  const id = bfprofile.outer_profile_id

  test('is opened, and written to the same characters', async () => {
    expect(await openProfile(bfprofile.text, key)).toEqual(ok(profile))
    expect(await sealProfile(profile, key, recordedRandom(bfprofile))).toBe(bfprofile.text)
  })

  test('is written with its fields in the order of genuine devices, whatever ours is', async () => {
    const { seckey, overrides, ...rest } = profile
    const shuffled = {
      ...rest,
      overrides: overrides.map(({ pubkey, policy }) => ({
        policy: { respond: policy.respond, request: { ...UNSET, ...policy.request } },
        pubkey,
      })),
      seckey,
    }
    expect(await sealProfile(shuffled, key, recordedRandom(bfprofile))).toBe(bfprofile.text)
  })

  test('is refused with another id outside', async () => {
    const { envelope } = envelopeOf(bfprofile.text)
    for (let bit = 0; bit < 256; bit += 16) {
      const other = enveloped(envelope, 'bfprofile', flipBit(id, bit))
      expect(await openProfile(other, key)).toMatchObject(fail(v2Decoding.profileId))
    }
  })

  test('is refused with an id that is not its share’s, inside and outside alike', async () => {
    const other = flipBit(id, 9)
    const plaintext = bfprofile.plaintext.replace(id, other)
    const text = await sealPackage(
      { prefix: 'bfprofile', profileId: other, plaintext },
      key,
      recordedRandom(bfprofile),
    )
    expect(await openProfile(text, key)).toMatchObject(fail(v2Decoding.profileId))
  })
})

describe('a profile', () => {
  const fields = JSON.parse(bfprofile.plaintext)
  const withDevice = (changes: object) => ({ ...fields, device: { ...fields.device, ...changes } })
  const overrideWith = (request: object) => ({
    pubkey: recordedKey(2),
    policy: { request, respond: {} },
  })

  test.each<[string, object, string]>([
    ['without device', { ...fields, device: undefined }, v2Decoding.plaintextForm],
    ['whose version is more than a byte', { ...fields, version: 256 }, v2Decoding.plaintextForm],
    [
      'with a share of another group',
      withDevice({ share_secret: '11'.repeat(32) }),
      v2Refusal.shareNotInGroup,
    ],
    [
      'with a share of zero',
      withDevice({ share_secret: '00'.repeat(32) }),
      v2Refusal.shareNotInGroup,
    ],
    [
      'with an unknown choice',
      withDevice({ manual_peer_policy_overrides: [overrideWith({ sign: 'perhaps' })] }),
      v2Decoding.policyChoice('"perhaps"'),
    ],
    [
      'with a choice that could be a secret',
      withDevice({ manual_peer_policy_overrides: [overrideWith({ sign: profile.seckey })] }),
      v2Decoding.policyChoice('something else'),
    ],
    [
      'with a choice that is no word',
      withDevice({ manual_peer_policy_overrides: [overrideWith({ sign: 1 })] }),
      v2Decoding.plaintextForm,
    ],
    ['with a relay that is no text', withDevice({ relays: [1] }), v2Decoding.plaintextForm],
    [
      'with an unsound group',
      { ...fields, group_package: { ...fields.group_package, threshold: 0 } },
      v2Decoding.threshold(3),
    ],
  ])('%s is refused', (_, changed, reason) => {
    expect(parseProfile(JSON.stringify(changed))).toMatchObject(fail(reason))
  })

  test.each([0, 1, 2, 255])('may be of version %i, which newer devices do not read', (version) => {
    expect(parseProfile(JSON.stringify({ ...fields, version })).ok).toBe(true)
  })

  test('may have the choice to ask its owner', () => {
    const manual_peer_policy_overrides = [overrideWith({ sign: 'ask' })]
    const read = parseProfile(JSON.stringify(withDevice({ manual_peer_policy_overrides })))
    expect(read.ok && read.value.profile.overrides).toEqual([
      { pubkey: recordedKey(2), policy: { request: { ...UNSET, sign: 'ask' }, respond: UNSET } },
    ])
  })

  test('may leave out choices that are not set', () => {
    const manual_peer_policy_overrides = [
      { pubkey: recordedKey(2), policy: { request: { sign: 'deny' } } },
    ]
    const read = parseProfile(JSON.stringify(withDevice({ manual_peer_policy_overrides })))
    expect(read.ok && read.value.profile.overrides).toEqual([
      { pubkey: recordedKey(2), policy: { request: { ...UNSET, sign: 'deny' }, respond: UNSET } },
    ])
  })
})

describe('the back-up of a profile', () => {
  const { event } = backup
  const ourKey = backupKey(profile.seckey)
  const { seckey: _, ...device } = profile
  const expected = { ...device, publicKey: recordedKey(1) }

  test('has the key of genuine devices, and a valid signature', () => {
    expect(Buffer.from(ourKey).toString('hex')).toBe(backup.conversation_key)
    expect(event.kind).toBe(V2_BACKUP_KIND)
    expect(event.id).toBe(eventId(event))
    expect(verifySignature(event.sig, event.id, recordedKey(1))).toBe(true)
  })

  test('is opened as recorded, and written to the same bytes', () => {
    const nonce = Buffer.from(event.content, 'base64').subarray(1, 33)
    expect(openBackup(event.content, ourKey)).toEqual(ok(expected))
    expect(sealBackup(expected, ourKey, nonce)).toEqual(ok(event.content))
  })

  test('is refused when it is not valid, or of another key', () => {
    const written = Object(backup.backup)
    expect(parseBackup('{}')).toMatchObject(fail(v2Decoding.plaintextForm))
    expect(parseBackup(JSON.stringify({ ...written, group_package: {} }))).toMatchObject(
      fail(v2Decoding.groupForm),
    )
    expect(openBackup(event.content, backupKey(recordedShare(2).seckey)).ok).toBe(false)
  })
})
