import { describe, expect, test } from 'vitest'
import { v2Refusal } from '#contract/messages.ts'
import { fail, ok } from '#lib/errors.ts'
import {
  flipBit,
  present,
  recordedData,
  recordedShare,
  recordedStep,
  vectors,
} from '#tests/support/v2-vectors.ts'
import { joinGroup } from './onboarding.ts'
import { parsePayload } from './parse.ts'

const { group_pk } = vectors.keyset.group
const events = present(recordedStep('onboard').events)
const response = parsePayload.OnboardResponse(recordedData(events, 'OnboardResponse'))
if (!response.ok) throw new Error(response.error)
const { group } = response.value
const share = recordedShare(3)

describe('a group that an inviter sends', () => {
  test('is joined as the member whose key is ours, as in the recorded onboarding', () => {
    expect(joinGroup(group, share.seckey, null)).toEqual(ok(share))
    expect(joinGroup(group, share.seckey, group_pk)).toEqual(ok(share))
    expect(joinGroup(group, share.seckey, group_pk.toUpperCase())).toEqual(ok(share))
  })

  test('is not joined with a secret that has any bit flipped', () => {
    for (let bit = 0; bit < 256; bit += 8)
      expect(joinGroup(group, flipBit(share.seckey, bit), null)).toMatchObject(
        fail(v2Refusal.shareNotInGroup),
      )
  })

  test('is not joined when our member has the negated key', () => {
    const members = group.members.map((member) =>
      member.idx === share.idx ? { ...member, pubkey: flipBit(member.pubkey, 0) } : member,
    )
    expect(joinGroup({ ...group, members }, share.seckey, null)).toMatchObject(
      fail(v2Refusal.shareNotInGroup),
    )
  })

  test('is not joined when it has a key other than expected', () => {
    for (let bit = 0; bit < 256; bit += 8)
      expect(joinGroup(group, share.seckey, flipBit(group_pk, bit))).toMatchObject(
        fail(v2Refusal.otherGroupKey),
      )
  })

  test('is not joined when its members do not make its key', () => {
    const [first, second, third] = group.members.map((member) => present(member))
    const wrongs = [
      { ...group, threshold: 1 },
      { ...group, group_pk: present(first).pubkey.slice(2) },
      { ...group, members: [present(first), { ...present(second), idx: 9 }, present(third)] },
    ]
    for (const wrong of wrongs)
      expect(joinGroup(wrong, share.seckey, null)).toMatchObject(fail(v2Refusal.groupKeyUnmade))
  })
})
