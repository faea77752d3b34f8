import { describe, expect, test } from 'vitest'
import { decoding, protocolTexts, v2Decoding, v2Refusal, validation } from '#contract/messages.ts'
import { serverCurve } from '#crypto/curve/hex.ts'
import { pageCurve } from '#crypto/curve/page.ts'
import { fail, ok } from '#lib/errors.ts'
import { CURVE_ORDER, holdsPartOf } from '../../tests/support/credentials.ts'
import { reader } from '../../tests/support/keyset-reader.ts'
import { flipBit, present, vectors } from '../../tests/support/v2-vectors.ts'
import { convertFromV1 } from './convert-v1.ts'
import { createKeysetReader, keysetId, validateCombined } from './keyset.ts'
import { COMBINED_CHARS_MAX, COMBINED_CHARS_MIN } from './limits.ts'
import { outlineOf } from './packages.ts'
import { encodeGroup, generateKeyset } from './v1/keyset.ts'
import { encodeShare } from './v1/share.ts'
import { groupText, type SharePackage, shareText } from './v2/group.ts'

const { group, shares, device_keys } = vectors.keyset
const { readGroup, readShare, readCredentials, keysetOf } = reader
const share = present(shares[0])
const groupJson = groupText(group)
const shareJson = shareText(share)

describe('credentials of protocol 2026', () => {
  test('are read from JSON with unknown fields, and with space around it', () => {
    const spacious = `\n ${JSON.stringify({ note: 'mine', ...group }, null, 2)} `
    expect(readGroup(spacious)).toEqual(ok(group))
    expect(readShare(` ${JSON.stringify({ ...share, note: 1 }, null, 2)}\n`)).toEqual(ok(share))
    expect(readCredentials({ group: groupJson, share: shareJson }).keyset).toEqual(
      ok({
        id: keysetId(group),
        outline: outlineOf(group),
        self: { idx: 1, pubkey: group.members[0]?.pubkey, xonly: device_keys[0]?.xonly },
        ...{ protocol: '2026', group, share },
        v2: ok({ group, share }),
        isKeyOdd: false,
      }),
    )
  })

  test('are read from hex in either case, and kept in lower case', () => {
    const upper = JSON.stringify({ ...share, seckey: share.seckey.toUpperCase() })
    expect(readShare(upper)).toEqual(ok(share))
  })

  test('give the outline of a group, like those of 1.x', () => {
    expect(outlineOf(group)).toEqual({
      pubkey: `02${group.group_pk}`,
      threshold: group.threshold,
      members: group.members,
    })
  })

  test('have the device keys that genuine devices give them', () => {
    const self = (one: SharePackage) => readCredentials({ share: shareText(one) }).self
    expect(shares.map(self)).toEqual(device_keys.map(({ xonly }) => xonly))
  })

  test.each([
    ['no JSON', '{"idx":1', protocolTexts.decodeShare(v2Decoding.notJson)],
    [
      'the fields of a 1.x share',
      JSON.stringify({ ...share, binder_sn: share.seckey, hidden_sn: share.seckey }),
      protocolTexts.decodeShare(v2Decoding.firstGeneration),
    ],
    ['no share', groupJson, protocolTexts.decodeShare(v2Decoding.shareForm)],
    [
      'an index written as a fraction',
      shareJson.replace(/"idx":\d+/, '"idx":1.0'),
      protocolTexts.decodeShare(v2Decoding.shareForm),
    ],
    [
      'the index zero',
      shareText({ ...share, idx: 0 }),
      protocolTexts.decodeShare(v2Decoding.shareIndex),
    ],
    [
      'a secret that is zero',
      shareText({ ...share, seckey: '00'.repeat(32) }),
      protocolTexts.decodeShare(v2Decoding.secretKey),
    ],
    [
      'a secret that is the order of the curve',
      shareText({ ...share, seckey: CURVE_ORDER }),
      protocolTexts.decodeShare(v2Decoding.secretKey),
    ],
  ])('are refused as a share: %s; the error holds nothing of it', (_, text, error) => {
    expect(readShare(text)).toMatchObject(fail(error))
    expect(holdsPartOf(error, share.seckey)).toBe(false)
  })

  test.each([
    ['no JSON', `${groupJson},`, v2Decoding.notJson],
    ['no group', shareJson, v2Decoding.groupForm],
    ['a blank name', groupText({ ...group, group_name: ' ' }), v2Decoding.groupName],
    [
      'the key of another group',
      groupText({ ...group, group_pk: present(device_keys[0]).xonly }),
      v2Refusal.groupKeyUnmade,
    ],
  ])('are refused as a group: %s', (_, text, reason) => {
    expect(readGroup(text)).toMatchObject(fail(protocolTexts.decodeGroup(reason)))
  })

  test('do not belong together if any bit of the share is flipped, or its index differs', () => {
    for (let bit = 0; bit < 256; bit += 16) {
      const wrong = { ...share, seckey: flipBit(share.seckey, bit) }
      expect(keysetOf(group, wrong)).toMatchObject(fail(validation.shareNotInGroup))
    }
    const [, second] = group.members
    expect(keysetOf(group, { ...share, idx: present(second).idx })).toMatchObject(
      fail(validation.shareNotInGroup),
    )
  })
})

