import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORDER } from '../support/curve.ts'
import { isLong, rounds } from '../support/long.ts'
import { seededPrng } from '../support/prng.ts'
import {
  askAgainWhenLate,
  faultsOf,
  randomVectors,
  signByFloe,
  signByGenuine,
} from '../support/signatures.ts'
import { type SigningGroup, startSigningGroup } from '../support/signing-group.ts'

const ROUNDS = rounds(4, 50)
/** Hashes in one session; the genuine library takes a second for the most that there can be. */
const BATCHES = [1, 10, ...(isLong ? [100] : [])]

/** One group key with an odd and one with an even y: their secrets are negated differently. */
const KEYS = [
  { parity: 'odd', prefix: '03', secretKey: (ORDER - 3n).toString(16) },
  { parity: 'even', prefix: '02', secretKey: '3'.padStart(64, '0') },
]

describe.each(KEYS)('2-of-3 under a group key with an $parity y', ({ prefix, secretKey }) => {
  const random = seededPrng(Number(prefix))
  let group: SigningGroup
  let key: string

  beforeAll(async () => {
    const seats = { floe: [1], genuine: [2, 3] }
    group = await startSigningGroup({ threshold: 2, totalMembers: 3, secretKey, ...seats })
    key = group.keyset.group.group_pk
  })
  afterAll(() => group.stop())

  test('the key has the parity that this run is about', () => {
    expect(key.slice(0, 2)).toBe(prefix)
  })

  test(`${ROUNDS} signatures that a genuine node asks Floe for are valid`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const vectors = randomVectors(random, 1)
      const signed = await askAgainWhenLate(() =>
        signByGenuine(group.genuine(2), vectors, [group.pubkey(1)]),
      )
      expect(faultsOf(key, vectors, signed)).toEqual([])
    }
  })

  test(`${ROUNDS} signatures that Floe asks genuine nodes for are valid`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const vectors = randomVectors(random, 1)
      const signed = await signByFloe(group.floe(1).node, vectors)
      expect(faultsOf(key, vectors, signed)).toEqual([])
    }
  })

  test.each([1, 2])('a genuine node gets hashes signed with tweaks: %i', async (tweaks) => {
    const vectors = randomVectors(random, 8, tweaks)
    const signed = await askAgainWhenLate(() =>
      signByGenuine(group.genuine(2), vectors, [group.pubkey(1)]),
    )
    expect(faultsOf(key, vectors, signed)).toEqual([])
  })

  test.each([1, 2])('Floe gets hashes signed with tweaks: %i', async (tweaks) => {
    const vectors = randomVectors(random, 8, tweaks)
    const signed = await signByFloe(group.floe(1).node, vectors)
    expect(faultsOf(key, vectors, signed)).toEqual([])
  })

  test.each(BATCHES)('a genuine node gets a batch of %i signed in one session', async (count) => {
    const vectors = randomVectors(random, count)
    const signed = await askAgainWhenLate(() =>
      signByGenuine(group.genuine(3), vectors, [group.pubkey(1)]),
    )
    expect(faultsOf(key, vectors, signed)).toEqual([])
  })

  test.each(BATCHES)('Floe gets a batch of %i signed in one session', async (count) => {
    const { node, audited } = group.floe(1)
    // One peer, so that a slow machine does not do the same work twice.
    node.peers.setPolicy(group.pubkey(3), { allowSend: false, allowReceive: true })
    const vectors = randomVectors(random, count)
    // What comes while a lone request is under way leaves together.
    const lone = signByFloe(node, randomVectors(random, 1))
    const batch = signByFloe(node, vectors)
    expect(await lone).toMatchObject({ ok: true })
    expect(faultsOf(key, vectors, await batch)).toEqual([])
    const hashes = vectors.map(([hash]) => hash)
    expect(audited).toContainEqual(expect.objectContaining({ direction: 'asked', hashes }))
  })
})
