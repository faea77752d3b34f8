import { describe, expect, test } from 'vitest'
import { ORDER } from '../support/curve.ts'
import { gen2Group, meet } from '../support/gen2-group.ts'
import { seededPrng } from '../support/prng.ts'
import { faultsOf, randomVectors, signByFloe } from '../support/signatures.ts'

const random = seededPrng(2026)

/** One group key with an odd and one with an even y: shares of the first are carried over negated. */
const KEYS = [
  { parity: 'odd', secretKey: (ORDER - 3n).toString(16) },
  { parity: 'even', secretKey: '3'.padStart(64, '0') },
]

describe.each(KEYS)('Floe nodes under a group key with an $parity y', ({ secretKey }) => {
  test('sign with each other in the 2026 generation, in turn', async (t) => {
    const group = await gen2Group(t, { threshold: 2, totalMembers: 3, secretKey })
    const [one, three] = [await group.start(1), await group.start(3)]
    await meet(one, three)
    for (let round = 0; round < 10; round += 1) {
      const asker = round % 2 === 0 ? one : three
      const vectors = randomVectors(random, 1)
      const signed = await signByFloe(asker.node, vectors)
      expect(faultsOf(group.keyset.group.group_pk, vectors, signed)).toEqual([])
    }
    const records = [...one.audited, ...three.audited]
    expect(new Set(records.map(({ generation }) => generation))).toEqual(new Set(['2026']))
    expect(records).toHaveLength(20)
  })
})
