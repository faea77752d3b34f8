import { describe, expect, test } from 'vitest'
import { MAX_COMMITS } from '#contract/limits.ts'
import { protocolTexts, v2Decoding, validation } from '#contract/messages.ts'
import { publicPoint, serverCurve } from '#crypto/curve/hex.ts'
import { randomScalar, scalarHex } from '#crypto/curve/scalars.ts'
import { fail, type Result } from '#lib/errors.ts'
import { verifySignature } from '#nostr/event.ts'
import { keyPair } from '#nostr/keys.ts'
import { CURVE_ORDER } from '#tests/support/credentials.ts'
import { seededPrng } from '#tests/support/prng.ts'
import { present, vectors } from '#tests/support/v2-vectors.ts'
import { convertFromV1, type DealtKeyset } from '../convert-v1.ts'
import { shareOf } from '../packages.ts'
import { type DealOptions, dealAnew, dealKey } from './dealing.ts'
import { aggregate, generateNonce, hashContext, partialSignature } from './frost.ts'
import { groupFault, makesGroupKey, type SharePackage } from './group.ts'

const prng = seededPrng(410)
const sizes = (threshold: number, totalMembers: number): DealOptions => ({
  threshold,
  totalMembers,
  name: 'Fresh',
  random: prng.bytes,
})

function dealt(result: Result<DealtKeyset>): DealtKeyset {
  if (!result.ok) throw new Error(result.error)
  return result.value
}

/** Whether these shares make a signature that is valid under the group's key. */
function canSign({ group }: DealtKeyset, signers: readonly SharePackage[]): boolean {
  const sighash = Buffer.from(prng.bytes(32)).toString('hex')
  const nonces = signers.map(({ seckey }) => generateNonce(seckey, prng.bytes))
  const commitments = signers.map(({ idx }, at) => ({ idx, ...present(nonces[at]) }))
  const context = hashContext(group.group_pk, commitments, sighash)
  const psigs = signers.map((share, at) => partialSignature(context, share, present(nonces[at])))
  return verifySignature(aggregate(context, psigs), sighash, group.group_pk)
}

describe('a key that is dealt', () => {
  test.each([
    [2, 2],
    [2, 3],
    [5, 7],
    [15, 15],
  ])('to %i of %i keeps its public key, odd or even, and its shares sign with it', (k, n) => {
    const parities = new Set<string>()
    while (parities.size < 2) {
      const secretKey = scalarHex(randomScalar(prng.bytes))
      const keyset = dealt(dealKey(secretKey, sizes(k, n)))
      parities.add(publicPoint(secretKey).slice(0, 2))
      expect(keyset.group.group_pk).toBe(keyPair(secretKey).hexPublicKey)
      expect(keyset.group).toMatchObject({ group_name: 'Fresh', threshold: k })
      expect(keyset.shares.map(({ idx }) => idx)).toEqual(
        Array.from({ length: n }, (_, i) => i + 1),
      )
      expect(groupFault(keyset.group, serverCurve)).toBeNull()
      expect(makesGroupKey(keyset.group, serverCurve)).toBe(true)
      for (const share of keyset.shares)
        expect(shareOf(keyset.group, share.seckey, serverCurve)).toEqual(share)
      expect(canSign(keyset, prng.shuffle(keyset.shares).slice(0, k))).toBe(true)
    }
  })

  test('is a new key when none was given', () => {
    const [one, other] = [1, 2].map(() => dealt(dealKey(undefined, sizes(2, 3))))
    expect(present(one).group.group_pk).not.toBe(present(other).group.group_pk)
  })

  test.each([
    ['a threshold of 1', sizes(1, 2), v2Decoding.thresholdTooLow],
    ['a threshold above its members', sizes(3, 2), validation.thresholdTooHigh],
    ['no threshold', sizes(0, 2), validation.thresholdPositive],
    ['too many members', sizes(2, MAX_COMMITS + 1), validation.totalMembersTooHigh(MAX_COMMITS)],
    ['a blank name', { ...sizes(2, 2), name: ' ' }, v2Decoding.groupName],
  ])('is not dealt with %s', (_, options, reason) => {
    expect(dealKey(undefined, options)).toMatchObject(fail(reason))
  })

  test.each(['', '00'.repeat(32), CURVE_ORDER, 'zz'.repeat(32)])('can’t be “%s”', (secretKey) => {
    expect(dealKey(secretKey, sizes(2, 2))).toMatchObject(fail(protocolTexts.invalidSecretKey))
  })
})

describe('a key that is dealt anew', () => {
  const { group, shares, group_secret } = vectors.keyset

  test('keeps its public key in new shares, whichever sufficient set it was made from', () => {
    for (const some of [shares.slice(0, 2), shares.slice(1), [...shares].reverse(), shares]) {
      const fresh = dealt(dealAnew({ group, shares: some }, sizes(3, 4)))
      expect(fresh.group.group_pk).toBe(group.group_pk)
      expect(fresh.group.threshold).toBe(3)
      const old = new Set([group_secret, ...shares.map(({ seckey }) => seckey)])
      expect(fresh.shares.some(({ seckey }) => old.has(seckey))).toBe(false)
      expect(canSign(fresh, fresh.shares.slice(1))).toBe(true)
    }
  })

  test('does not sign with an old share', () => {
    const fresh = dealt(dealAnew({ group, shares }, sizes(2, 3)))
    expect(canSign(fresh, [present(fresh.shares[0]), present(fresh.shares[1])])).toBe(true)
    expect(canSign(fresh, [present(fresh.shares[0]), present(shares[1])])).toBe(false)
  })

  test('may come from 1.x, whatever its parity', () => {
    for (const { v1 } of vectors.carry_over_from_1x) {
      const carried = dealt(convertFromV1(v1.group, v1.shares.slice(1), serverCurve, 'Carried'))
      const fresh = dealt(dealAnew(carried, sizes(2, 2)))
      expect(fresh.group.group_pk).toBe(v1.group.group_pk.slice(2))
      expect(canSign(fresh, fresh.shares)).toBe(true)
    }
  })

  test('needs as many different shares as the threshold says', () => {
    const [first, second] = shares.map((share) => present(share))
    for (const few of [[], [present(first)], [present(second), present(second)]]) {
      const distinct = new Set(few.map(({ idx }) => idx)).size
      expect(dealAnew({ group, shares: few }, sizes(2, 2))).toMatchObject(
        fail(validation.notEnoughShares(2, distinct)),
      )
    }
  })

  test('refuses a share of another group, and one under another index', () => {
    const [first, second] = shares.map((share) => present(share))
    const other = present(dealt(dealKey(undefined, sizes(2, 2))).shares[1])
    const moved = { ...present(second), idx: 3 }
    for (const wrong of [other, moved, { ...present(second), seckey: '' }]) {
      expect(dealAnew({ group, shares: [present(first), wrong] }, sizes(2, 2))).toMatchObject(
        fail(validation.shareItem(2, validation.shareNotInGroup)),
      )
    }
  })

  test('is not dealt when the shares make another key than the group says', () => {
    const other = dealt(dealKey(undefined, sizes(2, 2))).group.group_pk
    const wrong = { group: { ...group, group_pk: other }, shares }
    expect(dealAnew(wrong, sizes(2, 2))).toMatchObject(fail(protocolTexts.recoverSecretKey))
  })
})
