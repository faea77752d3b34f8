import { hexToBytes } from '@noble/curves/utils.js'
import { describe, expect, test } from 'vitest'
import { v2Decoding } from '#contract/messages.ts'
import { publicPoint, serverCurve } from '#crypto/curve/hex.ts'
import { fail, ok } from '#lib/errors.ts'
import { seededPrng } from '#tests/support/prng.ts'
import { flipBit, recordedKey, vectors } from '#tests/support/v2-vectors.ts'
import { V2_MEMBERS_MAX } from '../limits.ts'
import { shareOf } from '../packages.ts'
import { groupId, makesGroupKey, parseGroup, peerKeys, profileId, uint32LE } from './group.ts'

const prng = seededPrng(404)
const { group, shares, group_id, device_keys, profile_ids } = vectors.keyset
const [first, second, third] = group.members
if (!first || !second || !third) throw new Error('the recorded group has three members')

describe('the recorded group', () => {
  test('has the id that genuine devices give it, in any order of its members', () => {
    expect(groupId(group)).toBe(group_id)
    for (let round = 0; round < 5; round += 1)
      expect(groupId({ ...group, members: prng.shuffle(group.members) })).toBe(group_id)
  })

  test('has another id with any bit of its keys flipped', () => {
    for (let bit = 0; bit < 256; bit += 1)
      expect(groupId({ ...group, group_pk: flipBit(group.group_pk, bit) })).not.toBe(group_id)
    for (let bit = 0; bit < 264; bit += 1) {
      const members = [{ ...first, pubkey: flipBit(first.pubkey, bit) }, second, third]
      expect(groupId({ ...group, members })).not.toBe(group_id)
    }
    expect(groupId({ ...group, threshold: 3 })).not.toBe(group_id)
  })

  test('has the same id under another name and with other indices in the same order', () => {
    const members = group.members.map((member) => ({ ...member, idx: member.idx * 7 }))
    expect(groupId({ ...group, group_name: 'Other', members })).toBe(group_id)
  })

  test('has the device keys that genuine devices give it', () => {
    expect(peerKeys(group)).toEqual(device_keys.map(({ xonly }) => xonly))
  })

  test('has the profile ids of genuine hosts', () => {
    for (const { idx, profile_id } of profile_ids)
      expect(profileId(recordedKey(idx))).toBe(profile_id)
  })

  test('recognises each share by its secret alone', () => {
    for (const share of shares) expect(shareOf(group, share.seckey, serverCurve)).toEqual(share)
  })

  test('recognises no other share, not even a negated one', () => {
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    for (const { seckey } of shares) {
      const negative = (order - BigInt(`0x${seckey}`)).toString(16).padStart(64, '0')
      expect(shareOf(group, negative, serverCurve)).toBeUndefined()
      for (let bit = 0; bit < 256; bit += 32)
        expect(shareOf(group, flipBit(seckey, bit), serverCurve)).toBeUndefined()
    }
    for (const secret of ['00'.repeat(32), 'ff'.repeat(32), '', 'zz'])
      expect(shareOf(group, secret, serverCurve)).toBeUndefined()
  })

  test('has a key that its members make', () => {
    expect(makesGroupKey(group, serverCurve)).toBe(true)
  })
})

describe('members that do not make the group’s key are found', () => {
  test('when one of them has another key', () => {
    const stranger = publicPoint(Buffer.from(prng.bytes(32)).toString('hex'))
    for (const { idx } of group.members) {
      const members = group.members.map((member) =>
        member.idx === idx ? { ...member, pubkey: stranger } : member,
      )
      expect(makesGroupKey({ ...group, members }, serverCurve)).toBe(false)
    }
  })

  test('when all of them make the key’s negative', () => {
    const members = group.members.map(({ idx, pubkey }) => ({ idx, pubkey: flipBit(pubkey, 0) }))
    expect(makesGroupKey({ ...group, members }, serverCurve)).toBe(false)
  })

  test('when they cancel out', () => {
    // Weighted with 2 and -1, a key and its double cancel out.
    const double = publicPoint(twice(shares[0]?.seckey ?? ''))
    const members = [first, { idx: 2, pubkey: double }]
    expect(makesGroupKey({ ...group, members }, serverCurve)).toBe(false)
  })

  test('when the threshold is another', () => {
    expect(makesGroupKey({ ...group, threshold: 1 }, serverCurve)).toBe(false)
    expect(makesGroupKey({ ...group, threshold: 3 }, serverCurve)).toBe(true)
  })
})

