import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { protocolTexts, refusal } from '#contract/messages.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import { protocolNames } from '#contract/protocols.ts'
import { newMessageId } from '#protocol/v1/envelope.ts'
import { type Asker, ask, type Session } from '../support/asker.ts'
import type { FloeSigner } from '../support/floe-signer.ts'
import { holdsDuring, processTime } from '../support/holds.ts'
import { rounds } from '../support/long.ts'
import { PATIENT } from '../support/patient.ts'
import { reasons, type Scene, startScene } from '../support/scene.ts'
import { until } from '../support/until.ts'
import { present } from '../support/v2-vectors.ts'

const FLOOD = rounds(400, 1_000)
/** The rate allowed to one sender: less than the flooder can send, which lives in this process too. */
const BURST = 100
const PER_SECOND = 3
/** The longest that anything may hold the event loop. Milliseconds. */
const MAX_HOLD = 100
/** The most that this process may compute, for all of them, while an honest peer waits. Milliseconds. */
const MAX_WAIT = 2_000

const received = ({ node: { relays } }: FloeSigner) => relays[0]?.eventsIn ?? 0

describe.each(protocolNames)(
  `a flood of ${FLOOD} messages of %s in one name holds nobody else up`,
  (generation) => {
    let scene: Scene
    let flooder: Asker
    let honest: Asker

    beforeAll(async () => {
      scene = await startScene(generation, { threshold: 2, totalMembers: 3, askers: [2, 3] })
      flooder = present(scene.askers[0])
      honest = present(scene.askers[1])
    })

    afterAll(() => scene.stop())

    const startNode = () =>
      scene.startNode(
        { onTestFinished },
        // The relay lives in this process too, and may answer late.
        {
          timings: { drain: 100, relay: { ...PATIENT.relay, pongTimeout: 60_000 } },
          senderRate: { capacity: BURST, perSecond: PER_SECOND },
        },
      )

    /** This many different sessions, or as many as the flooder has nonces for. */
    const sessions = ({ node: { self } }: FloeSigner, count: number, hashes = 1): Session[] =>
      Array.from({ length: Math.min(count, Math.floor(flooder.supply / hashes)) }, () =>
        flooder.session(self.xonly, [1, 2], hashes),
      )

    /** Delivers events at once, in pieces so small that delivering them holds nothing up. */
    async function pour(events: readonly NostrEvent[]): Promise<void> {
      for (const [n, event] of events.entries()) {
        scene.relay.inject(event)
        if (n % 20 === 19) await nextTurn()
      }
    }

    /** Milliseconds of CPU for which an honest peer waits for each answer, until `ended`. */
    async function askHonestly(floe: FloeSigner, ended: () => boolean): Promise<number[]> {
      const to = floe.node.self.xonly
      const waits: number[] = []
      for (let n = 0; n < 4 || !ended(); n += 1) {
        const startedAt = processTime()
        if (n % 2 === 0) await honest.ping(to)
        else await ask(honest, to, honest.types.sign, honest.session(to, [1, 3]))
        waits.push(processTime() - startedAt)
        await sleep(50)
      }
      return waits
    }

    /** Floods, and expects that others are served meanwhile and the event loop is never held long. */
    async function withstand(floe: FloeSigner, events: readonly NostrEvent[], done: () => boolean) {
      const before = received(floe)
      const startedAt = performance.now()
      let ended = false
      let waits: number[] = []
      const holds = await holdsDuring(async () => {
        const asked = askHonestly(floe, () => ended)
        await pour(events)
        await until(() => received(floe) - before >= events.length)
        await until(done)
        ended = true
        waits = await asked
      })
      const took = performance.now() - startedAt
      expect(holds.at(-1)).toBeLessThan(MAX_HOLD)
      expect(Math.max(...waits)).toBeLessThan(MAX_WAIT)
      return took
    }

    const givenTo = ({ audited }: FloeSigner, peer: Asker) =>
      audited.filter(({ peers }) => peers[0] === peer.xonly)

    /** Resolves when no further request was answered while this process went on for a while. */
    function calm(floe: FloeSigner): () => boolean {
      let last = -1
      let since = processTime()
      return () => {
        const given = givenTo(floe, flooder).length
        if (given !== last) since = processTime()
        last = given
        return processTime() - since > 300
      }
    }

    test('when they are sound signing requests: as many as it is allowed are answered', async () => {
      const floe = await startNode()
      const asked = sessions(floe, FLOOD)
      const requests = Array.from({ length: FLOOD }, (_, n) => ({
        id: newMessageId(),
        session: present(asked[n % asked.length]),
      }))
      const events = requests.map(({ id, session }) =>
        flooder.seal(floe.node.self.xonly, flooder.types.sign, session, { id }),
      )
      const took = await withstand(floe, events, calm(floe))
      const answered = requests.filter(({ id, session }) => flooder.validPartials(id, session) > 0)
      const given = givenTo(floe, flooder)
      expect(answered.length).toBeGreaterThan(0)
      expect(answered.length).toBeLessThanOrEqual(BURST + PER_SECOND * Math.ceil(took / 1000))
      expect(new Set(given.map(({ sessionId }) => sessionId)).size).toBe(answered.length)
      expect(given).toHaveLength(answered.length)
      expect(reasons(floe)).toContain(refusal.rateLimited)
      // However many were refused, each reason is one entry.
      expect(new Set(reasons(floe)).size).toBe(reasons(floe).length)
    })

    test('when they are large signing requests', async () => {
      const floe = await startNode()
      const [session] = sessions(floe, 1, Math.min(100, flooder.supply))
      const events = Array.from({ length: 40 }, () =>
        flooder.seal(floe.node.self.xonly, flooder.types.sign, session),
      )
      const since = performance.now()
      const isServed = () => givenTo(floe, flooder).length > 0
      await withstand(floe, events, () => performance.now() - since > 1_500 && isServed())
    })

    test('when they are pings', async () => {
      const floe = await startNode()
      const data = flooder.pingData(floe.node.self.xonly)
      const events = Array.from({ length: FLOOD }, () =>
        flooder.seal(floe.node.self.xonly, flooder.types.ping, data),
      )
      const before = flooder.answers().length
      const took = await withstand(floe, events, () => flooder.answers().length > before)
      const answered = flooder.answers().length - before
      expect(answered).toBeLessThanOrEqual(BURST + PER_SECOND * Math.ceil(took / 1000))
      expect(reasons(floe)).toEqual([refusal.rateLimited])
    })

    test('when they are forged: none is answered, and none is written down', async () => {
      const floe = await startNode()
      const [session] = sessions(floe, 1)
      const type = flooder.types.sign
      const { sig } = flooder.seal(floe.node.self.xonly, type, session)
      const events = Array.from({ length: FLOOD }, (_, n) => {
        const created_at = Math.floor(Date.now() / 1000) - (n % 4)
        return {
          ...flooder.seal(floe.node.self.xonly, type, session, { fields: { created_at } }),
          sig,
        }
      })
      const before = flooder.answers().length
      await withstand(floe, events, () =>
        reasons(floe).includes(protocolTexts.invalidEventSignature),
      )
      expect(reasons(floe)).toEqual(
        expect.arrayContaining([refusal.rateLimited, protocolTexts.invalidEventSignature]),
      )
      expect(reasons(floe)).toHaveLength(2)
      expect(flooder.answers()).toHaveLength(before)
      expect(givenTo(floe, flooder)).toEqual([])
      expect(floe.node.peers.get(flooder.xonly)?.partialSignatures).toBe(0)
    })
  },
)