test('A package that a password opens is refused as a share or a group, with the reason', () => {
  const { bfshare, bfonboard, bfprofile } = vectors.packages
  for (const { text } of [bfshare, bfonboard, bfprofile]) {
    expect(readShare(text)).toMatchObject(fail(validation.packaged))
    expect(readGroup(` ${text}\n`)).toMatchObject(fail(validation.packaged))
  }
})

describe.each(vectors.carry_over_from_1x)(
  '1.x credentials of a key $parity',
  ({ parity, v1, next }) => {
    const [first] = v1.shares
    const firstShare = present(first)
    const carried = present(next.shares.find(({ idx }) => idx === firstShare.idx))
    const texts = { group: encodeGroup(v1.group), share: encodeShare(firstShare) }

    test('are read as those of 1.x', () => {
      expect(readCredentials(texts).keyset).toMatchObject(
        ok({ protocol: '1.x', group: v1.group, share: firstShare, isKeyOdd: parity === '03' }),
      )
      expect(readShare(`${texts.share}q`)).toMatchObject(
        fail(protocolTexts.decodeShare(decoding.checksum)),
      )
      expect(outlineOf(v1.group).pubkey).toBe(v1.group.group_pk)
    })

    test('are converted to protocol 2026, too', () => {
      const keyset = keysetOf(v1.group, firstShare)
      expect(keyset.ok && keyset.value.v2).toMatchObject(
        ok({
          group: { group_pk: next.group.group_pk, members: next.group.members },
          share: carried,
        }),
      )
    })

    test('form a keyset with those of 2026, for protocol 2026 alone', () => {
      expect(keysetOf(next.group, firstShare)).toMatchObject(
        ok({ protocol: '2026', group: next.group, share: carried, isKeyOdd: false }),
      )
      expect(keysetOf(v1.group, carried)).toMatchObject(
        ok({ protocol: '2026', group: { group_pk: next.group.group_pk }, share: carried }),
      )
    })

    test('form no keyset with those of another group, of either protocol', () => {
      expect(keysetOf(group, firstShare)).toMatchObject(fail(validation.shareNotInGroup))
      expect(keysetOf(v1.group, share)).toMatchObject(fail(validation.shareNotInGroup))
    })
  },
)

