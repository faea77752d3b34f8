import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { protocolTexts, v2Refusal } from '#contract/messages.ts'
import { newMessageId } from '#protocol/v1/envelope.ts'
import {
  type NonceSet,
  nonceUnavailable,
  type SignResponse,
  type SignSession,
} from '#protocol/v2/messages.ts'

import { type Asker, ask, send } from '../support/asker.ts'
import type { FloeSigner } from '../support/floe-signer.ts'
import { expectRefused, refusals, type Scene, startScene } from '../support/scene.ts'
import { until } from '../support/until.ts'
import { present } from '../support/v2-vectors.ts'

const MEMBERS = [1, 2, 3]

let scene: Scene
let rogue: Asker
let honest: Asker

beforeAll(async () => {
  scene = await startScene('2026', { threshold: 3, totalMembers: 4, askers: [2, 3] })
  rogue = present(scene.askers[0])
  honest = present(scene.askers[1])
})

afterAll(() => scene.stop())

const startNode = () => scene.startNode({ onTestFinished })

const session = ({ node: { self } }: FloeSigner, hashes = 1) =>
  rogue.session(self.xonly, MEMBERS, hashes) as SignSession

/** The session with one member's nonces changed. */
function withSet(
  { nonces, ...rest }: SignSession,
  member: number,
  change: (set: NonceSet) => NonceSet[],
): SignSession {
  return { ...rest, nonces: nonces.flatMap((set) => (set.idx === member ? change(set) : [set])) }
}

/** The session with the entries of one member's nonces changed. */
const withEntries = (
  sound: SignSession,
  member: number,
  change: (entries: NonceSet['entries']) => NonceSet['entries'],
) => withSet(sound, member, ({ idx, entries }) => [{ idx, entries: change(entries) }])

describe('no nonce is spent for a signing request that', () => {
  const cases: [string, (sound: SignSession) => object, string][] = [
    ['brings no nonces', (sound) => ({ ...sound, nonces: null }), v2Refusal.noNoncesForUs],
    ['leaves out our nonces', (sound) => withSet(sound, 1, () => []), v2Refusal.noNoncesForUs],
    ['leaves out its own', (sound) => withSet(sound, 2, () => []), v2Refusal.nonceSets],
    [
      'brings nonces of a member that it does not name',
      (sound) => withSet(sound, 3, (set) => [set, { ...set, idx: 4 }]),
      v2Refusal.nonceSets,
    ],
    [
      'brings nonces of a different member than it names',
      (sound) => withSet(sound, 3, (set) => [{ ...set, idx: 4 }]),
      v2Refusal.nonceSets,
    ],
    [
      'brings a member’s nonces twice',
      (sound) => withSet(sound, 1, (set) => [set, set]),
      v2Refusal.nonceSets,
    ],
    [
      'has one fewer of ours than hashes',
      (sound) => withEntries(sound, 1, (entries) => entries.slice(1)),
      v2Refusal.nonceEntries,
    ],
    [
      'has one fewer of its own than hashes',
      (sound) => withEntries(sound, 2, (entries) => entries.slice(1)),
      v2Refusal.nonceEntries,
    ],
    [
      'has two for one hash and none for the other',
      (sound) =>
        withEntries(sound, 1, (entries) => entries.map((one) => ({ ...one, hash_index: 0 }))),
      v2Refusal.nonceEntries,
    ],
    [
      'has one for a hash that is not there',
      (sound) =>
        withEntries(sound, 1, ([one, other]) => [
          present(one),
          { ...present(other), hash_index: 2 },
        ]),
      v2Refusal.nonceEntries,
    ],
    [
      'has one of its own for two hashes',
      (sound) =>
        withEntries(sound, 2, ([one]) =>
          [0, 1].map((hash_index) => ({ ...present(one), hash_index })),
        ),
      v2Refusal.nonceTwice,
    ],
    [
      'has a hash of 31 bytes',
      (sound) => ({ ...sound, hashes: ['ab'.repeat(31)] }),
      protocolTexts.sessionSchema,
    ],
    ['has a stamp before 1970', (sound) => ({ ...sound, stamp: -1 }), protocolTexts.sessionSchema],
    [
      'has a stamp with a fraction of a second',
      (sound) => ({ ...sound, stamp: 1.5 }),
      protocolTexts.sessionSchema,
    ],
    [
      'has content that is not hex',
      (sound) => ({ ...sound, content: 'abc' }),
      protocolTexts.sessionSchema,
    ],
    ['has no list of nonces', (sound) => ({ ...sound, nonces: {} }), protocolTexts.sessionSchema],
    [
      'has a point in an impossible form',
      (sound) =>
        withEntries(sound, 3, (entries) =>
          entries.map((one) => ({ ...one, hidden_pn: `04${one.hidden_pn.slice(2)}` })),
        ),
      protocolTexts.sessionSchema,
    ],
  ]

  test.each(cases)('%s', async (_, change, reason) => {
    const floe = await startNode()
    const to = floe.node.self.xonly
    const sound = session(floe, 2)
    send(rogue, to, 'SignRequest', change(sound))
    await expectRefused(floe, rogue, { reason })
    const id = await ask(rogue, to, 'SignRequest', sound)
    expect(rogue.validPartials(id, sound)).toBe(2)
    expect(refusals(floe)).toHaveLength(1)
  })
})

