import { describe, expect, test } from 'vitest'
import { publicPoint } from '#crypto/curve/hex.ts'
import { negated } from '#crypto/curve/point.ts'
import { lagrange, randomScalar, scalarHex } from '#crypto/curve/scalars.ts'
import { finished } from '../../tests/support/finished.ts'
import { seededPrng } from '../../tests/support/prng.ts'
import { thrownBy } from '../../tests/support/thrown.ts'
import { blindKeys } from './blinded-key.ts'
import { blindedPart, type Holder, weightOfParts } from './ecdh-proof.ts'
import { ecdhKeyshare } from './v1/arithmetic.ts'
import { generateKeyset } from './v1/keyset.ts'
import { dealKey } from './v2/dealing.ts'
import { ecdhPackage } from './v2/ecdh.ts'
import type { SharePackage } from './v2/group.ts'

const prng = seededPrng(2702)
const newKey = () => publicPoint(scalarHex(randomScalar(prng.bytes)))

interface Member {
  holder: Holder
  /** The member's part of an exchange with a key. */
  part(key: string): string
}

function membersOf1x(): Member[] {
  const { group, shares } = generateKeyset({ threshold: 3, totalMembers: 5, random: prng.bytes })
  const members = [1, 4, 5]
  return members.map((idx) => {
    const share = shares.find((one) => one.idx === idx)
    const pubkey = group.commits.find((one) => one.idx === idx)?.pubkey
    if (!share || !pubkey) throw new Error('no share')
    return {
      holder: { pubkey, weight: lagrange(members, idx) },
      part: (key) => ecdhKeyshare(members, key, share).keyshare,
    }
  })
}

function membersOf2026(): Member[] {
  const secretKey = scalarHex(randomScalar(prng.bytes))
  const options = { threshold: 3, totalMembers: 5, name: 'Test', random: prng.bytes }
  const dealt = dealKey(secretKey, options)
  if (!dealt.ok) throw new Error(dealt.error)
  const { group, shares } = dealt.value
  return shares.slice(0, 3).map((share) => {
    const pubkey = group.members.find(({ idx }) => idx === share.idx)?.pubkey ?? ''
    return {
      holder: { pubkey, weight: 1n },
      part: (key) => ecdhPackage([1, 2, 3], [key.slice(-64)], share).entries[0]?.keyshare ?? '',
    }
  })
}

