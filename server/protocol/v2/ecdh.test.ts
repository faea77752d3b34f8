import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { add } from '#crypto/curve/curve.ts'
import { pointHex, pointOf, publicPoint } from '#crypto/curve/hex.ts'
import { randomScalar, scalarHex } from '#crypto/curve/scalars.ts'
import { nip44 } from '#crypto/nip44.ts'
import { xOnly } from '#nostr/x-only.ts'
import { betaVectors } from '#tests/support/beta-vectors.ts'
import { seededPrng } from '#tests/support/prng.ts'
import { thrownBy } from '#tests/support/thrown.ts'
import {
  flipBit,
  present,
  recordedData,
  recordedShare,
  recordedStep,
  vectors,
} from '#tests/support/v2-vectors.ts'
import { dealKey } from './dealing.ts'
import { combineEcdh, ecdhPackage } from './ecdh.ts'
import { conversationKey } from './envelope.ts'
import type { EcdhPackage } from './messages.ts'

const prng = seededPrng(408)
const step = recordedStep('ecdh')
const runs = present(step.runs)
const target = present(step.target)
const groupTimesTarget = present(step.group_secret_times_target)

function combinedOrNone(packages: readonly EcdhPackage[]): string | null {
  try {
    return combineEcdh(packages, 0)
  } catch {
    return null
  }
}

describe.each(runs)('the recorded exchange of members $members', (run) => {
  const asked = recordedData(run.events, 'EcdhRequest')
  const answered = recordedData(run.events, 'EcdhResponse')

  test('has the same key shares as ours, from the asker and the answerer', () => {
    for (const recorded of [asked, answered])
      expect(ecdhPackage(run.members, [target], recordedShare(recorded.idx))).toEqual(recorded)
  })

  test('gives the point that the group’s key and the target share', () => {
    const point = combineEcdh([asked, answered], 0)
    expect(point).toBe(run.lagrange_weighted_point)
    expect(point).toBe(groupTimesTarget)
    expect(combineEcdh([answered, asked], 0)).toBe(point)
  })

  test('gives genuine devices a different result, which is useless', () => {
    const [one, other] = [asked, answered].map(({ entries }) => pointOf(entries[0]?.keyshare ?? ''))
    const sum = pointHex(add(present(one), present(other)))
    const genuine = createHash('sha256').update(Buffer.from(sum, 'hex')).digest('hex')
    expect(genuine).toBe(run.genuine_result)
    expect(sum).not.toBe(groupTimesTarget)
  })

  test('gives another point, or none, with any bit of a key share flipped', () => {
    const [entry] = answered.entries.map((one) => present(one))
    for (let bit = 0; bit < 264; bit += 5) {
      const keyshare = flipBit(present(entry).keyshare, bit)
      const wrong = { ...answered, entries: [{ ...present(entry), keyshare }] }
      expect(combinedOrNone([asked, wrong])).not.toBe(groupTimesTarget)
    }
  })
})

test('the point opens what the target encrypted to the group’s key', () => {
  const run = present(runs[0])
  const packages = [
    recordedData(run.events, 'EcdhRequest'),
    recordedData(run.events, 'EcdhResponse'),
  ]
  const ours = nip44.conversationKey(xOnly(combineEcdh(packages, 0)))
  const theirs = conversationKey(present(step.target_secret), vectors.keyset.group.group_pk)
  expect(nip44.decrypt(nip44.encrypt('for the group', theirs), ours)).toBe('for the group')
})

test.each([
  [2, 2],
  [3, 5],
  [8, 15],
])('%i of %i get the right point for every key of one exchange', (threshold, totalMembers) => {
  const secretKey = scalarHex(randomScalar(prng.bytes))
  const options = { threshold, totalMembers, name: 'Test', random: prng.bytes }
  const dealt = dealKey(secretKey, options)
  if (!dealt.ok) throw new Error(dealt.error)
  const { group, shares } = dealt.value
  const theirs = [1, 2, 3].map(() => scalarHex(randomScalar(prng.bytes)))
  const keys = theirs.map((secret) => xOnly(publicPoint(secret)))
  const signers = prng.shuffle(shares).slice(0, threshold)
  const members = signers.map(({ idx }) => idx).toSorted((a, b) => a - b)
  const packages = signers.map((share) => ecdhPackage(members, keys, share))
  for (const [at, secret] of theirs.entries()) {
    const key = nip44.conversationKey(xOnly(combineEcdh(packages, at)))
    expect(Buffer.from(key)).toEqual(Buffer.from(conversationKey(secret, group.group_pk)))
  }
})

describe.each(betaVectors.ecdh)('the exchange with $target in Igloo beta’s vectors', (known) => {
  test.each(known.rounds)(
    'has our parts with and without a weight, of members $members',
    (round) => {
      for (const { idx, share, weighted, unweighted } of round.parts) {
        const partOf = (isWeighted: boolean) =>
          ecdhPackage(round.members, [known.target], { idx, seckey: share }, isWeighted).entries
        expect(partOf(false)).toEqual([{ ecdh_pk: known.target, keyshare: unweighted }])
        expect(partOf(true)).toEqual([{ ecdh_pk: known.target, keyshare: weighted }])
      }
    },
  )

  test.each(known.rounds)('gives its secret, whichever of $members weight their parts', (round) => {
    const { members, parts } = round
    const indices = parts.map(({ idx }) => idx)
    for (const weighing of [[], indices, ...indices.map((idx) => [idx])]) {
      const packages = parts.map(({ idx, weighted, unweighted }) => {
        const keyshare = weighing.includes(idx) ? weighted : unweighted
        return { idx, members, entries: [{ ecdh_pk: known.target, keyshare }] }
      })
      const secret = xOnly(combineEcdh(packages, 0, weighing))
      expect([weighing, secret]).toEqual([weighing, known.secret])
      expect(Buffer.from(nip44.conversationKey(secret)).toString('hex')).toBe(
        round.conversation_key,
      )
    }
  })

  test('gives the same as the other party’s exchange with the group’s key', () => {
    const key = conversationKey(known.counterparty_secret.padStart(64, '0'), known.group_pk)
    expect(Buffer.from(key).toString('hex')).toBe(known.rounds[0]?.conversation_key)
  })
})

describe('there is no exchange', () => {
  test.each([
    ['no point', `${'00'.repeat(31)}05`],
    ['empty', ''],
    ['no hex', 'zz'.repeat(32)],
    ['compressed', `02${target}`],
  ])('with a key that is %s', (_, key) => {
    expect(thrownBy(() => ecdhPackage([1, 2], [key], recordedShare(1)))).toBeInstanceOf(Error)
  })

  test('with key shares that are missing, are not points, or cancel out', () => {
    const ours = ecdhPackage([1, 2], [target], recordedShare(1))
    const [entry] = ours.entries.map((one) => present(one))
    const withShare = (keyshare: string) => ({
      ...ours,
      idx: 2,
      entries: [{ ...present(entry), keyshare }],
    })
    const keyshare = present(entry).keyshare
    // Weighted with 2 and -1.
    const double = pointHex(add(pointOf(keyshare), pointOf(keyshare)))
    const wrong = [
      withShare(`02${'00'.repeat(31)}05`),
      { ...ours, idx: 2, entries: [] },
      withShare(double),
    ]
    for (const theirs of wrong)
      expect(thrownBy(() => combineEcdh([ours, theirs], 0))).toBeInstanceOf(Error)
  })
})
