import { describe, expect, test } from 'vitest'
import { decoding, protocolTexts, validation } from '#contract/messages.ts'
import { serverCurve } from '#crypto/curve/server.ts'
import { mistype } from '#tests/support/credentials.ts'
import { seededPrng } from '#tests/support/prng.ts'
import { COMBINED_CHARS_MAX, COMBINED_CHARS_MIN } from '../limits.ts'
import { validateCombined, validateCredentialSet } from './credential.ts'
import { generateKeyset } from './keyset.ts'

const combined = (length: number) => 'bfcred1'.padEnd(length, 'q')

describe('a combined credential', () => {
  test.each([COMBINED_CHARS_MIN, 1000, COMBINED_CHARS_MAX])(
    'of %i characters is valid',
    (length) => {
      expect(validateCombined(combined(length))).toEqual({ ok: true, value: combined(length) })
    },
  )

  test('is returned without the space around it', () => {
    expect(validateCombined(` ${combined(500)}\n`)).toEqual({ ok: true, value: combined(500) })
  })

  test.each([
    ['nothing', '', validation.combinedRequired],
    ['space', '  ', validation.combinedRequired],
    ['no text', null, validation.combinedRequired],
    ['another prefix', 'bfshare1qqqq', validation.combinedPrefix],
    ['upper case', combined(500).toUpperCase(), validation.combinedPrefix],
    [
      'one character too few',
      combined(COMBINED_CHARS_MIN - 1),
      validation.combinedTooShort(COMBINED_CHARS_MIN),
    ],
    [
      'one character too many',
      combined(COMBINED_CHARS_MAX + 1),
      validation.combinedTooLong(COMBINED_CHARS_MAX),
    ],
    ['a character outside the alphabet', `${combined(500)}b`, validation.combinedBech32m],
    ['space within', `${combined(250)} ${combined(250)}`, validation.combinedBech32m],
    ['no separator', 'bfcred'.padEnd(500, 'q'), validation.combinedBech32m],
  ])('is refused: %s', (_, text, error) => {
    expect(validateCombined(text)).toEqual({ ok: false, error })
  })
})

describe('a credential set', () => {
  const keyset = generateKeyset({ threshold: 2, totalMembers: 3, random: seededPrng(6).bytes })
  const [first = '', second = ''] = keyset.shareCredentials
  const relays = ['wss://relay.example.com/', 'ws://localhost:8080']
  const valid = { group: keyset.groupCredential, shares: [first, second], relays }

  test('is decoded when all its parts are valid', () => {
    expect(validateCredentialSet(valid, serverCurve)).toEqual({
      ok: true,
      value: {
        group: keyset.group,
        shares: keyset.shares.slice(0, 2),
        relays: ['wss://relay.example.com', 'ws://localhost:8080'],
      },
    })
  })

  test.each([
    ['no group', { group: '' }, [validation.groupRequired]],
    [
      'a mistyped group',
      { group: mistype(keyset.groupCredential, 40) },
      [protocolTexts.decodeGroup(decoding.checksum)],
    ],
    ['no shares', { shares: [] }, [validation.noShares]],
    [
      'a mistyped share',
      { shares: [first, mistype(second, 40)] },
      [validation.shareItem(2, protocolTexts.decodeShare(decoding.checksum))],
    ],
    ['no relays', { relays: [] }, [validation.relayListCredential]],
    [
      'a relay without its scheme',
      { relays: ['relay.example.com'] },
      [validation.relayItem(1, validation.relayProtocol)],
    ],
  ])('names what is wrong: %s', (_, wrong, errors) => {
    expect(validateCredentialSet({ ...valid, ...wrong }, serverCurve)).toEqual({
      ok: false,
      errors,
    })
  })

  test('names everything that is wrong at once', () => {
    const set = { group: 'x', shares: ['x', first, ''], relays: ['wss://ok.example', 'no..where'] }
    expect(validateCredentialSet(set, serverCurve)).toEqual({
      ok: false,
      errors: [
        validation.groupPrefix,
        validation.shareItem(1, validation.sharePrefix),
        validation.shareItem(3, validation.shareRequired),
        validation.relayItem(2, validation.relayFormat),
      ],
    })
  })
})