describe.each([
  ['1.x', membersOf1x, newKey],
  ['2026', membersOf2026, () => newKey().slice(2)],
] as const)('parts of the same member in %s', (_, membersOf, keyOf) => {
  const [one, other] = membersOf()
  if (one === undefined || other === undefined) throw new Error('no members')
  const setUp = () => {
    const publicKey = keyOf()
    const { key, blinding } = finished(blindKeys([publicKey], prng.bytes))
    const [part, second] = [one.part(publicKey), one.part(key)]
    const { pubkey, weight } = one.holder
    const isRight = (a: string, b: string) =>
      finished(weightOfParts(blinding, [a], b, { pubkey, weights: [weight] })) === weight
    return { publicKey, key, blinding, part, second, isRight }
  }

  test('are right, and that of the blinded key can be made from the other', () => {
    for (let round = 0; round < 8; round += 1) {
      const { blinding, part, second, isRight } = setUp()
      expect(isRight(part, second)).toBe(true)
      expect(isRight(part.toUpperCase(), second.toUpperCase())).toBe(true)
      expect(finished(blindedPart(blinding, [part], one.holder))).toBe(second)
    }
  })

  test('are found wrong when one of them, or both, are wrong', () => {
    const { publicKey, key, part, second, isRight } = setUp()
    const lies = [
      [newKey(), second],
      [part, newKey()],
      [newKey(), newKey()],
      [negated(part), second],
      [part, negated(second)],
      [negated(part), negated(second)],
      [second, part],
      [part, part],
      [other.part(publicKey), other.part(key)],
      [`02${'00'.repeat(31)}05`, second],
      [part, `02${'00'.repeat(31)}05`],
      [part.slice(2), second],
      ['', ''],
    ] as const
    for (const [a, b] of lies) expect([a, b, isRight(a, b)]).toEqual([a, b, false])
  })

  test('are found wrong when both are right for other keys', () => {
    const { isRight } = setUp()
    const strange = setUp()
    expect(strange.isRight(strange.part, strange.second)).toBe(true)
    expect(isRight(strange.part, strange.second)).toBe(false)
  })

  test('of several keys are right only if all of them are, each in its place', () => {
    const publicKeys = [keyOf(), keyOf(), keyOf()]
    const { key, blinding } = finished(blindKeys(publicKeys, prng.bytes))
    const second = one.part(key)
    const { pubkey, weight } = one.holder
    const areRight = (...parts: string[]) =>
      finished(weightOfParts(blinding, parts, second, { pubkey, weights: [weight] })) === weight
    const right = publicKeys.map((publicKey) => one.part(publicKey)) as [string, string, string]
    const [a, b, c] = right
    expect(areRight(...right)).toBe(true)
    expect(finished(blindedPart(blinding, right, one.holder))).toBe(second)
    const wrong = [
      [b, a, c],
      [a, b],
      [a, b, c, c],
      [a, a, c],
      [a, b, newKey()],
      [negated(a), negated(b), negated(c)],
      [a, b, ''],
      right.map((_, at) => other.part(publicKeys[at] ?? '')),
      [],
    ]
    for (const parts of wrong) expect([parts, areRight(...parts)]).toEqual([parts, false])
  })

  test('are not made from anything but points', () => {
    const { blinding } = setUp()
    expect(thrownBy(() => finished(blindedPart(blinding, ['02'], one.holder)))).toBeInstanceOf(
      Error,
    )
  })
})

describe('parts that come with either of two weights', () => {
  const members = [1, 2, 3]
  const keys = [1, 2].map(() => newKey().slice(2))
  const { key, blinding } = finished(blindKeys(keys, prng.bytes))
  const [share, pubkey] = memberOf2026(2)
  const coefficient = lagrange(members, 2)
  const either = [1n, coefficient]
  const partsOf = (isWeighted: boolean) =>
    ecdhPackage(members, [...keys, key], share, isWeighted).entries.map(({ keyshare }) => keyshare)
  const [plain, weighted] = [partsOf(false), partsOf(true)] as [Three, Three]
  const found = (parts: readonly string[], second: string, weights = either) =>
    finished(weightOfParts(blinding, parts, second, { pubkey, weights }))

  test('show which one, in whatever order the weights are tried', () => {
    for (const weights of [either, either.toReversed()]) {
      expect(found(plain.slice(0, 2), plain[2], weights)).toBe(1n)
      expect(found(weighted.slice(0, 2), weighted[2], weights)).toBe(coefficient)
    }
  })

  test('are wrong with any other weight, or when they have both', () => {
    expect(found(weighted.slice(0, 2), weighted[2], [1n])).toBe(null)
    expect(found(plain.slice(0, 2), plain[2], [coefficient])).toBe(null)
    expect(found(plain.slice(0, 2), weighted[2])).toBe(null)
    expect(found(weighted.slice(0, 2), plain[2])).toBe(null)
    for (const second of [plain[2], weighted[2]]) {
      expect(found([plain[0], weighted[1]], second)).toBe(null)
      expect(found([weighted[0], plain[1]], second)).toBe(null)
    }
  })
})

type Three = [string, string, string]

function memberOf2026(idx: number): [share: SharePackage, pubkey: string] {
  const secretKey = scalarHex(randomScalar(prng.bytes))
  const options = { threshold: 3, totalMembers: 5, name: 'Test', random: prng.bytes }
  const dealt = dealKey(secretKey, options)
  if (!dealt.ok) throw new Error(dealt.error)
  const { group, shares } = dealt.value
  const share = shares.find((one) => one.idx === idx)
  const member = group.members.find((one) => one.idx === idx)
  if (!share || !member) throw new Error('no share')
  return [share, member.pubkey]
}
