import { encode_share_pkg } from '@frostr/bifrost/encoder'
import { generate_dealer_pkg, recover_secret_key } from '@frostr/bifrost/lib'
import { describe, expect, test } from 'vitest'
import { decoding, protocolTexts, validation } from '#contract/messages.ts'
import { publicPoint } from '#crypto/curve/hex.ts'
import { randomScalar, scalarHex } from '#crypto/curve/scalars.ts'
import { FrostrError } from '#lib/errors.ts'
import { keyPair } from '#nostr/keys.ts'
import { CURVE_ORDER, holdsPartOf, mistype } from '#tests/support/credentials.ts'
import { isLong } from '#tests/support/long.ts'
import { seededPrng } from '#tests/support/prng.ts'
import { thrownBy } from '#tests/support/thrown.ts'
import { encodeGroup, generateKeyset } from './keyset.ts'
import type { GroupPackage, SharePackage } from './packages.ts'
import { recoverKey, recoverSecret, validateMinimumShares } from './recovery.ts'

const prng = seededPrng(4)
const SIZES = Array.from({ length: 15 }, (_, n) =>
  Array.from({ length: n + 1 }, (_, t) => ({ threshold: t + 1, totalMembers: n + 1 })),
).flat()
/** The smallest, the middle and the largest threshold of each number of members. */
const SOME_SIZES = SIZES.filter(
  ({ threshold, totalMembers }) =>
    isLong || [1, Math.ceil(totalMembers / 2), totalMembers].includes(threshold),
)

const randomSecret = () => scalarHex(randomScalar(prng.bytes))
const secretKey = randomSecret()
const { group, shares, shareCredentials } = generateKeyset({
  threshold: 2,
  totalMembers: 3,
  secretKey,
  random: prng.bytes,
})
const stranger = generateKeyset({ threshold: 2, totalMembers: 3, random: prng.bytes })

function pickShare(position: number): SharePackage {
  const share = shares[position]
  if (share === undefined) throw new Error('no such share')
  return share
}

/** At least `threshold` shares, in any order. */
function someShares(all: SharePackage[], threshold: number): SharePackage[] {
  const count = threshold + prng.integer(all.length - threshold + 1)
  return prng.shuffle(all).slice(0, count)
}

describe('the key is recovered', () => {
  test('from any large enough subset of a keyset of any size', () => {
    for (const size of SOME_SIZES) {
      const secret = randomSecret()
      const keyset = generateKeyset({ ...size, secretKey: secret, random: prng.bytes })
      for (let round = 0; round < 3; round += 1) {
        const part = someShares(keyset.shares, size.threshold)
        expect(recoverSecret({ group: keyset.group, shares: part })).toBe(secret)
      }
      const part = someShares(keyset.shares, size.threshold)
      expect(recover_secret_key(keyset.group, part)).toBe(secret)
    }
  })

  test('from keysets of the genuine dealer', () => {
    for (const { threshold, totalMembers } of SOME_SIZES) {
      const secret = randomSecret()
      const genuine = generate_dealer_pkg(threshold, totalMembers, [secret])
      const part = someShares(genuine.shares, threshold)
      expect(recoverSecret({ group: genuine.group, shares: part })).toBe(secret)
    }
  })

  test('with its leading zeros', () => {
    const small = `${'0'.repeat(63)}7`
    const keyset = generateKeyset({ threshold: 2, totalMembers: 2, secretKey: small })
    expect(recoverSecret(keyset)).toBe(small)
  })

  test('when one share was given twice', () => {
    const [first, second] = [pickShare(0), pickShare(1)]
    expect(recoverSecret({ group, shares: [first, first, second, second] })).toBe(secretKey)
  })

  test('in every form that a person may need', () => {
    expect(recoverKey({ group, shares })).toEqual(keyPair(secretKey))
  })

  test('from members whose indices are far apart', () => {
    const slope = randomScalar(prng.bytes)
    const order = BigInt(`0x${CURVE_ORDER}`)
    const at = (idx: number) => (BigInt(`0x${secretKey}`) + slope * BigInt(idx)) % order
    const far = [7, 2 ** 32 - 1].map((idx) => ({
      ...pickShare(0),
      idx,
      seckey: scalarHex(at(idx)),
    }))
    const commits = far.map(({ idx }, position) => ({
      idx,
      pubkey: publicPoint(scalarHex(at(idx))),
      binder_pn: group.commits[position]?.binder_pn ?? '',
      hidden_pn: group.commits[position]?.hidden_pn ?? '',
    }))
    const wide: GroupPackage = { ...group, commits }
    expect(encodeGroup(wide)).toMatch(/^bfgroup1/)
    expect(recoverSecret({ group: wide, shares: far })).toBe(secretKey)
  })
})

