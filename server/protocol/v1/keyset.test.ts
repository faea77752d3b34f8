import { randomBytes } from 'node:crypto'
import { decode_group_pkg, decode_share_pkg } from '@frostr/bifrost/encoder'
import {
  combine_signature_pkgs,
  create_psig_pkg,
  create_session_pkg,
  create_session_template,
  generate_dealer_pkg,
  get_session_ctx,
  is_group_member,
  verify_psig_pkg,
} from '@frostr/bifrost/lib'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex, hexToBytes } from '@noble/curves/utils.js'
import { describe, expect, test } from 'vitest'
import { protocolTexts, validation } from '#contract/messages.ts'
import { publicPoint, serverCurve } from '#crypto/curve/hex.ts'
import { randomScalar, scalarHex } from '#crypto/curve/scalars.ts'
import { FrostrError } from '#lib/errors.ts'
import { CURVE_ORDER, holdsPartOf } from '#tests/support/credentials.ts'
import { isLong } from '#tests/support/long.ts'
import { seededPrng } from '#tests/support/prng.ts'
import { thrownBy } from '#tests/support/thrown.ts'
import { validateKeysetParameters } from '../keyset-parameters.ts'
import { decodeGroup } from './group.ts'
import { generateKeyset, type Keyset } from './keyset.ts'
import { decodeShare } from './share.ts'

const prng = seededPrng(3)
const SIZES = Array.from({ length: 15 }, (_, n) =>
  Array.from({ length: n + 1 }, (_, t) => ({ threshold: t + 1, totalMembers: n + 1 })),
).flat()
/** The smallest, the middle and the largest threshold of each number of members. */
const SOME_SIZES = SIZES.filter(
  ({ threshold, totalMembers }) =>
    isLong || [1, Math.ceil(totalMembers / 2), totalMembers].includes(threshold),
)

const randomSecret = () => scalarHex(randomScalar(prng.bytes))

/** The genuine library signs with the first `threshold` shares; the signature is BIP-340. */
function signWith({ group, shares }: Keyset, sighash: string): boolean {
  const signers = shares.slice(0, group.threshold)
  const template = create_session_template(
    signers.map(({ idx }) => idx),
    sighash,
  )
  if (template === null) throw new Error('no session')
  const context = get_session_ctx(group, create_session_pkg(group, template))
  const parts = signers.map((share) => create_psig_pkg(context, share))
  const faults = parts.map((part) => verify_psig_pkg(context, part)).filter(Boolean)
  const signature = combine_signature_pkgs(context, parts)[0]?.[2] ?? ''
  const key = hexToBytes(group.group_pk.slice(2))
  return faults.length === 0 && schnorr.verify(hexToBytes(signature), hexToBytes(sighash), key)
}

describe('a keyset', () => {
  test('of many sizes has the shares that the genuine dealer makes from the same coefficients', () => {
    for (const size of SOME_SIZES) {
      const secretKey = randomSecret()
      const drawn: Uint8Array[] = []
      const random = (count: number) => {
        const bytes = prng.bytes(count)
        drawn.push(bytes)
        return bytes
      }
      const keyset = generateKeyset({ ...size, secretKey, random })
      const coefficients = drawn
        .slice(0, size.threshold - 1)
        .map((bytes) => bytesToHex(secp256k1.utils.randomSecretKey(bytes)))
      const genuine = generate_dealer_pkg(size.threshold, size.totalMembers, [
        secretKey,
        ...coefficients,
      ])
      const keys = ({ idx, seckey }: { idx: number; seckey: string }) => ({ idx, seckey })
      const commits = ({ idx, pubkey }: { idx: number; pubkey: string }) => ({ idx, pubkey })
      expect(keyset.shares.map(keys)).toEqual(genuine.shares.map(keys))
      expect(keyset.group.commits.map(commits)).toEqual(genuine.group.commits.map(commits))
      expect(keyset.group.group_pk).toBe(genuine.group.group_pk)
      expect(keyset.group.threshold).toBe(size.threshold)
    }
  })

  test('of any size is read by the genuine library and by us as it was made', () => {
    for (let totalMembers = 1; totalMembers <= 15; totalMembers += 1) {
      const threshold = 1 + prng.integer(totalMembers)
      const keyset = generateKeyset({ threshold, totalMembers, random: prng.bytes })
      expect(decode_group_pkg(keyset.groupCredential)).toEqual(keyset.group)
      expect(keyset.shareCredentials.map(decode_share_pkg)).toEqual(keyset.shares)
      expect(decodeGroup(keyset.groupCredential, serverCurve)).toEqual({
        ok: true,
        value: keyset.group,
      })
      expect(keyset.shareCredentials.map(decodeShare)).toEqual(
        keyset.shares.map((value) => ({ ok: true, value })),
      )
    }
  })

  test.each([
    [1, 1],
    [1, 3],
    [2, 2],
    [2, 3],
    [5, 7],
    [15, 15],
  ])('of %i out of %i signs with the genuine library', (threshold, totalMembers) => {
    const keyset = generateKeyset({ threshold, totalMembers, random: prng.bytes })
    expect(signWith(keyset, bytesToHex(prng.bytes(32)))).toBe(true)
    expect(keyset.shares.every((share) => is_group_member(keyset.group, share))).toBe(true)
  })

  test('signs for an odd public key as for an even one', () => {
    const seen = new Set<string>()
    while (seen.size < 2) {
      const keyset = generateKeyset({ threshold: 2, totalMembers: 3, random: prng.bytes })
      const sign = keyset.group.group_pk.slice(0, 2)
      if (!seen.has(sign)) expect(signWith(keyset, bytesToHex(prng.bytes(32)))).toBe(true)
      seen.add(sign)
    }
  })

  test.each([
    ['1', `${'0'.repeat(63)}1`],
    ['n - 1', `${CURVE_ORDER.slice(0, -1)}0`],
  ])('splits the key %s', (_, secretKey) => {
    const { group } = generateKeyset({ threshold: 2, totalMembers: 3, secretKey })
    expect(group.group_pk).toBe(publicPoint(secretKey))
  })

  test('accepts the key in upper case too', () => {
    const secretKey = randomSecret()
    const keyset = generateKeyset({
      threshold: 1,
      totalMembers: 1,
      secretKey: secretKey.toUpperCase(),
    })
    expect(keyset.shares[0]?.seckey).toBe(secretKey)
  })

  test('has nonces whose points are in the group, none of them twice', () => {
    const { group, shares } = generateKeyset({ threshold: 8, totalMembers: 15 })
    const secrets = shares.flatMap(({ binder_sn, hidden_sn }) => [binder_sn, hidden_sn])
    expect(new Set(secrets).size).toBe(30)
    expect(secrets.map((secret) => publicPoint(secret))).toEqual(
      group.commits.flatMap(({ binder_pn, hidden_pn }) => [binder_pn, hidden_pn]),
    )
  })

  test('draws 48 bytes for the key, each coefficient and each nonce', () => {
    const drawn: number[] = []
    const random = (size: number) => {
      drawn.push(size)
      return randomBytes(size)
    }
    generateKeyset({ threshold: 2, totalMembers: 3, random })
    expect(drawn).toEqual(Array.from({ length: 2 + 2 * 3 }, () => 48))
  })

  test('is different each time', () => {
    const size = { threshold: 2, totalMembers: 3, secretKey: randomSecret() }
    const [first, second] = [generateKeyset(size), generateKeyset(size)]
    expect(first.group.group_pk).toBe(second.group.group_pk)
    expect(new Set([...first.shareCredentials, ...second.shareCredentials]).size).toBe(6)
  })
})

