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

test('a fresh exchange in place of a secret that did not decrypt asks the other peer', async () => {
  const { node, entries } = group.floe(1)
  const peers = [2, 3].map((idx) => ({ peers: [node.peers.get(group.pubkey(idx))?.pubkey] }))
  for (let round = 0; round < 8; round += 1) {
    const theirs = otherParty(round)
    const expected = { ok: true, secret: sharedPoint(theirs) }
    const logged = entries.length
    expect(await node.ecdh(EXCHANGING, theirs)).toEqual(expected)
    expect(await node.ecdh(EXCHANGING, theirs, { fresh: true })).toEqual(expected)
    const exchanges = entries.slice(logged).filter(({ type }) => type === 'ecdh')
    expect(exchanges).toHaveLength(2)
    for (const peer of peers) {
      expect(exchanges).toContainEqual(
        expect.objectContaining({ data: expect.objectContaining(peer) }),
      )
    }
  }
})