describe('a signing request is answered', () => {
  test('whatever its stamp, which no device looks at', async () => {
    const floe = await startNode()
    for (const stamp of [0, 0xffff_ffff]) {
      const dated = rogue.changed(session(floe), { stamp })
      const id = await ask(rogue, floe.node.self.xonly, 'SignRequest', dated)
      expect(rogue.validPartials(id, dated)).toBe(1)
    }
  })

  test('with a nonce each if it has a hash twice', async () => {
    const floe = await startNode()
    const sound = session(floe, 2)
    const [hash] = sound.hashes
    const same = rogue.changed(sound, { hashes: [hash, hash] })
    const id = await ask(rogue, floe.node.self.xonly, 'SignRequest', same)
    expect(rogue.validPartials(id, same)).toBe(2)
    const { psigs } = present(rogue.answers(id)[0]).data as SignResponse
    expect(new Set(psigs.map(({ partial_sig }) => partial_sig)).size).toBe(2)
  })

  test('although another member asked under its id', async () => {
    const floe = await startNode()
    const to = floe.node.self.xonly
    const id = newMessageId()
    for (const asker of [honest, rogue]) {
      asker.publish(asker.seal(to, 'SignRequest', asker.session(to, MEMBERS), { id }))
      await until(() => asker.answers(id).length > 0)
    }
    expect(floe.audited.map(({ peers }) => peers)).toEqual([[honest.xonly], [rogue.xonly]])
  })

  test('once, if several that come together use one nonce', async () => {
    const floe = await startNode()
    const to = floe.node.self.xonly
    const one = session(floe)
    const sessions = Array.from({ length: 5 }, () => {
      const hash = randomBytes(32).toString('hex')
      return rogue.changed(one, { hashes: [hash] })
    })
    const ids = sessions.map((asked) => send(rogue, to, 'SignRequest', asked))
    await until(() => floe.audited.length > 0 && refusals(floe).length > 0)
    await rogue.ping(to)
    const answers = ids.flatMap((id) => rogue.answers(id)).map(({ data }) => data as object)
    const refused = answers.filter((data) => 'code' in data)
    expect(answers.length - refused.length).toBe(1)
    expect(refused).toEqual(refused.map(() => nonceUnavailable))
    expect(floe.audited).toHaveLength(1)
    expect(new Set(refusals(floe).map(({ reason }) => reason))).toEqual(
      new Set([v2Refusal.nonceUnavailable]),
    )
  })
})

test('a peer that may not be taken in is told so, and our owner is not asked', async () => {
  const floe = await startNode()
  const policy = { allowSend: true, allowReceive: true, denied: ['receive.onboard'] as const }
  floe.node.peers.setPolicy(rogue.xonly, policy)
  const id = await ask(rogue, floe.node.self.xonly, 'OnboardRequest', {})
  expect(rogue.answers(id)).toMatchObject([{ type: 'Error', data: { code: 'peer_denied' } }])
})

test('a peer that may not ask is told so before its request is read', async () => {
  const floe = await startNode()
  floe.node.peers.setPolicy(rogue.xonly, { allowSend: true, allowReceive: false })
  for (const type of ['SignRequest', 'EcdhRequest']) {
    const id = await ask(rogue, floe.node.self.xonly, type, {})
    expect(rogue.answers(id)).toMatchObject([{ type: 'Error', data: { code: 'peer_denied' } }])
  }
})
