import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GENERATOR, hexOfPoint, multiply, ORDER } from '../support/curve.ts'
import { GenuineProcess } from '../support/genuine-peer.ts'
import { rounds } from '../support/long.ts'
import { type AllMakes, exchangesKeys, pairings, startAllMakes } from '../support/pairings.ts'
import { seededPrng } from '../support/prng.ts'
import { fileScope } from '../support/scope.ts'

/** One group key with an odd and one with an even y: their secrets are negated differently. */
const KEYS = [
  { parity: 'odd', prefix: '03', secretKey: (ORDER - 3n).toString(16) },
  { parity: 'even', prefix: '02', secretKey: '3'.padStart(64, '0') },
]
/** How often one hash is signed by each with each. */
const TIMES = rounds(1, 50)
/** The most hashes that a request may have. Signed under one key: the key's sign makes no difference there. */
const MOST = 100

const random = seededPrng(20)
let genuine: GenuineProcess

beforeAll(() => {
  genuine = new GenuineProcess()
})
afterAll(() => genuine.stop())

/** A public key of somebody else, with either sign in turn. */
function otherParty(): string {
  const secret = BigInt(`0x${Buffer.from(random.bytes(32)).toString('hex')}`)
  return hexOfPoint(multiply(secret, GENERATOR))
}

describe.each(KEYS)('Under a group key with an $parity y', ({ parity, prefix, secretKey }) => {
  const scope = fileScope()
  let all: AllMakes

  beforeAll(async () => {
    all = await startAllMakes(scope, secretKey, genuine)
  })

  test('the key has the parity that this run is about', () => {
    expect(all.key.slice(0, 2)).toBe(prefix)
  })

  describe.each(pairings)('in $generation, $asker that asks $answerer', (pairing) => {
    const { generation } = pairing
    const members = () => all.members(pairing)

    test('gets a hash signed', async () => {
      const { asker, answerer } = await members()
      for (let time = 0; time < TIMES; time += 1) {
        expect(await asker.sign(answerer, 1)).toEqual([])
      }
    })

    if (parity === 'odd') {
      test(`gets ${MOST} hashes signed`, async () => {
        const { asker, answerer } = await members()
        expect(await asker.sign(answerer, MOST)).toEqual([])
      })
    }

    if (generation === '1.x') {
      test.each([1, 2])('gets hashes signed with tweaks: %i', async (tweaks) => {
        const { asker, answerer } = await members()
        expect(await asker.sign(answerer, 4, tweaks)).toEqual([])
      })
    }

    if (exchangesKeys(pairing)) {
      test('gets the one secret that is right for a key, whichever way it is written', async () => {
        const { asker, answerer } = await members()
        const [whole, even] = [otherParty(), otherParty().slice(2)]
        for (const theirs of generation === '1.x' ? [whole, even] : [whole]) {
          const secret = (await asker.exchange?.(answerer, theirs)) ?? ''
          // Igloo beta returns only the x of the secret.
          expect(secret).toBe(all.sharedWith(theirs, generation).slice(-secret.length))
        }
      })
    }
  })

  test('in 1.x, hashes that come while Floe waits for an answer leave in one session', async () => {
    const [pairing] = pairings.filter((one) => one.answerer === 'a genuine node')
    if (!pairing) throw new Error('no such pairing')
    const { asker, answerer } = await all.members(pairing)
    const faults = await Promise.all([asker.sign(answerer, 1), asker.sign(answerer, 10)])
    expect(faults).toEqual([[], []])
    expect(asker.audited?.slice(-2).map(({ hashes }) => hashes.length)).toEqual([1, 10])
  })

  test.each(['1.x', '2026'] as const)(
    'in %s, two Floes that ask each other at the same time both get what they asked for',
    async (generation) => {
      const [there, back] = pairings.filter(
        (one) => one.generation === generation && /Floe.*Floe/.test(one.asker + one.answerer),
      )
      if (!there || !back) throw new Error('no such pairing')
      const { asker: one, answerer: other } = await all.members(there)
      await all.members(back)
      const faults = await Promise.all([one.sign(other, 10), other.sign(one, 10)])
      expect(faults).toEqual([[], []])
    },
  )
})
