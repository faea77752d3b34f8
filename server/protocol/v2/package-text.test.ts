import { bech32m } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { decoding, v2Decoding } from '#contract/messages.ts'
import { fail } from '#lib/errors.ts'
import { asBech32m, bytesOf, mistype } from '#tests/support/credentials.ts'
import { seededPrng } from '#tests/support/prng.ts'
import { enveloped, envelopeOf } from '#tests/support/v2-packages.ts'
import { present, vectors } from '#tests/support/v2-vectors.ts'
import { V2_PACKAGE_CHARS_MAX } from '../limits.ts'
import { generateKeyset } from '../v1/keyset.ts'
import { encodeShare } from '../v1/share.ts'
import { packageProtocol, parsePackage, writePackage } from './package-text.ts'

const prng = seededPrng(411)
const { bfshare, bfprofile, bfonboard } = vectors.packages
const recorded = [bfshare, bfprofile, bfonboard]

describe.each(recorded)('the recorded credential', ({ text, envelope }) => {
  test('is read, and written to the same characters', () => {
    const parsed = parsePackage(text)
    if (!parsed.ok) throw new Error(parsed.error)
    const { salt, nonce, sealed, profileId } = parsed.value
    expect(Buffer.from(salt).toString('hex')).toBe(envelope.salt_hex)
    expect(Buffer.concat([nonce, sealed]).toString('base64url')).toBe(envelope.cipher_text)
    expect(profileId).toBe(text === bfprofile.text ? bfprofile.outer_profile_id : null)
    expect(writePackage(parsed.value)).toBe(text)
  })

  test('is refused with any character mistyped', () => {
    const start = text.indexOf('1') + 1
    for (let round = 0; round < 40; round += 1) {
      const at = start + prng.integer(text.length - start)
      expect(parsePackage(mistype(text, at))).toMatchObject(fail(decoding.checksum))
    }
  })
})

describe('the envelope of a credential', () => {
  const { envelope } = envelopeOf(bfshare.text)

  test('has fields for the key derivation that are not read', () => {
    const odd = { ...envelope, iterations: 1, password_encoding: 'none', more: 1.5 }
    expect(parsePackage(enveloped(odd))).toEqual(parsePackage(bfshare.text))
  })

  test.each<[string, unknown, string]>([
    ['is of another version', { ...envelope, version: 3 }, v2Decoding.version(1)],
    ['is of version 2 by its number alone', { ...envelope, version: 2 }, v2Decoding.envelopeForm],
    ['has no version', { ...envelope, version: undefined }, v2Decoding.envelopeForm],
    ['has an IV of 12 bytes', { ...envelope, iv_bytes: 12 }, v2Decoding.envelopeForm],
    ['has a salt of 15 bytes', { ...envelope, salt_hex: '00'.repeat(15) }, v2Decoding.salt(16)],
    ['has too little ciphertext', { ...envelope, cipher_text: 'AAAA' }, v2Decoding.envelopeForm],
    ['has no ciphertext', { ...envelope, cipher_text: undefined }, v2Decoding.envelopeForm],
    ['has padding', { ...envelope, cipher_text: 'AAA=' }, v2Decoding.envelopeForm],
    ['has other base64', { ...envelope, cipher_text: 'AA+/' }, v2Decoding.envelopeForm],
    ['is a list', [envelope], v2Decoding.envelopeForm],
    ['is a text', 'envelope', v2Decoding.envelopeForm],
  ])('is refused that %s', (_, wrong, reason) => {
    expect(parsePackage(enveloped(wrong))).toMatchObject(fail(reason))
  })

  test.each([
    ['missing', '', v2Decoding.profileId],
    ['too short', 'a'.repeat(63), v2Decoding.profileId],
    ['too long', 'a'.repeat(65), v2Decoding.envelopeForm],
  ])('is refused in a profile whose id is %s', (_, before, reason) => {
    const profile = enveloped(envelopeOf(bfprofile.text).envelope, 'bfprofile', before)
    expect(parsePackage(profile)).toMatchObject(fail(reason))
  })

  test('has an id in either case in a profile', () => {
    const { before, envelope: its } = envelopeOf(bfprofile.text)
    const upper = enveloped(its, 'bfprofile', before.toUpperCase())
    expect(parsePackage(upper)).toEqual(parsePackage(bfprofile.text))
  })

  test('is refused after an id where none belongs', () => {
    expect(parsePackage(enveloped(envelope, 'bfshare', 'a'.repeat(64)))).toMatchObject(
      fail(v2Decoding.envelopeForm),
    )
  })
})

describe('the protocol of a credential', () => {
  const { shares } = generateKeyset({ threshold: 2, totalMembers: 2, random: prng.bytes })

  test('is recognised by its content, because both begin with bfshare', () => {
    for (const { text } of recorded) expect(packageProtocol(text)).toBe('2026')
    for (const share of shares) {
      expect(packageProtocol(encodeShare(share))).toBe('1.x')
      expect(parsePackage(encodeShare(share))).toMatchObject(fail(v2Decoding.firstGeneration))
    }
  })

  test('is 1.x even if the first byte of the index is a brace', () => {
    const odd = encodeShare({ ...present(shares[0]), idx: 0x7b222222 })
    expect(Buffer.from(bytesOf(odd)).toString().startsWith('{')).toBe(true)
    expect(packageProtocol(odd)).toBe('1.x')
  })

  test('is not 1.x if it is JSON of as many bytes as a 1.x share', () => {
    const json = enveloped({ filled: 'a'.repeat(100 - '{"filled":""}'.length) })
    expect(bytesOf(json)).toHaveLength(100)
    expect(parsePackage(json)).toMatchObject(fail(v2Decoding.envelopeForm))
  })

  test.each([
    ['nothing', ''],
    ['another prefix', asBech32m('bfgroup', Buffer.from('{}'))],
    ['a wrong checksum', `${bfshare.text}q`],
    ['JSON that is no envelope', enveloped({})],
    ['bytes that are neither', asBech32m('bfshare', prng.bytes(99))],
    ['as many bytes as a 1.x share under another prefix', asBech32m('bfonboard', prng.bytes(100))],
  ])('is unknown for %s', (_, text) => {
    expect(packageProtocol(text)).toBeUndefined()
  })

  test('is unknown for a prefix that no package has', () => {
    const other = asBech32m('bfgroup', bytesOf(bfshare.text))
    expect(parsePackage(other)).toMatchObject(fail(v2Decoding.unknownPackage))
  })

  test('is not looked for in an oversized text', () => {
    const long = bech32m.encode('bfshare', bech32m.toWords(new Uint8Array(330_000)), false)
    expect(parsePackage(long)).toMatchObject(fail(decoding.tooLong(V2_PACKAGE_CHARS_MAX)))
  })
})
