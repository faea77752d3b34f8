import { decode_group_pkg, encode_group_pkg } from '@frostr/bifrost/encoder'
import { describe, expect, test } from 'vitest'
import { decoding, protocolTexts, validation } from '#contract/messages.ts'
import { publicPoint, serverCurve } from '#crypto/curve/hex.ts'
import { randomScalar, scalarHex } from '#crypto/curve/scalars.ts'
import { FrostrError } from '#lib/errors.ts'
import {
  asBech32,
  asBech32m,
  bytesOf,
  holdsPartOf,
  mistype,
  overwrite,
} from '#tests/support/credentials.ts'
import { seededPrng } from '#tests/support/prng.ts'
import { thrownBy } from '#tests/support/thrown.ts'
import { GROUP_CHARS_MAX, GROUP_CHARS_MIN } from '../limits.ts'
import * as reading from './group.ts'
import { encodeGroup } from './keyset.ts'
import type { CommitPackage, GroupPackage } from './packages.ts'

const decodeGroup = (text: string) => reading.decodeGroup(text, serverCurve)
const validateGroup = (text: unknown) => reading.validateGroup(text, serverCurve)

const prng = seededPrng(2)
const points = Array.from({ length: 64 }, () => publicPoint(scalarHex(randomScalar(prng.bytes))))
const at = (position: number): string => points[position] ?? ''

/** A well-formed group; its keys don't add up to any real key. */
function randomGroup(members: number): GroupPackage {
  const keys = prng.shuffle(points)
  const commits = keys.slice(0, members).map((pubkey, position) => ({
    idx: 1 + position + 100_000 * prng.integer(40_000),
    pubkey,
    binder_pn: prng.pick(points),
    hidden_pn: prng.pick(points),
  }))
  return { group_pk: prng.pick(points), threshold: 1 + prng.integer(members), commits }
}

const commit = (idx: number): CommitPackage => ({
  idx,
  pubkey: at(idx),
  binder_pn: at(20 + idx),
  hidden_pn: at(40 + idx),
})
const group: GroupPackage = {
  group_pk: at(0),
  threshold: 2,
  commits: [commit(1), commit(2), commit(3)],
}
const text = encodeGroup(group)
const bytes = bytesOf(text)
const THRESHOLD = 33
const FIRST = 37
const SECOND = FIRST + 103
/** x = 5 has no y: 5³ + 7 is not a square. */
const NO_POINT = `02${'00'.repeat(31)}05`
/** x = p, which would reduce to 0. */
const X_TOO_LARGE = '02fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f'
const ONLY_X = `00${at(1).slice(2)}`

const write = (position: number, hex: string) =>
  asBech32m('bfgroup', overwrite(bytes, position, hex))

describe('a group credential', () => {
  test('is the one that the genuine library writes, and reads back the same from it', () => {
    for (let round = 0; round < 1000; round += 1) {
      // Mostly small groups: every point costs a square root, and each member has three.
      const pkg = randomGroup(1 + prng.integer(round % 10 === 0 ? 15 : 4))
      const ours = encodeGroup(pkg)
      expect(encode_group_pkg(pkg)).toBe(ours)
      expect(decode_group_pkg(ours)).toEqual(pkg)
      expect(decodeGroup(ours)).toEqual({ ok: true, value: pkg })
    }
  })

  test.each([
    [1, 238],
    [3, 568],
    [15, 2546],
  ])('with %i members has %i characters', (members, chars) => {
    expect(encodeGroup(randomGroup(members))).toHaveLength(chars)
  })

  test('of fifteen members is valid', () => {
    const pkg = randomGroup(15)
    expect(validateGroup(encodeGroup(pkg))).toEqual({ ok: true, value: pkg })
  })

  test('keeps its members in their order', () => {
    const turned = { ...group, commits: [commit(3), commit(1), commit(2)] }
    expect(decodeGroup(encodeGroup(turned))).toEqual({ ok: true, value: turned })
    expect(encode_group_pkg(turned)).toBe(encodeGroup(turned))
  })

  test('with a threshold of 1 may give all its members the same key', () => {
    const same = { ...group, threshold: 1, commits: group.commits.map(sameKey) }
    expect(decodeGroup(encodeGroup(same))).toEqual({ ok: true, value: same })
  })

  test('may be pasted with space around it', () => {
    expect(validateGroup(`\n  ${text}\t `)).toEqual({ ok: true, value: group })
  })
})

