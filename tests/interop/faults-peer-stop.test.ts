import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { request } from '#contract/messages.ts'
import { protocolNames } from '#contract/protocols.ts'
import { LAST_TURNS, START_DELAY } from '#signer/limits.ts'
import { send } from '../support/asker.ts'
import { newHash } from '../support/new-hash.ts'
import { EXCHANGING, SIGNING } from '../support/rules.ts'
import { type Scene, startScene } from '../support/scene.ts'
import { simulateTimeOver } from '../support/simulated-relays.ts'
import { until } from '../support/until.ts'

const scope = { onTestFinished }

/** How many timers run, including simulated ones. */
const timers = () => {
  const real = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  return real + (vi.isFakeTimers() ? vi.getTimerCount() : 0)
}
/** Longer than any test: a stop that ends has not waited for it. Milliseconds. */
const NEVER = 3_600_000

describe.each(protocolNames)('a stop in the middle of 20 requests, in %s,', (generation) => {
  let scene: Scene

  beforeAll(async () => {
    scene = await startScene(generation, { alone: true })
  })

  afterAll(() => scene.stop())

  const startPeer = () => scene.startPeer(scope, 2)

  test('answers those that have arrived, and none that come later', async () => {
    const before = timers()
    const peer = await startPeer()
    const floe = await scene.startNode(scope, {
      timings: { startDelay: START_DELAY, drain: NEVER },
    })
    const { xonly } = floe.node.self
    await peer.meet(xonly)
    const ask = () => send(peer, xonly, peer.types.sign, peer.session(xonly, [1, 2], 2))
    const early = Array.from({ length: 20 }, ask)
    const received = () =>
      floe.entries.filter(({ message }) => message.startsWith('Signature request received')).length
    await until(() => received() === 20, { interval: 1 })
    const stopped = floe.node.stop()
    // What arrives in the first turns may have been read before.
    for (let turn = 0; turn <= LAST_TURNS; turn += 1) await nextTurn()
    const late = Array.from({ length: 5 }, ask)
    await stopped
    await until(() => early.every((id) => peer.answers(id).length === 1))
    expect(late.flatMap((id) => peer.answers(id))).toEqual([])
    expect(floe.audited).toHaveLength(20)
    expect(received()).toBe(20)
    await until(() => timers() <= before, { what: 'no timers left' })
  })

  test('lets our own request under way end well', async () => {
    const peer = await startPeer()
    const floe = await scene.startNode(scope)
    await floe.node.ping(peer.xonly)
    peer.answerLate(300)
    const signing = floe.node.sign(SIGNING, newHash())
    await floe.node.stop()
    expect(await signing).toMatchObject({ ok: true })
    const { stopped } = request
    const refused = { ok: false, why: expect.objectContaining({ error: stopped }), code: 'stopped' }
    expect(await floe.node.sign(SIGNING, newHash())).toEqual(refused)
  })

  test('ends in time even when nobody answers us, and leaves no timers', async () => {
    const time = simulateTimeOver(scope, [scene.relay])
    const before = timers()
    const peer = await startPeer()
    const floe = await scene.startNode(scope, {
      timings: { startDelay: START_DELAY, drain: 300 },
    })
    await time.until(floe.node.ping(peer.xonly))
    peer.fallSilent()
    const groupKey = floe.node.group.pubkey.slice(2)
    const asked = [
      floe.node.sign(SIGNING, newHash()),
      floe.node.ecdh(EXCHANGING, groupKey),
      floe.node.ping(peer.xonly),
    ] as const
    const pings = floe.node.pingAll()
    const startedAt = Date.now()
    await time.until(floe.node.stop())
    expect(await Promise.all(asked)).toMatchObject([
      { ok: false },
      { ok: false },
      { success: false },
    ])
    expect((await pings).map(({ success }) => success)).toEqual([false, false])
    expect(Date.now() - startedAt).toBeLessThan(2_000)
    await until(() => timers() <= before, { what: 'no timers left' })
  })
})
