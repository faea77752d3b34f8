import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { protocolTexts, refusal, v2Refusal } from '#contract/messages.ts'
import { type ProtocolName, protocolNames } from '#contract/protocols.ts'
import { MAX_HASHES, MAX_TWEAKS } from '#protocol/limits.ts'
import type { PeerPolicy } from '#signer/peers/peers.ts'
import { type Asker, ask, send } from '../support/asker.ts'
import type { FloeSigner } from '../support/floe-signer.ts'
import { expectRefused, refusals, type Scene, startScene } from '../support/scene.ts'
import { until } from '../support/until.ts'
import { present } from '../support/v2-vectors.ts'

/** What is wrong with a request, and why it is refused. */
type Case = [name: string, wrong: () => object, reason: string]

const hex = () => randomBytes(32).toString('hex')
const now = () => Math.floor(Date.now() / 1000)
const hashes = (count: number) => Array.from({ length: count }, hex)
const MEMBERS = [1, 2, 3]

/** 1.x's form of hashes: each with the tweaks of the key. */
const vectors = (count: number, tweaks = 0) =>
  hashes(count).map((hash) => [hash, ...hashes(tweaks)])

const twice = () => {
  const [vector] = vectors(1)
  return [vector, vector]
}

const wrongMembers = (namedTwice: string): Case[] => [
  ['leaves us out', () => ({ members: [2, 3, 4] }), refusal.membersWithoutUs],
  ['leaves its sender out', () => ({ members: [1, 3, 4] }), refusal.membersWithoutAsker],
  ['names an unknown member', () => ({ members: [1, 2, 9] }), refusal.memberUnknown],
  ['names a member twice', () => ({ members: [1, 2, 2] }), namedTwice],
  ['has too few members', () => ({ members: [1, 2] }), refusal.tooFewMembers],
]

const wrongSessions: Record<ProtocolName, Case[]> = {
  '1.x': [
    ...wrongMembers(refusal.memberDuplicate),
    ['has 101 hashes', () => ({ hashes: vectors(101) }), refusal.tooManyHashes(MAX_HASHES)],
    ['has 400 hashes', () => ({ hashes: vectors(400) }), refusal.tooManyHashes(MAX_HASHES)],
    ['has no hashes', () => ({ hashes: [] }), refusal.noHashes],
    ['has a hash twice', () => ({ hashes: twice() }), refusal.duplicateHash],
    [
      'has too many tweaks',
      () => ({ hashes: vectors(1, MAX_TWEAKS + 1) }),
      refusal.tooManyTweaks(MAX_TWEAKS),
    ],
    ['is 16 minutes old', () => ({ stamp: now() - 960 }), refusal.staleStamp],
    ['is 16 minutes ahead', () => ({ stamp: now() + 960 }), refusal.staleStamp],
    ['is of another group', () => ({ gid: hex() }), refusal.groupIdMismatch],
  ],
  '2026': [
    ...wrongMembers(v2Refusal.membersOrder),
    ['names its members out of order', () => ({ members: [1, 3, 2] }), v2Refusal.membersOrder],
    ['has 101 hashes', () => ({ hashes: hashes(101) }), protocolTexts.sessionSchema],
    ['has 400 hashes', () => ({ hashes: hashes(400) }), protocolTexts.sessionSchema],
    ['has no hashes', () => ({ hashes: [] }), protocolTexts.sessionSchema],
    ['is of another group', () => ({ gid: hex() }), refusal.groupIdMismatch],
  ],
}

const noSessions: Record<ProtocolName, [data: unknown, reason: string][]> = {
  '1.x': ['', '}{', [], { hashes: 1 }].map((data) => [data, protocolTexts.sessionSchema]),
  '2026': [
    ['', protocolTexts.envelopeSchema],
    [null, protocolTexts.envelopeSchema],
    [[], protocolTexts.sessionSchema],
    [{ hashes: 1 }, protocolTexts.sessionSchema],
  ],
}

const isOfAnother: Case = ['is under another’s index', () => ({ idx: 3 }), refusal.indexMismatch]

const wrongExchanges: Record<ProtocolName, Case[]> = {
  '1.x': [...wrongMembers(refusal.memberDuplicate), isOfAnother],
  '2026': [
    ...wrongMembers(v2Refusal.membersOrder),
    isOfAnother,
    ['has no keys', () => ({ entries: [] }), protocolTexts.ecdhSchema],
    [
      'has 101 keys',
      () => ({ entries: hashes(101).map((ecdh_pk) => ({ ecdh_pk, keyshare: `02${ecdh_pk}` })) }),
      protocolTexts.ecdhSchema,
    ],
  ],
}

/** The answers to a peer that may not ask: none in 1.x. */
const denials: Record<ProtocolName, (method: string) => object[]> = {
  '1.x': () => [],
  '2026': (method) => [
    { data: { code: 'peer_denied', message: `inbound ${method} denied by local policy` } },
  ],
}