function sameKey(member: CommitPackage): CommitPackage {
  return { ...member, pubkey: at(0) }
}

describe('a group that does not decode says why', () => {
  const negated = (point: string) => (point.startsWith('02') ? '03' : '02') + point.slice(2)
  const bad: [string, string, string][] = [
    ['a wrong checksum', mistype(text, text.length - 1), decoding.checksum],
    ['a mistyped character', mistype(text, 60), decoding.checksum],
    ['its second half missing', text.slice(0, 300), decoding.checksum],
    ['bech32 instead of bech32m', asBech32('bfgroup', bytes), decoding.bech32],
    ['a byte too few', asBech32m('bfgroup', bytes.subarray(0, -1)), decoding.groupBytes(37, 103)],
    [
      'one byte too many',
      asBech32m('bfgroup', Uint8Array.of(...bytes, 0)),
      decoding.groupBytes(37, 103),
    ],
    ['threshold zero', write(THRESHOLD, '00000000'), decoding.thresholdRange(3)],
    ['a threshold above its members', write(THRESHOLD, '00000004'), decoding.thresholdRange(3)],
    ['a huge threshold', write(THRESHOLD, 'ffffffff'), decoding.thresholdRange(3)],
    ['a group key off the curve', write(0, NO_POINT), decoding.groupKeyPoint],
    ['a group key of zeros', write(0, '00'.repeat(33)), decoding.groupKeyPoint],
    ['a group key that is not reduced', write(0, X_TOO_LARGE), decoding.groupKeyPoint],
    ['a group key that is not compressed', write(0, '04'), decoding.groupKeyPoint],
    ['index zero', write(FIRST, '00000000'), decoding.memberIndex(1)],
    ['an index twice', write(SECOND, '00000001'), decoding.memberIndexTwice(2)],
    ['a member key off the curve', write(SECOND + 4, NO_POINT), decoding.memberKeyPoint(2)],
    ['a member key without its sign', write(SECOND + 4, ONLY_X), decoding.memberKeyPoint(2)],
    ['a member key twice', write(SECOND + 4, at(1)), decoding.memberKeyTwice(2)],
    [
      'the same member key with both signs',
      write(SECOND + 4, negated(at(1))),
      decoding.memberKeyTwice(2),
    ],
    ['a binder nonce off the curve', write(FIRST + 37, NO_POINT), decoding.memberNoncePoint(1)],
    ['a hidden nonce off the curve', write(FIRST + 70, NO_POINT), decoding.memberNoncePoint(1)],
  ]

  test.each(bad)('%s', (_, credential, reason) => {
    const refusal = { ok: false, error: protocolTexts.decodeGroup(reason) }
    expect(decodeGroup(credential)).toMatchObject(refusal)
    expect(validateGroup(credential)).toMatchObject(refusal)
  })

  const sixteen = asBech32m(
    'bfgroup',
    Uint8Array.of(...bytes, ...Array.from({ length: 13 }, () => [...bytes.subarray(-103)]).flat()),
  )
  const onlyDecoded: [string, string, string][] = [
    ['sixteen members', sixteen, decoding.tooManyMembers(15)],
    ['no members', asBech32m('bfgroup', bytes.subarray(0, 37)), decoding.noMembers],
    ['half a key', asBech32m('bfgroup', bytes.subarray(0, 17)), decoding.groupBytes(37, 103)],
    ['another prefix', asBech32m('bfshare', bytes), decoding.prefix('bfgroup')],
    ['upper case', text.toUpperCase(), decoding.upperCase],
    ['mixed case', text.slice(0, 20) + text.slice(20).toUpperCase(), decoding.upperCase],
    ['a character outside the alphabet', `${text.slice(0, -1)}i`, decoding.alphabet],
    ['nothing', '', decoding.prefix('bfgroup')],
    ['more than 5000 characters', `bfgroup1${'q'.repeat(5000)}`, decoding.tooLong(5000)],
  ]

  test.each(onlyDecoded)('%s', (_, credential, reason) => {
    expect(decodeGroup(credential)).toMatchObject({
      ok: false,
      error: protocolTexts.decodeGroup(reason),
    })
  })

  test('and never shows any part of it, whatever is wrong', () => {
    for (const [, credential] of [...bad, ...onlyDecoded]) {
      for (const result of [decodeGroup(credential), validateGroup(credential)]) {
        const shown = JSON.stringify(result)
        const parts = [text.slice(8), text.slice(8).toUpperCase(), ...points]
        expect(parts.some((part) => holdsPartOf(shown, part))).toBe(false)
      }
    }
  })
})