describe('server and console', () => {
  const page = createKeysetReader(pageCurve)
  const old = vectors.carry_over_from_1x.flatMap(({ v1, next }) => [
    { group: encodeGroup(v1.group), share: encodeShare(present(v1.shares[0])) },
    { group: groupText(next.group), share: encodeShare(present(v1.shares[0])) },
    { group: encodeGroup(v1.group), share: shareText(present(next.shares[1])) },
  ])
  const strange = present(old[0])

  test.each([
    ...old,
    { group: groupJson, share: shareJson },
    { group: groupText({ ...group, group_pk: present(device_keys[0]).xonly }), share: shareJson },
    { group: groupText({ ...group, threshold: 3 }), share: shareJson },
    { group: groupJson, share: shareText({ ...share, idx: 2 }) },
    { group: groupJson, share: strange.share },
    { group: strange.group, share: shareJson },
    { group: groupJson.slice(1), share: shareJson.slice(1) },
    { group: strange.group.slice(0, -1), share: strange.share.slice(0, -1) },
    { group: vectors.packages.bfprofile.text, share: vectors.packages.bfshare.text },
    { group: ' ', share: '' },
  ])('read credentials alike: %#', (texts) => {
    expect(page.readCredentials(texts)).toEqual(readCredentials(texts))
    expect(page.decodeGroup(texts.group)).toEqual(reader.decodeGroup(texts.group))
  })
})

describe('what was read before', () => {
  const before = readCredentials({ group: groupJson, share: shareJson })

  test('is reused where the texts are the same', () => {
    expect(readCredentials({ group: groupJson, share: shareJson }, before)).toBe(before)
    const other = readCredentials(
      { group: groupJson, share: shareText(present(shares[1])) },
      before,
    )
    expect(other.group).toBe(before.group)
    expect(other.keyset).toMatchObject(ok({ self: { idx: 2 } }))
  })

  test('is not reused for other texts', () => {
    expect(readCredentials({ share: shareJson }, before)).toEqual(
      readCredentials({ share: shareJson }),
    )
    expect(readCredentials({}, before)).toEqual(readCredentials({}))
  })
})

const old = generateKeyset({ threshold: 2, totalMembers: 3 })

describe('the id of a keyset', () => {
  test('is the group id of genuine 2026 devices', () => {
    expect(keysetId(group)).toBe(vectors.keyset.group_id)
  })

  test.each(vectors.carry_over_from_1x)(
    'stays when its 1.x group, with a key $parity, is converted',
    ({ v1, next, next_group_id }) => {
      expect(keysetId(v1.group)).toBe(next_group_id)
      expect(keysetId(next.group)).toBe(next_group_id)
    },
  )

  test('is the same whatever the group is called', () => {
    const [share] = old.shares
    const named = (name: string) => convertFromV1(old.group, [present(share)], serverCurve, name)
    const ids = [named('Main'), named('Spare')].map((one) => one.ok && keysetId(one.value.group))
    expect(ids).toEqual([keysetId(old.group), keysetId(old.group)])
  })

  test('is the same in whichever order a credential lists the members', () => {
    expect(keysetId({ ...old.group, commits: old.group.commits.toReversed() })).toBe(
      keysetId(old.group),
    )
    expect(keysetId({ ...group, members: group.members.toReversed() })).toBe(keysetId(group))
  })

  test.each([
    ['is dealt anew', { secretKey: '11'.repeat(32) }, { secretKey: '11'.repeat(32) }],
    ['is of another key', { secretKey: '11'.repeat(32) }, { secretKey: '22'.repeat(32) }],
  ])('is another when the group %s', (_, one, other) => {
    const [before, after] = [one, other].map((options) =>
      keysetId(generateKeyset({ threshold: 2, totalMembers: 3, ...options }).group),
    )
    expect(after).not.toBe(before)
  })

  const single = generateKeyset({ threshold: 1, totalMembers: 3 }).group
  const high = old.group.commits.map((commit) => ({ ...commit, idx: commit.idx + 0xffff }))
  test.each([
    ['a threshold of 1', single],
    ['an index above those of 2026', { ...old.group, commits: high }],
  ])('exists for a 1.x group that can’t be converted: %s', (_, fixed) => {
    expect(convertFromV1(fixed, [], serverCurve).ok).toBe(false)
    expect(keysetId(fixed)).toMatch(/^[0-9a-f]{64}$/)
  })
})

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
    expect(validateCombined(text)).toMatchObject({ ok: false, error })
  })
})
