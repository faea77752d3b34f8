import { describe, expect, test } from 'vitest'
import { decoding, protocolTexts, v2Refusal, validation } from '#contract/messages.ts'
import { recover as texts } from '#contract/texts/recover.ts'
import { encodeGroup, generateKeyset } from '#protocol/v1/keyset.ts'

import { encodeShare } from '#protocol/v1/share.ts'
import { asBech32, asBech32m, bytesOf, mistype } from '#tests/support/credentials.ts'
import { vectors } from '#tests/support/v2-vectors.ts'
import * as decoders from '#web/lib/credentials.ts'
import { assess, checkGroup } from './check.ts'
import { type Form, formOf, withFieldAdded } from './form.ts'

const keyset = generateKeyset({ threshold: 2, totalMembers: 3 })
const other = generateKeyset({ threshold: 2, totalMembers: 3 })
const { groupCredential, shareCredentials } = keyset
const [first = '', second = ''] = shareCredentials

function fields(group: string, ...shares: string[]): Form {
  return { group, shares: shares.map((text, key) => ({ key, text })) }
}

const assessed = (group: string, ...shares: string[]) => assess(decoders, fields(group, ...shares))

describe('a group credential', () => {
  test.each(['', ' ', 'b', 'bfgroup', 'bfgroup1'])('%j is only begun, and not wrong', (text) => {
    expect(checkGroup(decoders, text)).toEqual({ state: 'empty' })
  })

  test('that is complete is valid, even with space around it', () => {
    expect(checkGroup(decoders, ` ${groupCredential}\n`)).toMatchObject({
      state: 'valid',
      group: { threshold: 2 },
    })
  })

  const bytes = bytesOf(groupCredential)
  test.each([
    ['of other characters', `${groupCredential}b`, decoding.alphabet],
    ['mistyped', mistype(groupCredential, 80), decoding.checksum],
    ['cut short', groupCredential.slice(0, 100), decoding.checksum],
    ['in capitals', groupCredential.toUpperCase(), decoding.upperCase],
    ['of the older kind', asBech32('bfgroup', bytes), decoding.bech32],
    ['something else', 'nsec1abc', decoding.prefix('bfgroup')],
    ['endless', `bfgroup1${'q'.repeat(6000)}`, decoding.tooLong(5000)],
    ['a share', first, texts.groupIsShare],
  ])('that is %s has an invalid format', (_, text, reason) => {
    expect(checkGroup(decoders, text)).toEqual({
      state: 'invalid',
      problem: {
        text: 'Invalid bfgroup format - must be a valid bech32m encoded credential',
        reason,
      },
    })
  })

  test.each([
    ['bytes that are no members', bytes.slice(0, -1), decoding.groupBytes(37, 103)],
    ['no members', bytes.slice(0, 37), decoding.noMembers],
  ])('with %s has an invalid structure', (_, inside, reason) => {
    expect(checkGroup(decoders, asBech32m('bfgroup', inside))).toEqual({
      state: 'invalid',
      problem: { text: 'Group credential has invalid internal structure', reason },
    })
  })

  test('that says something impossible gets that as its error', () => {
    const tooHigh = bytes.with(36, 4)
    expect(checkGroup(decoders, asBech32m('bfgroup', tooHigh))).toEqual({
      state: 'invalid',
      problem: { text: 'Invalid group: its threshold is not a number from 1 to 3' },
    })
  })
})

describe('a share', () => {
  const said = (text: string) => assessed(groupCredential, text).shares.get(0)

  test('of the group is valid, with its number', () => {
    expect(said(` ${second} `)).toEqual({ state: 'valid', index: 2 })
  })

  test.each(['', 'bfsh', 'bfshare1'])('%j is only begun, and not wrong', (text) => {
    expect(said(text)).toEqual({ state: 'empty' })
  })

  test.each([
    ['of another kind', 'nsec1abc', validation.sharePrefix],
    ['cut short', first.slice(0, 100), validation.shareLength(174)],
    ['of other characters', `${first.slice(0, -1)}b`, validation.shareBech32m],
    ['mistyped', mistype(first, 60), protocolTexts.decodeShare(decoding.checksum)],
    ['of another group', other.shareCredentials[1] ?? '', validation.shareNotInGroup],
  ])('that is %s gets that as its error', (_, text, problem) => {
    expect(said(text)).toEqual({ state: 'invalid', problem: { text: problem } })
  })

  test('that is a group credential is recognised as one', () => {
    expect(said(groupCredential)).toEqual({
      state: 'invalid',
      problem: { text: validation.sharePrefix, reason: texts.shareIsGroup },
    })
  })

  const bytes = bytesOf(first)
  test.each([
    ['a byte less', bytes.slice(1), decoding.tooFewBytes(100, 99)],
    ['index 0', bytes.with(3, 0), decoding.indexRange],
    ['no key', Uint8Array.from(bytes).fill(0, 4, 36), decoding.keyZero],
  ])('with %s has an invalid structure', (_, inside, reason) => {
    expect(said(asBech32m('bfshare', inside))).toEqual({
      state: 'invalid',
      problem: { text: 'Share has invalid internal structure', reason },
    })
  })

  test('that is entered twice counts once', () => {
    const { shares, valid, invalid } = assessed(groupCredential, '', second, `${second}\n`)
    expect(shares.get(2)).toEqual({ state: 'repeated', index: 2, position: 2 })
    expect({ valid, invalid }).toEqual({ valid: [second], invalid: 0 })
  })

  test('is neither valid nor wrong without a group to compare it with', () => {
    expect(assessed('', second).shares.get(0)).toEqual({ state: 'loose', index: 2 })
  })
})

