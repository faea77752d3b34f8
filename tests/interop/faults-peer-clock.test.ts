import { describe, expect, onTestFinished, test } from 'vitest'
import { refusal, v2Refusal } from '#contract/messages.ts'
import { type ProtocolName, protocolNames } from '#contract/protocols.ts'
import { MAX_STAMP_SKEW_S, V2_AGE_MAX_S, V2_AHEAD_MAX_S } from '#protocol/limits.ts'
import { send } from '../support/asker.ts'
import type { FloeSigner } from '../support/floe-signer.ts'
import { newHash } from '../support/new-hash.ts'
import { signEventually } from '../support/pair.ts'
import { SIGNING } from '../support/rules.ts'
import { reasons, scenesOfFile, warnings } from '../support/scene.ts'
import { simulateTimeOver } from '../support/simulated-relays.ts'
import type { SimulatedTime } from '../support/simulated-time.ts'
import { until } from '../support/until.ts'

const scope = { onTestFinished }
const sceneIn = scenesOfFile()

/** Two nodes in simulated time; the second has a clock that can be set, in milliseconds ahead. */
async function startTwo(generation: ProtocolName, off = 0) {
  const clock = { off }
  const scene = sceneIn(generation)
  const time = simulateTimeOver(scope, [scene.relay])
  const [floe, peer] = await Promise.all([
    scene.startNode(scope),
    scene.startNode(scope, { idx: 2, now: () => Date.now() + clock.off }),
  ])
  return { time, floe, peer, clock }
}

async function bothSign(time: SimulatedTime, ...floes: FloeSigner[]): Promise<void> {
  for (let n = 0; n < 3; n += 1) {
    for (const { node } of floes) {
      expect(await time.until(node.sign(SIGNING, newHash()))).toMatchObject({ ok: true })
    }
  }
}

const clockWarnings = (floe: FloeSigner) =>
  warnings(floe).filter(({ message }) => message.startsWith('The clock of device'))

/** Except what 1.x warns of because of the signatures themselves. */
const warningsOf = ({ node }: FloeSigner) =>
  node.warnings.list.filter((warning) => !warning.includes('third partial signature'))

describe('a peer whose clock is ten minutes off is warned of once, and signing in 1.x works', () => {
  test('when it is ahead', async () => {
    const { time, floe, peer, clock } = await startTwo('1.x')
    clock.off = 600_000
    await bothSign(time, floe, peer)
    expect(clockWarnings(floe)).toHaveLength(1)
    expect(clockWarnings(floe)[0]?.message).toContain('10 minutes ahead of ours')
    expect(warningsOf(floe)).toHaveLength(1)
    expect(clockWarnings(peer)).toHaveLength(1)
    expect(clockWarnings(peer)[0]?.message).toContain('10 minutes behind ours')
  })

  test.each([
    [600_000, '10 minutes ahead of ours'],
    [-600_000, '10 minutes behind ours'],
  ])('when it was so from the start: %i ms', async (off, words) => {
    const { time, floe, peer } = await startTwo('1.x', off)
    await bothSign(time, floe, peer)
    expect(clockWarnings(floe)).toHaveLength(1)
    expect(clockWarnings(floe)[0]?.message).toContain(words)
  })

  test('and no longer once it is put right', async () => {
    const { time, floe, peer, clock } = await startTwo('1.x')
    clock.off = 600_000
    await bothSign(time, floe, peer)
    clock.off = 0
    await bothSign(time, floe, peer)
    expect(warningsOf(floe)).toEqual([])
  })
})

