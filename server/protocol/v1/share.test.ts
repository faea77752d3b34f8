import { decode_share_pkg, encode_share_pkg } from '@frostr/bifrost/encoder'
import { bytesToHex } from '@noble/curves/utils.js'
import { bech32m } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { SHARE_CHARS } from '#contract/limits.ts'
import { decoding, protocolTexts, validation } from '#contract/messages.ts'
import { randomScalar, scalarHex } from '#crypto/curve/scalars.ts'
import { FrostrError } from '#lib/errors.ts'
import {
  asBech32,
  asBech32m,
  bytesOf,
  CURVE_ORDER,
  holdsPartOf,
  mistype,
  overwrite,
} from '#tests/support/credentials.ts'
import { seededPrng } from '#tests/support/prng.ts'
import { thrownBy } from '#tests/support/thrown.ts'
import type { SharePackage } from './packages.ts'
import { decodeShare, encodeShare, validateShare } from './share.ts'

const prng = seededPrng(1)
const ZERO = '00'.repeat(32)
const SECKEY = 4
const BINDER = 36
const HIDDEN = 68

function randomShare(): SharePackage {
  return {
    idx: 1 + prng.integer(2 ** 32 - 1),
    seckey: scalarHex(randomScalar(prng.bytes)),
    binder_sn: scalarHex(randomScalar(prng.bytes)),
    hidden_sn: scalarHex(randomScalar(prng.bytes)),
  }
}

const share = randomShare()
const text = encodeShare(share)
const bytes = bytesOf(text)
/** 161 words carry 805 bits: 100 bytes, and five bits that should not be there. */
const withStrayBits = bech32m.encode('bfshare', [...bech32m.toWords(bytes), 31], false)

describe('a share credential', () => {
  test('is the one that the genuine library writes, and reads back the same from it', () => {
    for (let round = 0; round < 3000; round += 1) {
      const pkg = randomShare()
      const ours = encodeShare(pkg)
      expect(encode_share_pkg(pkg)).toBe(ours)
      expect(decode_share_pkg(ours)).toEqual(pkg)
      expect(decodeShare(ours)).toEqual({ ok: true, value: pkg })
      expect(encodeShare(decode_share_pkg(ours))).toBe(ours)
    }
  })

  test('has 174 characters', () => {
    expect(text).toHaveLength(SHARE_CHARS)
  })

  test.each([1, 2 ** 31, 2 ** 32 - 1])('keeps the index %i', (idx) => {
    expect(decodeShare(encodeShare({ ...share, idx }))).toEqual({
      ok: true,
      value: { ...share, idx },
    })
    expect(decode_share_pkg(encodeShare({ ...share, idx })).idx).toBe(idx)
  })

  test.each([
    ['the smallest', `${'00'.repeat(31)}01`],
    ['the largest', `${CURVE_ORDER.slice(0, -1)}0`],
  ])('keeps %s scalar', (_, scalar) => {
    const extreme = { ...share, seckey: scalar, binder_sn: scalar, hidden_sn: scalar }
    expect(decodeShare(encodeShare(extreme))).toEqual({ ok: true, value: extreme })
  })

  test('may be pasted with space around it', () => {
    expect(validateShare(`\n  ${text}\t `)).toEqual({ ok: true, value: share })
  })
})

