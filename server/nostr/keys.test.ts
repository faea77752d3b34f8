import { hexToBytes } from '@noble/curves/utils.js'
import { npubEncode, nsecEncode } from 'nostr-tools/nip19'
import { getPublicKey } from 'nostr-tools/pure'
import { describe, expect, test } from 'vitest'
import { protocolTexts, validation } from '#contract/messages.ts'
import { randomScalar, scalarHex } from '#crypto/curve/scalars.ts'
import { FrostrError } from '#lib/errors.ts'
import {
  asBech32,
  asBech32m,
  CURVE_ORDER,
  holdsPartOf,
  mistype,
} from '../../tests/support/credentials.ts'
import { seededPrng } from '../../tests/support/prng.ts'
import { thrownBy } from '../../tests/support/thrown.ts'
import {
  decodeNostrKey,
  keyPair,
  parseSecretKey,
  validateHexKey,
  validateHexPrivateKey,
  validateNsec,
} from './keys.ts'

// The examples of NIP-19.
const SECRET = '67dea2ed018072d675f5415ecfaed7d2597555e202d85b3d65ea4e58d2d92ffa'
const NSEC = 'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5'
const PUBLIC = '7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e'
const NPUB = 'npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg'

const ZERO = '00'.repeat(32)
const nsecOf = (hex: string) => asBech32('nsec', hexToBytes(hex))

const badNsecs: [string, string][] = [
  ['mistyped', mistype(NSEC, 20)],
  ['cut short', NSEC.slice(0, -1)],
  ['an npub', NPUB],
  ['of a short key', nsecOf('ab'.repeat(31))],
  ['of a long key', nsecOf('ab'.repeat(33))],
  ['of key zero', nsecOf(ZERO)],
  ['of the curve order', nsecOf(CURVE_ORDER)],
  ['in bech32m', asBech32m('nsec', hexToBytes(SECRET))],
  ['only a prefix', 'nsec1'],
  ['very long', `nsec1${'q'.repeat(1_000_000)}`],
]

describe('an nsec', () => {
  test('is valid, with space around it too', () => {
    expect(validateNsec(` ${NSEC}\n`)).toEqual({ ok: true, value: NSEC })
  })

  test.each(['', '  ', undefined, null, 7])('is required: %j', (text) => {
    expect(validateNsec(text)).toMatchObject({ ok: false, error: validation.nsecRequired })
  })

  test.each([...badNsecs, ['hex', SECRET]])('is refused: %s', (_, text) => {
    expect(validateNsec(text)).toMatchObject({ ok: false, error: validation.nsecFormat })
  })
})

describe('a private key in hex', () => {
  test('is valid in either case, and given back in lower case', () => {
    expect(validateHexPrivateKey(SECRET)).toEqual({ ok: true, value: SECRET })
    expect(validateHexPrivateKey(` ${SECRET.toUpperCase()} `)).toEqual({ ok: true, value: SECRET })
  })

  test.each(['', '  ', undefined, null, 7])('is required: %j', (text) => {
    expect(validateHexPrivateKey(text)).toMatchObject({
      ok: false,
      error: validation.privateKeyRequired,
    })
  })

  test.each([SECRET.slice(1), `${SECRET}00`, `0x${SECRET.slice(2)}`, 'z'.repeat(64), NSEC])(
    'is refused: %s',
    (text) => {
      const error = validation.privateKeyFormat
      expect(validateHexPrivateKey(text)).toMatchObject({ ok: false, error })
    },
  )

  test.each([ZERO, CURVE_ORDER, 'ff'.repeat(32)])('is refused as no key: %s', (text) => {
    expect(validateHexPrivateKey(text)).toMatchObject({
      ok: false,
      error: protocolTexts.invalidSecretKey,
    })
  })
})