describe('keyset parameters', () => {
  test.each([
    [0, 3, validation.thresholdPositive],
    [-1, 3, validation.thresholdPositive],
    [1.5, 3, validation.thresholdPositive],
    [Number.NaN, 3, validation.thresholdPositive],
    ['2', 3, validation.thresholdPositive],
    [2, 0, validation.totalMembersPositive],
    [2, 2.5, validation.totalMembersPositive],
    [2, undefined, validation.totalMembersPositive],
    [2, Number.POSITIVE_INFINITY, validation.totalMembersPositive],
    [4, 3, validation.thresholdTooHigh],
    [2, 16, validation.totalMembersTooHigh(15)],
  ])('of %s out of %s are refused: %s', (threshold, totalMembers, error) => {
    expect(validateKeysetParameters({ threshold, totalMembers })).toMatchObject({
      ok: false,
      error,
    })
  })

  test('of every size up to fifteen are valid', () => {
    for (const size of SIZES)
      expect(validateKeysetParameters(size)).toEqual({ ok: true, value: size })
  })

  test('that are wrong make no keyset', () => {
    const error = thrownBy(() => generateKeyset({ threshold: 4, totalMembers: 3 }))
    expect(error).toBeInstanceOf(FrostrError)
    expect(error).toMatchObject({
      code: 'KEYSET_ERROR',
      message: protocolTexts.invalidKeysetParameters,
      details: { reason: validation.thresholdTooHigh },
    })
  })
})

describe('no keyset is made', () => {
  test.each([
    ['empty', ''],
    ['short', 'ab'.repeat(31)],
    ['no hex', 'xy'.repeat(32)],
    ['zero', '00'.repeat(32)],
    ['the curve order', CURVE_ORDER],
  ])('from a secret key that is %s', (_, secretKey) => {
    const error = thrownBy(() => generateKeyset({ threshold: 2, totalMembers: 3, secretKey }))
    expect(error).toMatchObject({ code: 'KEYSET_ERROR', message: protocolTexts.invalidSecretKey })
    expect(holdsPartOf(JSON.stringify(error), secretKey)).toBe(false)
  })

  test.each([
    ['fails', () => thrownBy(() => JSON.parse('{'))],
    ['gives too little', () => new Uint8Array(16)],
  ])('when the source of randomness %s', (_, source) => {
    const random = () => {
      const bytes = source()
      if (bytes instanceof Uint8Array) return bytes
      throw bytes
    }
    const secretKey = randomSecret()
    const error = thrownBy(() =>
      generateKeyset({ threshold: 2, totalMembers: 3, secretKey, random }),
    )
    expect(error).toMatchObject({ code: 'KEYSET_ERROR', message: protocolTexts.generateKeyset })
    expect(error).not.toHaveProperty('cause')
  })
})