/** The ways a policy can deny a peer's asking for something. */
const denying = (method: 'sign' | 'ecdh'): [string, Partial<PeerPolicy>][] => [
  ['ask', { allowReceive: false }],
  ['ask for it', { denied: [`receive.${method}`] }],
]

describe.each(protocolNames)('in %s', (generation) => {
  let scene: Scene
  let rogue: Asker

  beforeAll(async () => {
    scene = await startScene(generation, { threshold: 3, totalMembers: 4, askers: [2] })
    rogue = present(scene.askers[0])
  })

  afterAll(() => scene.stop())

  /** A fresh node, which has refused nothing yet. */
  const startNode = () => scene.startNode({ onTestFinished })

  const session = ({ node: { self } }: FloeSigner) => rogue.session(self.xonly, MEMBERS)

  const exchange = () => rogue.exchange(MEMBERS, scene.keyset.group.group_pk)

  /** Sends a request that is refused, and then a sound one. */
  async function expectRefusal(
    floe: FloeSigner,
    [type, wrong, sound]: [type: string, wrong: unknown, sound: object],
    reason: string,
  ): Promise<void> {
    send(rogue, floe.node.self.xonly, type, wrong)
    await expectRefused(floe, rogue, { reason })
    await ask(rogue, floe.node.self.xonly, type, sound)
    expect(refusals(floe)).toHaveLength(1)
  }

  /** Expects a peer to be denied, and to be answered once it may ask, though not for something else. */
  async function expectDenial(
    type: string,
    { method, other }: { method: 'sign' | 'ecdh'; other: 'sign' | 'ecdh' },
    data: (floe: FloeSigner) => object,
    policy: Partial<PeerPolicy>,
  ) {
    const floe = await startNode()
    const to = floe.node.self.xonly
    const request = data(floe)
    const allowed: PeerPolicy = { allowSend: true, allowReceive: true }
    floe.node.peers.setPolicy(rogue.xonly, { ...allowed, ...policy })
    const denied = denials[generation](method)
    const id = send(rogue, to, type, request)
    await expectRefused(floe, rogue, { reason: protocolTexts.unauthorized, told: denied.length })
    expect(rogue.answers(id)).toMatchObject(denied)
    floe.node.peers.setPolicy(rogue.xonly, { ...allowed, denied: [`receive.${other}`] })
    const again = await ask(rogue, to, type, request)
    expect(rogue.answers(again)).not.toMatchObject(denied)
  }

  describe('a signing request is refused, with nothing computed, that', () => {
    test.each(wrongSessions[generation])('%s', async (_, wrong, reason) => {
      const floe = await startNode()
      const sound = session(floe)
      const changed = rogue.changed(sound, wrong())
      await expectRefusal(floe, [rogue.types.sign, changed, sound], reason)
    })

    test('has a session id that its content does not make', async () => {
      const floe = await startNode()
      const sound = session(floe)
      const wrong = { ...sound, sid: hex() }
      await expectRefusal(floe, [rogue.types.sign, wrong, sound], protocolTexts.sessionIdMismatch)
    })

    test.each(noSessions[generation])('is no session: %j', async (data, reason) => {
      const floe = await startNode()
      await expectRefusal(floe, [rogue.types.sign, data, session(floe)], reason)
    })

    test.each(denying('sign'))('comes from a peer that may not %s', (_, policy) =>
      expectDenial(rogue.types.sign, { method: 'sign', other: 'ecdh' }, session, policy),
    )
  })

  describe('a key exchange is refused that', () => {
    test.each(wrongExchanges[generation])('%s', async (_, wrong, reason) => {
      const changed = { ...exchange(), ...wrong() }
      await expectRefusal(await startNode(), [rogue.types.ecdh, changed, exchange()], reason)
    })

    test('lacks its fields', async () => {
      const floe = await startNode()
      await expectRefusal(
        floe,
        [rogue.types.ecdh, { idx: 2 }, exchange()],
        protocolTexts.ecdhSchema,
      )
    })

    test('has a key that is no point', async () => {
      const floe = await startNode()
      const noPoint = `${'00'.repeat(31)}05`
      const key: Record<ProtocolName, object> = {
        '1.x': { ecdh_pk: `02${noPoint}` },
        '2026': { entries: [{ ecdh_pk: noPoint, keyshare: `02${noPoint}` }] },
      }
      const id = send(rogue, floe.node.self.xonly, rogue.types.ecdh, {
        ...exchange(),
        ...key[generation],
      })
      await until(() => refusals(floe).length > 0)
      await ask(rogue, floe.node.self.xonly, rogue.types.ecdh, exchange())
      expect(refusals(floe)).toEqual([{ reason: refusal.publicKeyInvalid, peer: rogue.xonly }])
      expect(rogue.answers(id)).toEqual([])
    })

    test.each(denying('ecdh'))('comes from a peer that may not %s', (_, policy) =>
      expectDenial(rogue.types.ecdh, { method: 'ecdh', other: 'sign' }, exchange, policy),
    )
  })
})
