import { describe, expect, test } from 'vitest'
import { v2Decoding, validation } from '#contract/messages.ts'
import { publicPoint, serverCurve } from '#crypto/curve/hex.ts'
import { fail, ok } from '#lib/errors.ts'
import { xOnly } from '#nostr/x-only.ts'
import { CURVE_ORDER } from '../../tests/support/credentials.ts'
import { seededPrng } from '../../tests/support/prng.ts'
import { flipBit, present, vectors } from '../../tests/support/v2-vectors.ts'
import { convertFromV1 } from './convert-v1.ts'
import { shareOf } from './packages.ts'
import { generateKeyset } from './v1/keyset.ts'
import { groupId, makesGroupKey, peerKeys } from './v2/group.ts'

const prng = seededPrng(409)
const cases = vectors.carry_over_from_1x

test('both parities are recorded', () => {
  expect(cases.map(({ parity }) => parity)).toEqual(['02', '03'])
})

describe.each(cases)('the recorded group whose key begins with $parity', (recorded) => {
  const { v1, next, next_group_id } = recorded
  const carried = convertFromV1(v1.group, v1.shares, serverCurve, next.group.group_name)

  test('is converted as by the genuine devices of both protocols', () => {
    expect(carried).toEqual(ok(next))
    expect(carried.ok && groupId(carried.value.group)).toBe(next_group_id)
  })

  test('keeps its devices, and its shares make its key', () => {
    expect(peerKeys(next.group)).toEqual(v1.group.commits.map(({ pubkey }) => xOnly(pubkey)))
    expect(makesGroupKey(next.group, serverCurve)).toBe(true)
    for (const share of next.shares)
      expect(shareOf(next.group, share.seckey, serverCurve)).toEqual(share)
  })

  test('is converted from upper case, too', () => {
    const commits = v1.group.commits.map((commit) => ({
      ...commit,
      pubkey: commit.pubkey.toUpperCase(),
    }))
    const upper = { ...v1.group, commits, group_pk: v1.group.group_pk.toUpperCase() }
    expect(convertFromV1(upper, v1.shares, serverCurve, next.group.group_name)).toEqual(ok(next))
  })

  test('is not converted with a share that has any bit flipped', () => {
    const [first, ...rest] = v1.shares.map((share) => present(share))
    for (let bit = 0; bit < 256; bit += 8) {
      const wrong = { ...present(first), seckey: flipBit(present(first).seckey, bit) }
      expect(convertFromV1(v1.group, [...rest, wrong], serverCurve, 'Carried')).toMatchObject(
        fail(validation.shareItem(3, validation.shareNotInGroup)),
      )
    }
  })

  test('is converted even without shares', () => {
    expect(convertFromV1(v1.group, [], serverCurve, next.group.group_name)).toEqual(
      ok({ group: next.group, shares: [] }),
    )
  })
})

test('any group keeps its key and devices, and its members make the key', () => {
  const parities = new Set<string>()
  for (let round = 0; round < 12; round += 1) {
    const totalMembers = 2 + prng.integer(5)
    const threshold = 2 + prng.integer(totalMembers - 1)
    const { group, shares } = generateKeyset({ threshold, totalMembers, random: prng.bytes })
    parities.add(group.group_pk.slice(0, 2))
    const carried = convertFromV1(group, shares, serverCurve, 'Carried')
    if (!carried.ok) throw new Error(carried.error)
    expect(carried.value.group.group_pk).toBe(group.group_pk.slice(2))
    expect(peerKeys(carried.value.group)).toEqual(
      shares.map(({ seckey }) => xOnly(publicPoint(seckey))),
    )
    expect(makesGroupKey(carried.value.group, serverCurve)).toBe(true)
    for (const share of carried.value.shares)
      expect(shareOf(carried.value.group, share.seckey, serverCurve)).toEqual(share)
  }
  expect(parities).toEqual(new Set(['02', '03']))
})

describe('a group is not converted', () => {
  const { group, shares } = generateKeyset({ threshold: 2, totalMembers: 3, random: prng.bytes })
  const [first, second] = group.commits.map((commit) => present(commit))

  test('without a name', () => {
    expect(convertFromV1(group, shares, serverCurve, ' ')).toMatchObject(fail(v2Decoding.groupName))
  })

  test('with an index too large for the wire', () => {
    const commits = [present(first), { ...present(second), idx: 65_536 }]
    expect(convertFromV1({ ...group, commits }, [], serverCurve, 'Carried')).toMatchObject(
      fail(v2Decoding.indexTooHigh(65_535)),
    )
  })

  test('whose members all have the whole key', () => {
    const whole = generateKeyset({ threshold: 1, totalMembers: 2, random: prng.bytes })
    expect(convertFromV1(whole.group, whole.shares, serverCurve, 'Carried')).toMatchObject(
      fail(v2Decoding.memberKeyTwice),
    )
  })

  test('with an invalid share', () => {
    for (const seckey of ['', '00'.repeat(32), CURVE_ORDER]) {
      const wrong = { ...present(shares[0]), seckey }
      expect(convertFromV1(group, [wrong], serverCurve, 'Carried')).toMatchObject(
        fail(validation.shareItem(1, validation.shareNotInGroup)),
      )
    }
  })
})
