import { expect, onTestFinished, test } from 'vitest'
import { protocolNames } from '#contract/protocols.ts'
import { watchClock } from '#lib/own-clock.ts'
import { RelayPool } from '#relay/pool.ts'
import { newHash } from '../support/new-hash.ts'
import { SIGNING } from '../support/rules.ts'
import { scenesOfFile } from '../support/scene.ts'
import { simulateTimeOver } from '../support/simulated-relays.ts'

const scope = { onTestFinished }
const sceneIn = scenesOfFile()
const HOUR = 3_600_000
/** Milliseconds. */
const SOON = 75_000

test.each(protocolNames)(
  'a signer of %s whose clock is set back two hours hears its peers within 75 s, and signs',
  async (generation) => {
    const scene = sceneIn(generation)
    const time = simulateTimeOver(scope, [scene.relay])
    const clock = { off: 2 * HOUR }
    const wall = () => Date.now() + clock.off
    const relayPool = new RelayPool({ wall })
    const floe = await scene.startNode(scope, { relayPool, wall, timings: { startDelay: 2_000 } })
    await scene.startNode(scope, { idx: 2, timings: { startDelay: 2_000 } })
    const onSet = (by: number) => {
      relayPool.clockSet(by)
      floe.node.clockSet(by)
    }
    onTestFinished(watchClock({ wall, onSet }))
    await time.pass(120_000)
    expect(floe.node.peers.online).toBe(0)

    clock.off = 0

    await time.untilTrue(() => floe.node.peers.online === 1, SOON)
    expect(await time.until(floe.node.sign(SIGNING, newHash()))).toMatchObject({ ok: true })
  },
)
