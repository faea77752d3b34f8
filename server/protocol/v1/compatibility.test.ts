import { generate_dealer_pkg, is_group_member } from '@frostr/bifrost/lib'
import { describe, expect, test } from 'vitest'
import { validation } from '#contract/messages.ts'
import { serverCurve } from '#crypto/curve/hex.ts'
import { pageCurve } from '#crypto/curve/page.ts'
import { CURVE_ORDER } from '#tests/support/credentials.ts'
import { seededPrng } from '#tests/support/prng.ts'
import { isShareOf } from '../packages.ts'
import { generateKeyset } from './keyset.ts'
import type { GroupPackage, SharePackage } from './packages.ts'
import { checkCompatibility } from './recovery.ts'

const prng = seededPrng(5)
const { group, shares } = generateKeyset({ threshold: 2, totalMembers: 3, random: prng.bytes })
const stranger = generateKeyset({ threshold: 2, totalMembers: 3, random: prng.bytes })

function pickShare(from: SharePackage[], position: number): SharePackage {
  const share = from[position]
  if (share === undefined) throw new Error('no such share')
  return share
}

const share = pickShare(shares, 0)
const foreign = pickShare(stranger.shares, 0)

/** Whether a share is of a group: for the server's curve, and for the page's. */
const isMember = ({ commits }: GroupPackage, share: SharePackage) =>
  [serverCurve, pageCurve].map((curve) => isShareOf(commits, share, curve))

/** n - key: the same x, the other y. */
const negated = (seckey: string) =>
  (BigInt(`0x${CURVE_ORDER}`) - BigInt(`0x${seckey}`)).toString(16).padStart(64, '0')

describe('a share', () => {
  test('of the group is a member, whoever dealt it', () => {
    for (let members = 1; members <= 15; members += 2) {
      const ours = generateKeyset({ threshold: 1 + prng.integer(members), totalMembers: members })
      const genuine = generate_dealer_pkg(1 + prng.integer(members), members)
      for (const keyset of [ours, genuine])
        for (const member of keyset.shares) {
          expect(isMember(keyset.group, member)).toEqual([true, true])
          expect(is_group_member(keyset.group, member)).toBe(true)
        }
    }
  })

  test.each([
    ['of another group', foreign],
    ["under another member's index", { ...share, idx: 2 }],
    ['under an index that nobody has', { ...share, idx: 4 }],
    ['with the negated key', { ...share, seckey: negated(share.seckey) }],
    ['with key zero', { ...share, seckey: '00'.repeat(32) }],
    ['with the curve order as its key', { ...share, seckey: CURVE_ORDER }],
    ['with a key that is no hex', { ...share, seckey: 'no key' }],
  ])('%s is no member', (_, other) => {
    expect(isMember(group, other)).toEqual([false, false])
  })
})

describe('shares', () => {
  test('of the group are compatible with it', () => {
    expect(checkCompatibility(group, shares)).toEqual({ ok: true, value: shares })
  })

  test.each([
    ['none', [], validation.noShares],
    ['one without an index', [share, { ...share, idx: Number.NaN }], validation.shareIndexMissing],
    ['one with index zero', [{ ...share, idx: 0 }], validation.shareIndexMissing],
    ['one of another group', [share, foreign], validation.shareItem(2, validation.shareNotInGroup)],
  ])('are refused: %s', (_, given, error) => {
    expect(checkCompatibility(group, given)).toMatchObject({ ok: false, error })
  })
})