describe('what a person sees first is', () => {
  test.each([undefined, null, 42, {}, '', '   '])('that it is required: %j', (input) => {
    expect(validateGroup(input)).toMatchObject({ ok: false, error: validation.groupRequired })
  })

  test.each([
    ['another prefix', asBech32m('bfshare', bytes)],
    ['upper case', text.toUpperCase()],
  ])('the prefix: %s', (_, credential) => {
    expect(validateGroup(credential)).toMatchObject({ ok: false, error: validation.groupPrefix })
  })

  test.each([
    ['only the prefix', 'bfgroup'],
    ['236 characters', text.slice(0, 236)],
    ['no members', asBech32m('bfgroup', bytes.subarray(0, 37))],
  ])('that it is too short: %s', (_, credential) => {
    const error = validation.groupTooShort(GROUP_CHARS_MIN)
    expect(validateGroup(credential)).toMatchObject({ ok: false, error })
  })

  test.each([
    ['2547 characters', `bfgroup1${'q'.repeat(2539)}`],
    ['a megabyte', `bfgroup1${'q'.repeat(1_000_000)}`],
  ])('that it is too long: %s', (_, credential) => {
    const error = validation.groupTooLong(GROUP_CHARS_MAX)
    expect(validateGroup(credential)).toMatchObject({ ok: false, error })
  })

  test.each([
    ['a character outside it', `${text.slice(0, -1)}b`],
    ['space within', `${text.slice(0, 90)} ${text.slice(90)}`],
    ['mixed case', text.slice(0, 20) + text.slice(20).toUpperCase()],
  ])('the alphabet: %s', (_, credential) => {
    expect(validateGroup(credential)).toMatchObject({ ok: false, error: validation.groupBech32m })
  })
})

describe('a group package is refused by the encoder', () => {
  test.each([
    ['no members', { commits: [] }, decoding.noMembers],
    [
      'sixteen members',
      { commits: Array.from({ length: 16 }, (_, n) => commit(n + 1)) },
      decoding.tooManyMembers(15),
    ],
    ['a broken threshold', { threshold: 1.5 }, decoding.thresholdRange(3)],
    ['a group key that is no hex', { group_pk: 'zz'.repeat(33) }, decoding.groupKeyPoint],
    ['an x-only group key', { group_pk: at(0).slice(2) }, decoding.groupKeyPoint],
    [
      'a member key twice in another case',
      { commits: [commit(1), { ...commit(2), pubkey: at(1).toUpperCase() }] },
      decoding.memberKeyTwice(2),
    ],
  ])('with %s', (_, wrong, reason) => {
    const error = thrownBy(() => encodeGroup({ ...group, ...wrong }))
    expect(error).toBeInstanceOf(FrostrError)
    expect(error).toMatchObject({
      code: 'NODE_ERROR',
      message: protocolTexts.groupSchema,
      details: { reason },
    })
  })
})
