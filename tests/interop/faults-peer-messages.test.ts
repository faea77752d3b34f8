import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { EVENT_KIND, V2_EVENT_KIND } from '#contract/limits.ts'
import { protocolTexts, refusal, v2Refusal } from '#contract/messages.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import { type ProtocolName, protocolNames } from '#contract/protocols.ts'
import { MAX_STAMP_SKEW_S } from '#protocol/limits.ts'
import { newMessageId } from '#protocol/v1/envelope.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { MAX_CONTENT_CHARS } from '#signer/limits.ts'
import { type Asker, ask, type SealOptions, startAsker } from '../support/asker.ts'
import type { FloeSigner } from '../support/floe-signer.ts'
import { expectRefused, refusals, type Scene, startScene } from '../support/scene.ts'
import { until } from '../support/until.ts'
import { present } from '../support/v2-vectors.ts'

const hex = () => randomBytes(32).toString('hex')
const MEMBERS = [1, 2, 3]

describe.each(protocolNames)('in %s,', (generation) => {
  let scene: Scene
  let rogue: Asker
  let honest: Asker
  let stranger: Asker

  beforeAll(async () => {
    scene = await startScene(generation, { threshold: 3, totalMembers: 4, askers: [2, 3] })
    rogue = present(scene.askers[0])
    honest = present(scene.askers[1])
    const keyset = generateKeyset({ threshold: 2, totalMembers: 2 })
    stranger = await startAsker[generation]({ keyset, idx: 1, relay: scene.relay.url })
  })

  afterEach(() => scene.relay.clearFaults())

  afterAll(async () => {
    await stranger.stop()
    await scene.stop()
  })

  /** A fresh node, and a sound signing request for it. */
  async function setUp() {
    const floe = await scene.startNode({ onTestFinished })
    const to = floe.node.self.xonly
    const session = rogue.session(to, MEMBERS)
    const sealedBy = (peer: Asker, options?: SealOptions) =>
      peer.seal(to, rogue.types.sign, session, options)
    return { floe, session, sealedBy, sealed: (options?: SealOptions) => sealedBy(rogue, options) }
  }

  /** Over a relay that brings us what we did not subscribe to, unchecked. */
  function bring(event: NostrEvent): void {
    scene.relay.faults.ignoreFilters = true
    scene.relay.inject(event)
    scene.relay.faults.ignoreFilters = false
  }

  /** Expects this many signatures. A node counts those of 1.x, whose nonces are always the same. */
  function expectGiven({ node: { peers }, audited }: FloeSigner, count: number): void {
    const given = audited.filter(({ direction, peers: [to] }) => {
      return direction === 'given' && to === rogue.xonly
    })
    expect(given).toHaveLength(count)
    const counted = generation === '1.x' ? count : 0
    expect(peers.get(rogue.xonly)?.partialSignatures).toBe(counted)
  }

  describe('a message is refused that', () => {
    type At = Awaited<ReturnType<typeof setUp>>
    const decryption: Record<ProtocolName, string> = {
      // A node that speaks only 1.x does not listen to the other kind.
      '1.x': refusal.wrongKind,
      '2026': refusal.decryption,
    }
    const unknown: Record<ProtocolName, string> = {
      '1.x': protocolTexts.unauthorized,
      '2026': v2Refusal.unknownType,
    }
    const cases: [string, (at: At) => NostrEvent, string][] = [
      [
        'asks for something unknown',
        ({ floe }) => rogue.seal(floe.node.self.xonly, '/whatever', {}),
        unknown[generation],
      ],
      [
        'is for another member',
        ({ sealed }) =>
          sealed({
            fields: { tags: [['p', present(scene.keyset.group.commits[3]).pubkey.slice(2)]] },
          }),
        refusal.notRecipient,
      ],
      ['is of another kind', ({ sealed }) => sealed({ fields: { kind: 1 } }), refusal.wrongKind],
      [
        'comes under the other generation’s kind',
        ({ sealed }) =>
          sealed({ fields: { kind: generation === '1.x' ? V2_EVENT_KIND : EVENT_KIND } }),
        decryption[generation],
      ],
      [
        'has an id that its content does not make',
        ({ sealed }) => ({ ...sealed(), id: hex() }),
        protocolTexts.eventIdMismatch,
      ],
      [
        'was signed by somebody else',
        ({ sealed, sealedBy }) => ({ ...sealed(), sig: sealedBy(honest).sig }),
        protocolTexts.invalidEventSignature,
      ],
      [
        'was made 16 minutes ago',
        ({ sealed }) =>
          sealed({ fields: { created_at: Math.floor(Date.now() / 1000) - MAX_STAMP_SKEW_S - 60 } }),
        refusal.staleStamp,
      ],
      [
        'does not decrypt',
        ({ sealed, sealedBy }) => sealed({ fields: { content: sealedBy(honest).content } }),
        refusal.decryption,
      ],
      [
        'holds no envelope',
        ({ sealed }) => sealed({ id: 'x'.repeat(257) }),
        protocolTexts.envelopeSchema,
      ],
    ]

    test.each(cases)('%s', async (_, make, reason) => {
      const at = await setUp()
      bring(make(at))
      await expectRefused(at.floe, rogue, { reason })
      await ask(rogue, at.floe.node.self.xonly, rogue.types.sign, at.session)
    })

    test('is from outside the group', async () => {
      const { floe, sealedBy } = await setUp()
      bring(sealedBy(stranger))
      await expectRefused(floe, rogue, { reason: protocolTexts.notAPeer, source: scene.relay.url })
    })

    test('is too large', async () => {
      const { floe, sealed } = await setUp()
      rogue.publish(sealed({ fields: { content: 'A'.repeat(MAX_CONTENT_CHARS + 1) } }))
      const reason = refusal.contentTooLarge
      await expectRefused(floe, rogue, { reason, source: scene.relay.url })
    })

    test('is no event at all', async () => {
      const { floe } = await setUp()
      scene.relay.injectRaw(JSON.stringify(['EVENT', 'floe-1', { id: 'nonsense' }]))
      await expectRefused(floe, rogue, {
        reason: protocolTexts.eventSchema,
        source: scene.relay.url,
      })
    })
  })

  describe('a request that comes again', () => {
    test('is answered once, however often and over however many relays it comes', async () => {
      const { floe, sealed } = await setUp()
      const id = newMessageId()
      const event = sealed({ id })
      for (let n = 0; n < 5; n += 1) scene.relay.inject(event)
      await until(() => rogue.answers(id).length > 0)
      for (let n = 0; n < 5; n += 1) scene.relay.inject(event)
      await rogue.ping(floe.node.self.xonly)
      expect(rogue.answers(id)).toHaveLength(1)
      expectGiven(floe, 1)
      expect(refusals(floe)).toEqual([])
    })

    test('is answered although a forged copy with its id came first', async () => {
      const { floe, sealed, sealedBy } = await setUp()
      const id = newMessageId()
      const event = sealed({ id })
      scene.relay.inject({ ...event, sig: sealedBy(honest).sig })
      await until(() => refusals(floe).length > 0)
      expect(refusals(floe)).toEqual([
        { reason: protocolTexts.invalidEventSignature, peer: rogue.xonly },
      ])
      scene.relay.inject(event)
      await until(() => rogue.answers(id).length > 0)
      expectGiven(floe, 1)
    })

    /** Waiting peers of 1.x send a request again in another event; in 2026 that is a replay. */
    const times: Record<ProtocolName, [words: string, answers: number, refused: string[]]> = {
      '1.x': ['each time', 2, []],
      '2026': ['once', 1, [v2Refusal.replayed]],
    }
    const [words, answers, refused] = times[generation]

    test(`in another event is answered ${words}`, async () => {
      const { floe, sealed } = await setUp()
      const id = newMessageId()
      for (let n = 0; n < 2; n += 1) rogue.publish(sealed({ id }))
      await until(() => rogue.answers(id).length + refusals(floe).length === 2)
      await rogue.ping(floe.node.self.xonly)
      expect(rogue.answers(id)).toHaveLength(answers)
      expectGiven(floe, answers)
      expect(refusals(floe)).toEqual(refused.map((reason) => ({ reason, peer: rogue.xonly })))
    })
  })

  test('what a peer writes about its session is shortened', async () => {
    const { floe, session } = await setUp()
    const label = generation === '1.x' ? 'type' : 'kind'
    const wordy = rogue.changed(session, { [label]: 'x'.repeat(50_000) })
    await ask(rogue, floe.node.self.xonly, rogue.types.sign, wordy)
    expectGiven(floe, 1)
    expect(JSON.stringify([floe.entries, floe.audited]).length).toBeLessThan(5_000)
  })
})