describe('a group', () => {
  test('is read as it is, without unknown fields', () => {
    expect(parseGroup({ ...group, later: 1 }, serverCurve)).toEqual(ok(group))
  })

  test('may be written in upper case', () => {
    const members = group.members.map(({ idx, pubkey }) => ({ idx, pubkey: pubkey.toUpperCase() }))
    const upper = { ...group, group_pk: group.group_pk.toUpperCase(), members }
    expect(parseGroup(upper, serverCurve)).toEqual(ok(group))
  })

  const noPoint = '00'.repeat(31)
  const many = Array.from({ length: V2_MEMBERS_MAX + 1 }, (_, at) => ({ ...first, idx: at + 1 }))

  test.each<[string, unknown, string]>([
    ['is no object', 'group', v2Decoding.groupForm],
    ['has no name', { ...group, group_name: undefined }, v2Decoding.groupForm],
    ['has a blank name', { ...group, group_name: ' \t' }, v2Decoding.groupName],
    ['has a compressed key', { ...group, group_pk: `02${group.group_pk}` }, v2Decoding.groupForm],
    ['has no point for a key', { ...group, group_pk: `${noPoint}05` }, v2Decoding.groupKey],
    ['has no members', { ...group, members: [] }, v2Decoding.memberCount(V2_MEMBERS_MAX)],
    ['has too many members', { ...group, members: many }, v2Decoding.groupForm],
    ['has a threshold of zero', { ...group, threshold: 0 }, v2Decoding.threshold(3)],
    ['has a threshold above its members', { ...group, threshold: 4 }, v2Decoding.threshold(3)],
    ['has a threshold with a fraction', { ...group, threshold: 1.5 }, v2Decoding.groupForm],
    [
      'has a member of index zero',
      { ...group, members: [{ ...first, idx: 0 }, second] },
      v2Decoding.memberIndex,
    ],
    [
      'has a member above 16 bits',
      { ...group, members: [{ ...first, idx: 65_536 }, second] },
      v2Decoding.groupForm,
    ],
    [
      'has an index twice',
      { ...group, members: [first, { ...second, idx: first.idx }] },
      v2Decoding.memberIndexTwice,
    ],
    [
      'has a key twice',
      { ...group, members: [first, { ...second, pubkey: first.pubkey }] },
      v2Decoding.memberKeyTwice,
    ],
    [
      'has two keys that are one peer',
      { ...group, members: [first, { ...second, pubkey: flipBit(first.pubkey, 0) }] },
      v2Decoding.memberKeyTwice,
    ],
    [
      'has an x-only key',
      { ...group, members: [first, { ...second, pubkey: recordedKey(2) }] },
      v2Decoding.groupForm,
    ],
    [
      'has no point for a member',
      { ...group, members: [first, { ...second, pubkey: `02${noPoint}05` }] },
      v2Decoding.memberKey,
    ],
  ])('is refused that %s', (_, value, reason) => {
    expect(parseGroup(value, serverCurve)).toMatchObject(fail(reason))
  })
})

test('a number has its lowest byte first', () => {
  expect(uint32LE(0x01020304)).toEqual(hexToBytes('04030201'))
})

function twice(scalar: string): string {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  return ((2n * BigInt(`0x${scalar}`)) % order).toString(16).padStart(64, '0')
}