describe('a key in hex', () => {
  test.each([SECRET, PUBLIC, ZERO])('is valid by its form: %s', (text) => {
    expect(validateHexKey(text.toUpperCase())).toEqual({ ok: true, value: text })
  })

  test.each(['', SECRET.slice(1), `02${PUBLIC}`, 'z'.repeat(64), undefined, 7])(
    'is refused: %s',
    (text) => {
      expect(validateHexKey(text)).toMatchObject({ ok: false, error: validation.hexKeyFormat })
    },
  )
})

describe('a nostr key', () => {
  test('is an nsec or an npub', () => {
    expect(decodeNostrKey(NSEC)).toEqual({ ok: true, value: { type: 'nsec', hex: SECRET } })
    expect(decodeNostrKey(` ${NPUB}`)).toEqual({ ok: true, value: { type: 'npub', hex: PUBLIC } })
  })

  test.each([
    ['a note', asBech32('note', hexToBytes(PUBLIC))],
    ['hex', PUBLIC],
    ['nothing', ''],
    ['no text', undefined],
    ['a mistyped npub', mistype(NPUB, 30)],
    ['a short npub', asBech32('npub', hexToBytes(PUBLIC.slice(2)))],
    ['a long npub', asBech32('npub', hexToBytes(`02${PUBLIC}`))],
    ...badNsecs.filter(([, text]) => text !== NPUB),
  ])('is refused: %s', (_, text) => {
    expect(decodeNostrKey(text)).toMatchObject({ ok: false, error: validation.nostrKeyFormat })
  })
})

describe('a secret key as a person has it', () => {
  test.each([NSEC, SECRET, SECRET.toUpperCase(), ` ${NSEC} `, NSEC.toUpperCase()])(
    'is read: %s',
    (text) => {
      expect(parseSecretKey(text)).toEqual({ ok: true, value: SECRET })
    },
  )

  test.each([
    ['', validation.privateKeyRequired],
    [undefined, validation.privateKeyRequired],
    [NPUB, validation.secretKeyFormat],
    [SECRET.slice(2), validation.secretKeyFormat],
    ['my key', validation.secretKeyFormat],
    [ZERO, protocolTexts.invalidSecretKey],
    [CURVE_ORDER, protocolTexts.invalidSecretKey],
  ])('is refused: %s', (text, error) => {
    expect(parseSecretKey(text)).toMatchObject({ ok: false, error })
  })

  test.each(badNsecs.filter(([, text]) => text !== NPUB))('is refused as nsec: %s', (_, text) => {
    expect(parseSecretKey(text)).toMatchObject({ ok: false, error: validation.nsecFormat })
  })
})

describe('a key pair', () => {
  test('has the four forms of one key', () => {
    expect(keyPair(SECRET)).toEqual({
      nsec: NSEC,
      npub: NPUB,
      hexPrivateKey: SECRET,
      hexPublicKey: PUBLIC,
    })
  })

  test('is the one that nostr-tools makes', () => {
    const prng = seededPrng(7)
    for (let round = 0; round < 100; round += 1) {
      const hex = scalarHex(randomScalar(prng.bytes))
      const publicKey = getPublicKey(hexToBytes(hex))
      expect(keyPair(hex)).toEqual({
        nsec: nsecEncode(hexToBytes(hex)),
        npub: npubEncode(publicKey),
        hexPrivateKey: hex,
        hexPublicKey: publicKey,
      })
      expect(parseSecretKey(keyPair(hex).nsec)).toEqual({ ok: true, value: hex })
    }
  })

  test.each([ZERO, CURVE_ORDER, SECRET.slice(2), `${SECRET.slice(0, -1)}x`, ''])(
    'is not made from %s, which the error does not show',
    (hex) => {
      const error = thrownBy(() => keyPair(hex))
      expect(error).toBeInstanceOf(FrostrError)
      expect(error).toMatchObject({ code: 'NOSTR_ERROR', message: protocolTexts.invalidSecretKey })
      expect(holdsPartOf(`${String(error)} ${JSON.stringify(error)}`, hex)).toBe(false)
    },
  )
})