describe('a recovery', () => {
  test('learns from the group how many shares it needs', () => {
    const large = generateKeyset({ threshold: 3, totalMembers: 5 })
    expect(assessed(large.groupCredential, '')).toMatchObject({ threshold: 3, total: 5 })
  })

  test.each(['', 'bfgroup1qqq'])('needs 2 of 3 as long as the group is %j', (group) => {
    expect(assessed(group, first, second)).toMatchObject({
      threshold: 2,
      total: 3,
      valid: [],
      sufficient: false,
    })
  })

  test.each([
    ['the threshold', [first, second], true],
    ['more', shareCredentials, true],
    ['less', [first], false],
    ['the same share twice', [first, first], false],
    ['one of another group beside one', [first, other.shareCredentials[1] ?? ''], false],
  ])('with %s of the shares is possible: %#', (_, shares, sufficient) => {
    expect(assessed(groupCredential, ...shares).sufficient).toBe(sufficient)
  })

  test('sends valid shares only, and knows how many it leaves out', () => {
    const { valid, invalid } = assessed(
      groupCredential,
      first,
      mistype(second, 50),
      ...other.shareCredentials.slice(0, 1),
      '',
      ` ${second}`,
    )
    expect({ valid, invalid }).toEqual({ valid: [first, second], invalid: 2 })
  })

  test('of a group with a threshold of 1 tells its shares apart', () => {
    const single = generateKeyset({ threshold: 1, totalMembers: 2 })
    const { valid } = assessed(encodeGroup(single.group), ...single.shareCredentials)
    expect(valid).toEqual(single.shareCredentials)
  })

  test('identifies each field by its key', () => {
    const form = withFieldAdded(formOf(groupCredential, first))
    expect(assess(decoders, form).shares.get(1)).toEqual({ state: 'empty' })
  })
})

describe('credentials of the 2026 generation', () => {
  const { group, shares } = vectors.keyset
  const json = shares.map((share) => JSON.stringify(share))

  test('are accepted as JSON, and counted like others', () => {
    const found = assessed(JSON.stringify(group), ...json.slice(0, 2))
    expect(found).toMatchObject({
      threshold: 2,
      total: 3,
      valid: json.slice(0, 2),
      sufficient: true,
    })
  })

  test.each(vectors.carry_over_from_1x)(
    'go together with those of 1.x that they were carried over from ($parity)',
    ({ v1, next }) => {
      const old = v1.shares.map((share) => encodeShare(share))
      const carried = next.shares.map((share) => JSON.stringify(share))
      expect(assessed(JSON.stringify(next.group), ...old).valid).toEqual(old)
      expect(assessed(encodeGroup(v1.group), ...carried).valid).toEqual(carried)
    },
  )

  test('do not go together with those of another keyset', () => {
    expect(assessed(JSON.stringify(group), first).valid).toEqual([])
    expect(assessed(groupCredential, ...json).valid).toEqual([])
  })

  test('are refused when the key of the group is not the one that its members make', () => {
    const unmade = JSON.stringify({ ...group, group_pk: vectors.keyset.device_keys[0]?.xonly })
    expect(checkGroup(decoders, unmade)).toEqual({
      state: 'invalid',
      problem: { text: texts.groupOther(v2Refusal.groupKeyUnmade) },
    })
  })

  test('say what to do with a package that a password opens', () => {
    expect(assessed('', vectors.packages.bfonboard.text).shares.get(0)).toEqual({
      state: 'invalid',
      problem: { text: texts.shareSealed, reason: texts.openFirst },
    })
  })
})
