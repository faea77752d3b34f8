import { describe, expect, test } from 'vitest'
import { verifySignature } from '#nostr/event.ts'
import { seededPrng } from '#tests/support/prng.ts'
import { thrownBy } from '#tests/support/thrown.ts'
import { createJob, type JobInput, type JobKind } from '../jobs.ts'
import { combineEcdh, ecdhKeyshare, hashContext, partialSignature } from './arithmetic.ts'
import type { V1Keys } from './jobs.ts'
import { generateKeyset } from './keyset.ts'
import type { PartialSignatures, SighashVector } from './messages.ts'
import { createSession } from './session.ts'

const prng = seededPrng(1201)
const hex = () => Buffer.from(prng.bytes(32)).toString('hex')
const { group, shares } = generateKeyset({ threshold: 3, totalMembers: 4, random: prng.bytes })
const [ours, second, third] = shares.map((share): V1Keys => ({ group, share }))
if (!ours || !second || !third) throw new Error('too few shares')

/** Runs a job to its end; its input and output are copied as for a thread. */
function result<K extends JobKind>(kind: K, keys: V1Keys, input: JobInput<K>) {
  const steps = createJob(kind, structuredClone({ v1: keys }), structuredClone(input))
  for (let count = 0; ; count += 1) {
    const step = steps.next()
    if (step.done) return { value: structuredClone(step.value), steps: count }
  }
}

const vectors = (count: number): SighashVector[] =>
  Array.from({ length: count }, (_, n) => (n % 2 === 0 ? [hex()] : [hex(), hex(), hex()]))

const sessionOf = (hashes: SighashVector[]) =>
  createSession(group, [1, 2, 3], hashes, { stamp: 1_750_000_000 })

const answerOf = (keys: V1Keys, session: ReturnType<typeof sessionOf>): PartialSignatures => ({
  idx: keys.share.idx,
  psigs: result('answer', keys, session).value,
  pubkey: group.commits.find(({ idx }) => idx === keys.share.idx)?.pubkey ?? '',
  sid: session.sid,
})

describe('the work of a session', () => {
  test('is our partial signature of each hash, a step each', () => {
    const session = sessionOf(vectors(5))
    const { value, steps } = result('answer', ours, session)
    expect(value).toEqual(
      session.hashes.map((vector) => [
        vector[0],
        partialSignature(hashContext(group, session, vector), ours.share),
      ]),
    )
    expect(steps).toBe(5)
  })

  test('gives the asker a verified signature of each hash, a step each', () => {
    const session = sessionOf(vectors(5))
    const parts = result('begin', ours, session).value
    const answers = [answerOf(second, session), answerOf(third, session)]
    const { value, steps } = result('combine', ours, { session, parts, answers })
    if (!value.ok) throw new Error('not signed')
    expect(steps).toBe(5)
    expect(value.signatures.map(({ sighash }) => sighash)).toEqual(session.hashes.map(([h]) => h))
    for (const { signature, sighash, pubkey } of value.signatures) {
      expect(verifySignature(signature, sighash, pubkey)).toBe(true)
    }
  })

  test('names the members whose part is wrong, and no other', () => {
    const session = sessionOf(vectors(4))
    const parts = result('begin', ours, session).value
    const wrong = answerOf(third, session)
    const [, , spoilt] = wrong.psigs
    if (spoilt) spoilt[1] = hex()
    const answers = [answerOf(second, session), wrong]
    const { value } = result('combine', ours, { session, parts, answers })
    expect(value).toEqual({ ok: false, culprits: [third.share.idx] })
  })

  test('cannot be done with a tweak that is out of range', () => {
    const session = sessionOf([[hex(), 'ff'.repeat(32)]])
    for (const kind of ['answer', 'begin'] as const) {
      expect(thrownBy(() => result(kind, ours, session))).toBeInstanceOf(Error)
    }
  })
})

describe('the work of a key exchange', () => {
  const ecdhPk = group.commits[3]?.pubkey ?? ''
  const input = { members: [1, 2, 3], ecdhPk }

  test('is our key share, and all key shares added up', () => {
    const packages = [ours, second, third].map((keys) => result('keyshare', keys, input).value)
    expect(packages[0]).toEqual(ecdhKeyshare(input.members, ecdhPk, ours.share))
    expect(result('exchange', ours, packages).value).toBe(combineEcdh(packages))
  })

  test('is our key share of a blinded key as well, if that is asked for', () => {
    const blinded = group.commits[2]?.pubkey.slice(2) ?? ''
    const { keyshare } = ecdhKeyshare(input.members, blinded, ours.share)
    expect(result('keyshare', ours, { ...input, blinded }).value).toEqual({
      ...result('keyshare', ours, input).value,
      blinded_keyshare: keyshare,
    })
  })

  test('cannot be done with something that is not a point', () => {
    const wrong = { members: [1, 2, 3], ecdhPk: `02${'ff'.repeat(32)}` }
    expect(thrownBy(() => result('keyshare', ours, wrong))).toBeInstanceOf(Error)
  })
})