describe('no key is recovered', () => {
  const forged = { ...pickShare(1), seckey: randomSecret() }
  const moved = { ...pickShare(1), idx: 3 }
  const otherKey: GroupPackage = { ...group, group_pk: stranger.group.group_pk }
  const negatedKey: GroupPackage = {
    ...group,
    group_pk: (group.group_pk.startsWith('02') ? '03' : '02') + group.group_pk.slice(2),
  }
  const lowered: GroupPackage = { ...group, threshold: 1 }
  const notMember = (position: number) => validation.shareItem(position, validation.shareNotInGroup)

  test.each([
    ['without a group', undefined, shares, protocolTexts.recoveryInput, undefined],
    ['without shares', group, [], protocolTexts.recoveryInput, undefined],
    [
      'from too few shares',
      group,
      shares.slice(0, 1),
      protocolTexts.recoveryNotEnough(2),
      protocolTexts.notEnoughShares,
    ],
    [
      'from the same share given twice',
      group,
      [pickShare(0), pickShare(0)],
      protocolTexts.recoveryNotEnough(2),
      protocolTexts.notEnoughShares,
    ],
    [
      'from shares of another group',
      group,
      stranger.shares,
      protocolTexts.recoverSecretKey,
      notMember(1),
    ],
    [
      'from enough shares and one of another group',
      group,
      [...shares, ...stranger.shares.slice(0, 1)],
      protocolTexts.recoverSecretKey,
      notMember(4),
    ],
    [
      'from a forged share',
      group,
      [pickShare(0), forged],
      protocolTexts.recoverSecretKey,
      notMember(2),
    ],
    [
      "from a share under another's index",
      group,
      [pickShare(0), moved],
      protocolTexts.recoverSecretKey,
      notMember(2),
    ],
    [
      'from a share without an index',
      group,
      [pickShare(0), { ...pickShare(1), idx: Number.NaN }],
      protocolTexts.recoverSecretKey,
      validation.shareIndexMissing,
    ],
    [
      'from a share whose key is zero',
      group,
      [pickShare(0), { ...pickShare(1), seckey: '00'.repeat(32) }],
      protocolTexts.recoverSecretKey,
      notMember(2),
    ],
    ['for a group with another key', otherKey, shares, protocolTexts.recoverSecretKey, undefined],
    [
      'for a group with the negated key',
      negatedKey,
      shares,
      protocolTexts.recoverSecretKey,
      undefined,
    ],
    [
      'for a group with a lowered threshold',
      lowered,
      shares,
      protocolTexts.recoverSecretKey,
      undefined,
    ],
  ])('%s', (_, from, given, message, reason) => {
    const error = thrownBy(() => recoverSecret({ group: from, shares: given }))
    expect(error).toBeInstanceOf(FrostrError)
    expect(error).toMatchObject({ code: 'RECOVERY_ERROR', message })
    expect(error).toHaveProperty('details', reason === undefined ? undefined : { reason })
    const shown = `${String(error)} ${JSON.stringify(error)}`
    const secrets = [secretKey, ...given.map(({ seckey }) => seckey)]
    expect(secrets.some((secret) => holdsPartOf(shown, secret))).toBe(false)
  })
})

describe('pasted shares', () => {
  const [first = '', second = '', third = ''] = shareCredentials

  test('are decoded when there are enough', () => {
    expect(validateMinimumShares([first, ` ${third}\n`], group)).toEqual({
      ok: true,
      value: [pickShare(0), pickShare(2)],
    })
  })

  test('count once when given twice', () => {
    expect(validateMinimumShares([first, second, first], group)).toEqual({
      ok: true,
      value: [pickShare(0), pickShare(1)],
    })
  })

  test.each([
    ['none', [], validation.noShares],
    ['too few', [first], validation.notEnoughShares(2, 1)],
    ['the same twice', [first, first], validation.notEnoughShares(2, 1)],
    [
      'a mistyped one',
      [first, mistype(second, 70)],
      validation.shareItem(2, protocolTexts.decodeShare(decoding.checksum)),
    ],
    ['an empty one', ['', first], validation.shareItem(1, validation.shareRequired)],
    ['something else', [first, 42], validation.shareItem(2, validation.shareRequired)],
  ])('are refused: %s', (_, texts, error) => {
    expect(validateMinimumShares(texts, group)).toMatchObject({ ok: false, error })
  })

  test('may not be missing for a group of one, either', () => {
    expect(validateMinimumShares([], { threshold: 1 })).toMatchObject({
      ok: false,
      error: validation.noShares,
    })
  })

  test('are written by the genuine library as well', () => {
    const genuine = generate_dealer_pkg(2, 3)
    expect(validateMinimumShares(genuine.shares.map(encode_share_pkg), genuine.group)).toEqual({
      ok: true,
      value: genuine.shares,
    })
  })
})
