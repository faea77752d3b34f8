import { afterAll, beforeAll, expect, test } from 'vitest'
import { GENERATOR, hexOfPoint, multiply, pointOfHex } from '../support/curve.ts'
import { EXCHANGING } from '../support/permits.ts'
import { seededPrng } from '../support/prng.ts'
import { type SigningGroup, startSigningGroup } from '../support/signing-group.ts'

const ROUNDS = 20

const random = seededPrng(20)
const secretKey = Buffer.from(random.bytes(32)).toString('hex')
let group: SigningGroup

beforeAll(async () => {
  const seats = { floe: [1], genuine: [2, 3] }
  group = await startSigningGroup({ threshold: 2, totalMembers: 3, secretKey, ...seats })
})
afterAll(() => group.stop())

/** Public keys of somebody else, x-only and compressed with either sign in turn. */
function otherParty(round: number): string {
  const secret = BigInt(`0x${Buffer.from(random.bytes(32)).toString('hex')}`)
  const compressed = hexOfPoint(multiply(secret, GENERATOR))
  return round % 2 === 0 ? compressed : compressed.slice(2)
}

/** The group's secret key times their key, by the key that the shares were made from. */
const sharedPoint = (theirs: string): string =>
  hexOfPoint(multiply(BigInt(`0x${secretKey}`), pointOfHex(theirs)))

test(`${ROUNDS} key exchanges give a genuine node and Floe the one secret that is right`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const theirs = otherParty(round)
    const expected = sharedPoint(theirs)
    const byGenuine = await group.genuine(2).ecdh(theirs, [group.pubkey(1)])
    expect(byGenuine).toEqual({ ok: true, data: expected })
    const byFloe = await group.floe(1).node.ecdh(EXCHANGING, theirs)
    expect(byFloe).toEqual({ ok: true, secret: expected })
  }
})

test('a genuine node is asked for both parts, in messages of their own, and answers them', async () => {
  const { node } = group.floe(1)
  const asked = async () => {
    const heard = await Promise.all([2, 3].map((idx) => group.genuine(idx).received()))
    return heard.flat().filter(({ tag }) => tag === '/ecdh/req').length
  }
  for (const [proven, trips] of [
    [true, 2],
    [false, 1],
  ] as const) {
    const theirs = otherParty(1)
    const before = await asked()
    const outcome = await node.ecdh(EXCHANGING, theirs, { proven })
    expect(outcome).toEqual({ ok: true, secret: sharedPoint(theirs) })
    expect((await asked()) - before).toBe(trips)
  }
})
