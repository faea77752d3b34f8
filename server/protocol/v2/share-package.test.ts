import { describe, expect, test } from 'vitest'
import { v2Decoding } from '#contract/messages.ts'
import { fail, ok } from '#lib/errors.ts'
import { holdsPartOf } from '#tests/support/credentials.ts'
import { seededPrng } from '#tests/support/prng.ts'
import {
  derivedOnce,
  enveloped,
  envelopeOf,
  recordedDevice,
  recordedRandom,
  sealShare,
} from '#tests/support/v2-packages.ts'
import { flipBit, recordedKey, recordedShare, vectors } from '#tests/support/v2-vectors.ts'
import { type DeriveKey, PACKAGE_KDFS, sealPackage } from './package-cipher.ts'
import { openProfile } from './profile.ts'
import { openOnboard, openShare, sealOnboard } from './share-package.ts'

const prng = seededPrng(412)
const { bfshare, bfprofile, bfonboard, password } = vectors.packages
const deriveKey = derivedOnce()
const kdf = PACKAGE_KDFS.older
const key = { password, deriveKey, kdf }
const onboardKey = { password: bfonboard.password, deriveKey, kdf }
const onboard = {
  seckey: recordedShare(3).seckey,
  relays: ['wss://relay.example/a?x=1', 'ws://127.0.0.1:8194'],
  inviter: recordedKey(1),
}

describe('the recorded credential', () => {
  test('bfshare is opened, and written to the same characters', async () => {
    expect(await openShare(bfshare.text, key)).toEqual(ok(recordedDevice))
    expect(await sealShare(recordedDevice, key, recordedRandom(bfshare))).toBe(bfshare.text)
  })

  test('bfonboard is opened, and written to the same characters', async () => {
    expect(await openOnboard(bfonboard.text, onboardKey)).toEqual(ok(onboard))
    expect(await sealOnboard(onboard, onboardKey, recordedRandom(bfonboard))).toBe(bfonboard.text)
  })

  test('is not opened by another password', async () => {
    const wrong = { password: `${password} `, deriveKey }
    expect(await openShare(bfshare.text, wrong)).toMatchObject(fail(v2Decoding.password))
  })

  test('is not opened with any bit of what is sealed flipped', async () => {
    const { envelope } = envelopeOf(bfshare.text)
    const sealed = Buffer.from(bfshare.envelope.cipher_text, 'base64url').toString('hex')
    for (let bit = prng.integer(7); bit < sealed.length * 4; bit += 7) {
      const cipher_text = Buffer.from(flipBit(sealed, bit), 'hex').toString('base64url')
      const changed = enveloped({ ...envelope, cipher_text })
      expect(await openShare(changed, key)).toMatchObject(fail(v2Decoding.password))
    }
  })

  test('is not opened when it is too short to hold anything', async () => {
    const { envelope } = envelopeOf(bfshare.text)
    const short = enveloped({ ...envelope, cipher_text: Buffer.alloc(39).toString('base64url') })
    expect(await openShare(short, key)).toMatchObject(fail(v2Decoding.envelopeForm))
  })

  test('is not opened as another kind, for which no key is derived', async () => {
    const unused: DeriveKey = () => Promise.reject(new Error('no key is needed'))
    const noKey = { password, deriveKey: unused }
    expect(await openShare(bfprofile.text, noKey)).toMatchObject(
      fail(v2Decoding.otherPackage('bfshare')),
    )
    expect(await openOnboard(bfshare.text, noKey)).toMatchObject(
      fail(v2Decoding.otherPackage('bfonboard')),
    )
    expect(await openProfile(bfonboard.text, noKey)).toMatchObject(
      fail(v2Decoding.otherPackage('bfprofile')),
    )
  })
})

test('a credential is never written twice to the same characters', async () => {
  const [one, other] = [await sealShare(recordedDevice, key), await sealShare(recordedDevice, key)]
  expect(one).not.toBe(other)
  expect(await openShare(one, key)).toEqual(ok(recordedDevice))
})

describe('the content of a bfshare or bfonboard', () => {
  const { seckey } = recordedDevice
  const sealed = (prefix: 'bfshare' | 'bfonboard', plaintext: string) =>
    sealPackage({ prefix, profileId: null, plaintext }, key, recordedRandom(bfshare))

  test('may have its fields in any order, and unknown ones', async () => {
    const text = `${seckey.toUpperCase()}?peer_pk=${recordedKey(1)}&x=1&relay=wss%3A%2F%2Fa+b&relay=b`
    const read = { seckey, relays: ['wss://a b', 'b'] }
    expect(await openShare(await sealed('bfshare', text), key)).toEqual(ok(read))
    expect(await openOnboard(await sealed('bfonboard', text), key)).toEqual(
      ok({ ...read, inviter: recordedKey(1) }),
    )
  })

  test.each([
    ['has no relay', `${seckey}?peer_pk=${recordedKey(1)}`, v2Decoding.noRelays],
    ['is a share only', seckey, v2Decoding.plaintextForm],
    ['has a share that is too short', `${seckey.slice(2)}?relay=a`, v2Decoding.plaintextForm],
    ['has a share that is no hex', `${'z'.repeat(64)}?relay=a`, v2Decoding.plaintextForm],
    ['has a share of zero', `${'0'.repeat(64)}?relay=a`, v2Decoding.secretKey],
    ['has a share above the curve order', `${'f'.repeat(64)}?relay=a`, v2Decoding.secretKey],
    ['is empty', '', v2Decoding.plaintextForm],
  ])('is refused when it %s, and the error holds nothing of it', async (_, text, reason) => {
    const opened = await openShare(await sealed('bfshare', text), key)
    expect(opened).toMatchObject(fail(reason))
    expect(holdsPartOf(reason, seckey)).toBe(false)
  })

  test.each([
    ['names no inviter', `${seckey}?relay=a`],
    ['names one in upper case', `${seckey}?relay=a&peer_pk=${'AB'.repeat(32)}`],
    ['names one of 33 bytes', `${seckey}?relay=a&peer_pk=02${recordedKey(1)}`],
  ])('is no invitation when it %s', async (_, text) => {
    expect(await openOnboard(await sealed('bfonboard', text), key)).toMatchObject(
      fail(v2Decoding.inviterKey),
    )
  })
})