describe('a peer whose clock is ten minutes off is warned of once in 2026, which hears it no more', () => {
  /** Both ask in vain, and each warns of the other's clock. */
  async function bothFail(time: SimulatedTime, ...both: [FloeSigner, FloeSigner]): Promise<void> {
    const asked = both.map(({ node }) => node.sign(SIGNING, newHash()))
    for (const outcome of await time.until(Promise.all(asked))) {
      expect(outcome).toMatchObject({ ok: false })
    }
    // A single message may just have been late: the warning comes with the second.
    for (const { node } of both) void node.pingAll()
    await time.untilTrue(() => both.every((one) => clockWarnings(one).length > 0))
  }

  test('when it is ahead', async () => {
    const { time, floe, peer, clock } = await startTwo('2026')
    await bothSign(time, floe, peer)
    clock.off = 600_000
    await bothFail(time, floe, peer)
    expect(clockWarnings(floe)).toHaveLength(1)
    expect(clockWarnings(floe)[0]?.message).toContain('10 minutes ahead of ours')
    expect(floe.node.warnings.list).toHaveLength(1)
    expect(reasons(floe)).toContain(v2Refusal.tooFarAhead(V2_AHEAD_MAX_S))
    expect(clockWarnings(peer)).toHaveLength(1)
    expect(clockWarnings(peer)[0]?.message).toContain('10 minutes behind ours')
    expect(reasons(peer)).toContain(v2Refusal.tooOld(V2_AGE_MAX_S))
  })

  test.each([
    [600_000, '10 minutes ahead of ours'],
    [-600_000, '10 minutes behind ours'],
  ])('when it was so from the start: %i ms', async (off, words) => {
    const { time, floe, peer } = await startTwo('2026', off)
    await bothFail(time, floe, peer)
    expect(clockWarnings(floe)).toHaveLength(1)
    expect(clockWarnings(floe)[0]?.message).toContain(words)
  })

  test('and signs with us again once it is put right', async () => {
    const { time, floe, peer, clock } = await startTwo('2026')
    await bothSign(time, floe, peer)
    clock.off = 600_000
    await bothFail(time, floe, peer)
    clock.off = 0
    // The first attempt may wait for a ping that was sent while the clock was off.
    for (const { node } of [floe, peer]) {
      expect(await time.until(signEventually(node))).toBeLessThan(15_000)
    }
    await bothSign(time, floe, peer)
    for (const { node } of [floe, peer]) expect(node.warnings.list).toEqual([])
  })

  test('but not when it is only just within bounds: then it signs', async () => {
    const { time, floe, peer } = await startTwo('2026', (V2_AHEAD_MAX_S - 5) * 1000)
    await bothSign(time, floe, peer)
    for (const one of [floe, peer]) expect(clockWarnings(one)).toEqual([])
  })
})

/** Seconds, what the owner reads, and why the messages were not heard. */
type Offset = [generation: ProtocolName, ahead: number, words: string, reason: string]

test.each<Offset>([
  ...protocolNames.map(
    (name): Offset => [
      name,
      MAX_STAMP_SKEW_S + 300,
      '20 minutes ahead of ours',
      refusal.staleStamp,
    ],
  ),
  ['2026', V2_AHEAD_MAX_S + 30, ' s ahead of ours', v2Refusal.tooFarAhead(V2_AHEAD_MAX_S)],
  ['2026', -V2_AGE_MAX_S - 60, '6 minutes behind ours', v2Refusal.tooOld(V2_AGE_MAX_S)],
])(
  'a peer whose clock is further off than %s allows, by %i s, is refused, and the owner learns why',
  async (generation, ahead, words, reason) => {
    const scene = sceneIn(generation)
    const peer = await scene.startPeer(scope, 2)
    const floe = await scene.startNode(scope)
    const to = floe.node.self.xonly
    for (let n = 0; n < 3; n += 1) send(peer, to, peer.types.ping, peer.pingData(to), { ahead })
    await until(() => floe.node.warnings.list.length > 0)
    expect(floe.node.warnings.list).toHaveLength(1)
    expect(floe.node.warnings.list[0]).toContain(words)
    expect(reasons(floe)).toContain(reason)
    expect(peer.answers()).toEqual([])
  },
)
