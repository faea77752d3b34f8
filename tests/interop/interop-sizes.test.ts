import { create_session_pkg, create_session_template } from '@frostr/bifrost/lib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { parseSession } from '#protocol/v1/messages.ts'
import { GenuineProcess } from '../support/genuine-peer.ts'
import { rounds } from '../support/long.ts'
import { seededPrng } from '../support/prng.ts'
import { faultsOf, randomVectors, signByFloe, signByGenuine } from '../support/signatures.ts'
import { type SigningGroup, startSigningGroup } from '../support/signing-group.ts'

const ROUNDS = rounds(1, 5)

const genuineProcess = new GenuineProcess()
afterAll(() => genuineProcess.stop())

const random = seededPrng(15)

const SIZES = [
  { threshold: 2, totalMembers: 2, floe: 2, genuine: [1] },
  { threshold: 3, totalMembers: 5, floe: 3, genuine: [1, 5] },
  // As text the members sort differently than as numbers: 10, 11, 12, 13, 15, 2, 3, 9.
  { threshold: 8, totalMembers: 15, floe: 12, genuine: [2, 3, 9, 10, 11, 13, 15] },
]

describe.each(SIZES)(
  '$threshold of $totalMembers',
  ({ threshold, totalMembers, floe, genuine }) => {
    const members = [floe, ...genuine]
    let group: SigningGroup
    let key: string

    beforeAll(async () => {
      group = await startSigningGroup({
        ...{ threshold, totalMembers, floe: [floe], genuine, genuineProcess },
      })
      key = group.keyset.group.group_pk
    })
    afterAll(() => group.stop())

    test(`${ROUNDS} signatures that genuine nodes ask for are valid`, async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const asker = genuine[round % genuine.length] ?? 0
        const peers = members.filter((idx) => idx !== asker).map(group.pubkey)
        const vectors = randomVectors(random, 1)
        const signed = await signByGenuine(group.genuine(asker), vectors, peers)
        expect(faultsOf(key, vectors, signed)).toEqual([])
      }
      const given = group.floe(floe).audited.filter(({ outcome }) => outcome === 'ok')
      expect(given).toHaveLength(ROUNDS)
    })

    test(`${ROUNDS} signatures that Floe asks for are valid`, async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const vectors = randomVectors(random, 1)
        const signed = await signByFloe(group.floe(floe).node, vectors)
        expect(faultsOf(key, vectors, signed)).toEqual([])
      }
    })

    test('the sessions that Floe asks for are those the genuine library makes', async () => {
      const received = await group.genuine(genuine[0] ?? 0).received()
      const requests = received.filter(
        ({ tag, sender }) => tag === '/sign/req' && sender === group.pubkey(floe),
      )
      expect(requests.length).toBeGreaterThan(0)
      for (const { data } of requests) {
        const session = parseSession(data)
        if (!session.ok) throw new Error(session.error)
        const { members: asked, hashes, content, stamp, type } = session.value
        const ascending = asked.toSorted((a, b) => a - b)
        const template = create_session_template(ascending, hashes, { content, stamp, type })
        if (template === null) throw new Error('no template')
        const theirs = create_session_pkg(structuredClone(group.keyset.group), template)
        expect(session.value).toEqual(theirs)
      }
    })
  },
)

describe('a group whose threshold is 1', () => {
  let group: SigningGroup
  afterEach(() => group.stop())

  test.each([1, 3])('Floe signs alone for 1 of %i', async (totalMembers) => {
    group = await startSigningGroup({ threshold: 1, totalMembers, floe: [totalMembers] })
    const { node, audited } = group.floe(totalMembers)
    for (const tweaks of [0, 1, 2]) {
      const vectors = randomVectors(random, 1, tweaks)
      const signed = await signByFloe(node, vectors)
      expect(faultsOf(group.keyset.group.group_pk, vectors, signed)).toEqual([])
    }
    expect(audited.map(({ peers, outcome }) => ({ peers, outcome }))).toEqual(
      Array(3).fill({ peers: [], outcome: 'ok' }),
    )
  })
})
