import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededPrng } from '../support/prng.ts'
import { faultsOf, randomVectors, signByFloe } from '../support/signatures.ts'
import { type SigningGroup, startSigningGroup } from '../support/signing-group.ts'

const random = seededPrng(2)
let group: SigningGroup

beforeAll(async () => {
  group = await startSigningGroup({ threshold: 2, totalMembers: 3, floe: [1, 3] })
})
afterAll(() => group.stop())

test('two Floe nodes sign 20 times with each other, in turn', async () => {
  for (let round = 0; round < 20; round += 1) {
    const asker = group.floe(round % 2 === 0 ? 1 : 3)
    const vectors = randomVectors(random, 1, round % 3)
    const signed = await signByFloe(asker.node, vectors)
    expect(faultsOf(group.keyset.group.group_pk, vectors, signed)).toEqual([])
  }
})

test('two Floe nodes that ask each other at the same time both get what they asked for', async () => {
  const batches = [randomVectors(random, 20), randomVectors(random, 20)] as const
  const [one, three] = await Promise.all([
    signByFloe(group.floe(1).node, batches[0]),
    signByFloe(group.floe(3).node, batches[1]),
  ])
  expect(faultsOf(group.keyset.group.group_pk, batches[0], one)).toEqual([])
  expect(faultsOf(group.keyset.group.group_pk, batches[1], three)).toEqual([])
})
