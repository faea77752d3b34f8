import { afterAll, beforeAll, expect, test } from 'vitest'
import { parsePartialSignatures } from '#protocol/v1/messages.ts'
import { seededPrng } from '../support/prng.ts'
import { randomVectors, signByFloe, signByGenuine } from '../support/signatures.ts'
import { type SigningGroup, startSigningGroup } from '../support/signing-group.ts'

const random = seededPrng(100)
let group: SigningGroup

beforeAll(async () => {
  group = await startSigningGroup({ threshold: 2, totalMembers: 3, floe: [1], genuine: [2, 3] })
})
afterAll(() => group.stop())

/** What a genuine node got from Floe: sessions with the hashes signed in each. */
async function givenTo(idx: number): Promise<{ sessionId: string; hashes: string[] }[]> {
  const received = await group.genuine(idx).received()
  return received
    .filter(({ tag, sender }) => tag === '/sign/res' && sender === group.pubkey(1))
    .map(({ data }) => {
      const answer = parsePartialSignatures(data)
      if (!answer.ok) throw new Error(answer.error)
      return { sessionId: answer.value.sid, hashes: answer.value.psigs.map(([hash]) => hash) }
    })
}

test('every partial signature that a peer got is counted and written down, under its name', async () => {
  const { node, audited } = group.floe(1)
  const requests = [
    { idx: 2, hashes: 1 },
    { idx: 2, hashes: 7 },
    { idx: 3, hashes: 1 },
    { idx: 2, hashes: 3 },
    { idx: 3, hashes: 12 },
  ]
  for (const { idx, hashes } of requests) {
    const signed = await signByGenuine(group.genuine(idx), randomVectors(random, hashes), [
      group.pubkey(1),
    ])
    expect(signed.ok).toBe(true)
  }
  for (const { idx, count } of [
    { idx: 2, count: 11 },
    { idx: 3, count: 13 },
  ]) {
    const given = await givenTo(idx)
    expect(given.flatMap(({ hashes }) => hashes)).toHaveLength(count)
    expect(node.peers.get(group.pubkey(idx))?.partialSignatures).toBe(count)
    expect(audited.filter(({ peers }) => peers[0] === group.pubkey(idx))).toEqual(
      given.map((session) => ({
        ...session,
        direction: 'given',
        generation: '1.x',
        peers: [group.pubkey(idx)],
        type: 'message',
        outcome: 'ok',
        by: 'door',
        took: expect.any(Number),
      })),
    )
  }
})

test('every signature that Floe gets is written down with the peer that helped, which can work out our part', async () => {
  const { node, audited } = group.floe(1)
  const before = [2, 3].map((idx) => node.peers.get(group.pubkey(idx))?.partialSignatures)
  const records = audited.length
  node.peers.setPolicy(group.pubkey(3), { allowSend: false, allowReceive: true })
  const vectors = randomVectors(random, 3)
  for (const vector of vectors) expect((await signByFloe(node, [vector])).ok).toBe(true)
  expect(audited.slice(records)).toEqual(
    vectors.map(([hash]) => ({
      direction: 'asked',
      generation: '1.x',
      peers: [group.pubkey(2)],
      sessionId: expect.stringMatching(/^[0-9a-f]{64}$/),
      hashes: [hash],
      type: 'message',
      outcome: 'ok',
      took: expect.any(Number),
    })),
  )
  const asked = (await group.genuine(2).received()).filter(({ tag }) => tag === '/sign/req')
  const sids = asked.map(({ data }) => (JSON.parse(data) as { sid: string }).sid)
  expect(new Set(sids)).toEqual(new Set(audited.slice(records).map(({ sessionId }) => sessionId)))
  const [helped = 0, other] = before
  expect([2, 3].map((idx) => node.peers.get(group.pubkey(idx))?.partialSignatures)).toEqual([
    helped + 3,
    other,
  ])
})

test('a signature that Floe asks for and does not get is written down as failed', async () => {
  const { node, audited } = group.floe(1)
  for (const idx of [2, 3]) {
    node.peers.setPolicy(group.pubkey(idx), { allowSend: false, allowReceive: true })
  }
  const vectors = randomVectors(random, 1)
  expect((await signByFloe(node, vectors)).ok).toBe(false)
  expect(audited.at(-1)).toMatchObject({
    direction: 'asked',
    generation: '1.x',
    hashes: vectors.flat(),
    outcome: 'failed',
  })
})
