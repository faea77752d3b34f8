import { describe, expect, test } from 'vitest'
import { serverCurve } from '#crypto/curve/server.ts'
import { present, vectors } from '../../tests/support/v2-vectors.ts'
import { carryOver } from './carry-over.ts'
import { keysetId } from './keyset-id.ts'
import { generateKeyset } from './v1/keyset.ts'

const { group } = vectors.keyset
const old = generateKeyset({ threshold: 2, totalMembers: 3 })

describe('the id of a keyset', () => {
  test('is what genuine devices of 2026 call its group', () => {
    expect(keysetId(group)).toBe(vectors.keyset.group_id)
  })

  test.each(vectors.carry_over_from_1x)(
    'stays when its group of 1.x, with a key $parity, is carried over',
    ({ v1, next, next_group_id }) => {
      expect(keysetId(v1.group)).toBe(next_group_id)
      expect(keysetId(next.group)).toBe(next_group_id)
    },
  )

  test('is the same whatever the group is called', () => {
    const [share] = old.shares
    const named = (name: string) => carryOver(old.group, [present(share)], serverCurve, name)
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
  ])('is there for a group of 1.x that can not be carried over: %s', (_, fixed) => {
    expect(carryOver(fixed, [], serverCurve).ok).toBe(false)
    expect(keysetId(fixed)).toMatch(/^[0-9a-f]{64}$/)
  })
})