describe('a share that does not decode says why', () => {
  const bad: [string, string, string][] = [
    ['a wrong checksum', mistype(text, 173), decoding.checksum],
    ['a mistyped character', mistype(text, 60), decoding.checksum],
    ['one character missing', text.slice(0, 80) + text.slice(81), decoding.checksum],
    ['two characters missing at the end', text.slice(0, -2), decoding.checksum],
    ['bech32 instead of bech32m', asBech32('bfshare', bytes), decoding.bech32],
    ['a byte too few', asBech32m('bfshare', bytes.subarray(1)), decoding.tooFewBytes(100, 99)],
    [
      'one byte too many',
      asBech32m('bfshare', Uint8Array.of(...bytes, 0)),
      decoding.extraBytes(100, 101),
    ],
    ['index zero', asBech32m('bfshare', overwrite(bytes, 0, '00000000')), decoding.indexRange],
    ['key zero', asBech32m('bfshare', overwrite(bytes, SECKEY, ZERO)), decoding.keyZero],
    [
      'a key that is the curve order',
      asBech32m('bfshare', overwrite(bytes, SECKEY, CURVE_ORDER)),
      decoding.keyRange,
    ],
    [
      'a key of all ones',
      asBech32m('bfshare', overwrite(bytes, SECKEY, 'ff'.repeat(32))),
      decoding.keyRange,
    ],
    ['binder nonce zero', asBech32m('bfshare', overwrite(bytes, BINDER, ZERO)), decoding.nonceZero],
    ['hidden nonce zero', asBech32m('bfshare', overwrite(bytes, HIDDEN, ZERO)), decoding.nonceZero],
    [
      'a binder nonce that is the curve order',
      asBech32m('bfshare', overwrite(bytes, BINDER, CURVE_ORDER)),
      decoding.nonceRange,
    ],
    [
      'a hidden nonce that is the curve order',
      asBech32m('bfshare', overwrite(bytes, HIDDEN, CURVE_ORDER)),
      decoding.nonceRange,
    ],
  ]

  test.each(bad)('%s', (_, credential, reason) => {
    const refusal = { ok: false, error: protocolTexts.decodeShare(reason) }
    expect(decodeShare(credential)).toMatchObject(refusal)
    expect(validateShare(credential)).toMatchObject(refusal)
  })

  const onlyDecoded: [string, string, string][] = [
    ['another prefix', asBech32m('bfgroup', bytes), decoding.prefix('bfshare')],
    ['a longer prefix', asBech32m('bfshares', bytes), decoding.prefix('bfshare')],
    ['upper case', text.toUpperCase(), decoding.upperCase],
    ['mixed case', text.slice(0, 20) + text.slice(20).toUpperCase(), decoding.upperCase],
    ['a character outside the alphabet', `${text.slice(0, -1)}b`, decoding.alphabet],
    ['space around it', ` ${text}`, decoding.prefix('bfshare')],
    ['nothing', '', decoding.prefix('bfshare')],
    ['no bytes', asBech32m('bfshare', new Uint8Array()), decoding.tooFewBytes(100, 0)],
    ['stray bits at its end', withStrayBits, decoding.padding],
    ['more than 5000 characters', `bfshare1${'q'.repeat(5000)}`, decoding.tooLong(5000)],
  ]

  test.each(onlyDecoded)('%s', (_, credential, reason) => {
    expect(decodeShare(credential)).toMatchObject({
      ok: false,
      error: protocolTexts.decodeShare(reason),
    })
  })

  test('and never shows any part of it, whatever is wrong', () => {
    const secrets = [text.slice(8), text.slice(8).toUpperCase(), bytesToHex(bytes)]
    for (const [, credential] of [...bad, ...onlyDecoded]) {
      for (const result of [decodeShare(credential), validateShare(credential)]) {
        const shown = JSON.stringify(result)
        if (!result.ok) expect(secrets.some((secret) => holdsPartOf(shown, secret))).toBe(false)
      }
    }
  })

  test('at every one of its characters', () => {
    for (let at = 0; at < text.length; at += 1) {
      expect(decodeShare(mistype(text, at)).ok).toBe(false)
      expect(decodeShare(text.slice(0, at) + text.slice(at + 1)).ok).toBe(false)
      expect(decodeShare(text.slice(0, at)).ok).toBe(false)
    }
  })
})

describe('what a person sees first is', () => {
  test.each([undefined, null, 42, {}, ['bfshare1'], '', '   '])(
    'that it is required: %j',
    (input) => {
      expect(validateShare(input)).toMatchObject({ ok: false, error: validation.shareRequired })
    },
  )

  test.each([
    ['another prefix', asBech32m('bfgroup', bytes)],
    ['upper case', text.toUpperCase()],
    ['something else', 'nsec1qqqqqqqq'],
  ])('the prefix: %s', (_, credential) => {
    expect(validateShare(credential)).toMatchObject({ ok: false, error: validation.sharePrefix })
  })

  test.each([
    ['165 characters', text.slice(0, 165)],
    ['177 characters', `${text}qqq`],
    ['only the prefix', 'bfshare'],
    ['a megabyte', `bfshare1${'q'.repeat(1_000_000)}`],
  ])('the length: %s', (_, credential) => {
    expect(validateShare(credential)).toMatchObject({
      ok: false,
      error: validation.shareLength(SHARE_CHARS),
    })
  })

  test.each([166, 176])('the decoder’s reason, of one with %i characters', (length) => {
    const credential = text.padEnd(length, 'q').slice(0, length)
    expect(validateShare(credential)).toMatchObject({
      ok: false,
      error: protocolTexts.decodeShare(decoding.checksum),
    })
  })

  test.each([
    ['a character outside it', `${text.slice(0, -1)}b`],
    ['space within', `${text.slice(0, 90)} ${text.slice(90)}`],
    ['mixed case', text.slice(0, 20) + text.slice(20).toUpperCase()],
    ['a longer prefix', asBech32m('bfshares', bytes)],
  ])('the alphabet: %s', (_, credential) => {
    expect(validateShare(credential)).toMatchObject({ ok: false, error: validation.shareBech32m })
  })
})

describe('a share package is refused by the encoder', () => {
  test.each([
    ['index zero', { idx: 0 }, decoding.indexRange],
    ['a broken index', { idx: 1.5 }, decoding.indexRange],
    ['an index beyond four bytes', { idx: 2 ** 32 }, decoding.indexRange],
    ['a short key', { seckey: 'ab' }, decoding.keySize],
    ['a key that is no hex', { seckey: 'zz'.repeat(32) }, decoding.keySize],
    ['key zero', { seckey: ZERO }, decoding.keyZero],
    ['a long nonce', { hidden_sn: '01'.repeat(33) }, decoding.nonceSize],
    ['a nonce above the order', { binder_sn: 'ff'.repeat(32) }, decoding.nonceRange],
  ])('with %s', (_, wrong, reason) => {
    const error = thrownBy(() => encodeShare({ ...share, ...wrong }))
    expect(error).toBeInstanceOf(FrostrError)
    expect(error).toMatchObject({
      code: 'NODE_ERROR',
      message: protocolTexts.shareSchema,
      details: { reason },
    })
  })
})
