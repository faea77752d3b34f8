import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { request } from '#contract/messages.ts'
import { protocolNames } from '#contract/protocols.ts'
import { verifySignature } from '#nostr/event.ts'
import { REQUEST_TIMEOUT } from '#signer/limits.ts'
import type { FloeSigner } from '../support/floe-signer.ts'
import { newHash } from '../support/new-hash.ts'
import { AS_IN_USE } from '../support/patient.ts'
import { SIGNING } from '../support/rules.ts'
import { type Scene, startScene } from '../support/scene.ts'
import { simulateTimeOver } from '../support/simulated-relays.ts'
import type { SimulatedTime } from '../support/simulated-time.ts'

const scope = { onTestFinished }

/**
 * Milliseconds of simulated time that each of this many signatures took, one after the other; all must
 * be valid.
 */
async function signOneByOne(
  time: SimulatedTime,
  { node }: FloeSigner,
  count: number,
): Promise<number[]> {
  const took: number[] = []
  for (let n = 0; n < count; n += 1) {
    const sighash = newHash()
    const startedAt = Date.now()
    const outcome = await time.until(node.sign(SIGNING, sighash))
    took.push(Date.now() - startedAt)
    if (!outcome.ok) throw new Error(`signature ${n}: ${outcome.why.error}`)
    const { signature } = outcome.signature
    expect(verifySignature(signature, sighash, node.group.pubkey.slice(2))).toBe(true)
  }
  return took
}

describe.each(protocolNames)('in %s,', (generation) => {
  let scene: Scene

  beforeAll(async () => {
    scene = await startScene(generation, { alone: true })
  })

  afterAll(() => scene.stop())

  const startPeer = (idx: number) => scene.startPeer(scope, idx)
  const simulateTime = () => simulateTimeOver(scope, [scene.relay])

  describe('with one of two possible co-signers away, 20 of 20 signatures come within 2 s', () => {
    // Of equally good peers, the one that is away is asked first.
    const startNode = () => scene.startNode(scope, { random: () => 0 })

    test('when it was never there', async () => {
      const time = simulateTime()
      await startPeer(2)
      const floe = await startNode()
      expect(Math.max(...(await signOneByOne(time, floe, 20)))).toBeLessThan(2_000)
    })

    test('when it was online when last pinged', async () => {
      const time = simulateTime()
      const gone = await startPeer(2)
      await startPeer(3)
      const floe = await startNode()
      expect((await time.until(floe.node.pingAll())).map(({ success }) => success)).toEqual([
        true,
        true,
      ])
      gone.fallSilent()
      expect(Math.max(...(await signOneByOne(time, floe, 20)))).toBeLessThan(2_000)
      expect(gone.asked()).toBeGreaterThan(0)
    })

    test('when it still answers pings', async () => {
      const time = simulateTime()
      const deaf = await startPeer(2)
      await startPeer(3)
      const floe = await startNode()
      deaf.answerPingsAlone()
      await time.until(floe.node.pingAll())
      expect(Math.max(...(await signOneByOne(time, floe, 5)))).toBeLessThan(2_000)
      expect(deaf.asked()).toBeGreaterThan(0)
    })

    test('and so do 20 at once', async () => {
      const time = simulateTime()
      const gone = await startPeer(2)
      await startPeer(3)
      const floe = await startNode()
      await time.until(floe.node.pingAll())
      gone.fallSilent()
      const startedAt = Date.now()
      const outcomes = await time.until(
        Promise.all(Array.from({ length: 20 }, () => floe.node.sign(SIGNING, newHash()))),
      )
      expect(outcomes.filter((outcome) => !outcome.ok)).toEqual([])
      expect(Date.now() - startedAt).toBeLessThan(3_000)
    })
  })

  test('with nobody to sign with, a request ends after its time-out with a clear reason', async () => {
    const time = simulateTime()
    const peer = await startPeer(2)
    const floe = await scene.startNode(scope, { timings: AS_IN_USE })
    if (generation === '2026') await floe.node.ping(peer.xonly)
    peer.fallSilent()
    const startedAt = Date.now()
    expect(await time.until(floe.node.sign(SIGNING, newHash()))).toEqual({
      ok: false,
      why: expect.objectContaining({ error: request.timeout(REQUEST_TIMEOUT) }),
      code: 'timeout',
    })
    expect(Date.now() - startedAt).toBeLessThan(7_000)
  })
})
