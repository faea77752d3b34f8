import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'vitest'
import { seededPrng } from '../support/prng.ts'
import { describeBuilds } from './support/builds.ts'
import { runCase } from './support/case.ts'
import type { Lab } from './support/lab.ts'

const STEPS = 60
/** Milliseconds. */
const SOON = 20_000
const GONE = 2_000

/** What happens to two devices over some weeks, in no particular order. */
const HAPPENINGS: ((lab: Lab) => Promise<unknown>)[] = [
  (lab) => lab.restartFloe('SIGTERM'),
  (lab) => lab.restartFloe('SIGKILL'),
  async (lab) => lab.startDevice(await lab.device.snapshot()),
  (lab) => lab.startDevice(null),
  (lab) => lab.floeAsks(40, 'at once'),
  (lab) => lab.deviceAsks(40, 'at once'),
  (lab) => Promise.all([lab.floeAsks(20, 'at once'), lab.deviceAsks(20, 'at once')]),
  async (lab) => {
    await lab.relay.stop()
    await sleep(GONE)
    await lab.relay.start()
    await lab.untilHearing()
  },
]

describeBuilds('Some weeks beside a genuine device', (build) => {
  test('whatever happens, each is signed for soon', (t) =>
    runCase(t, build, 'life: 60 happenings', async (lab) => {
      const random = seededPrng(52)
      for (let step = 0; step < STEPS; step += 1) {
        await random.pick(HAPPENINGS)(lab)
        for (const asker of random.shuffle(['floe', 'device'] as const)) {
          await lab.untilSigned(asker, SOON)
        }
      }
    }))
})
