import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'vitest'
import { newHash } from '../support/new-hash.ts'
import { describeBuilds } from './support/builds.ts'
import { runCase } from './support/case.ts'
import type { Lab } from './support/lab.ts'

/** Milliseconds from when both hear the relay again to a signature. */
const SOON = 20_000
/** Milliseconds. */
const OUTAGE = 8_000

const OUTAGES: [
  name: string,
  end: (lab: Lab) => Promise<void>,
  begin: (lab: Lab) => Promise<void>,
][] = [
  ['is gone', (lab) => lab.relay.start(), (lab) => lab.relay.stop()],
  [
    'is silent',
    async ({ relay }) => relay.setFaults({ silent: false }),
    async ({ relay }) => relay.setFaults({ silent: true }),
  ],
  [
    'takes events and delivers none',
    async ({ relay }) => relay.setFaults({ mute: false }),
    async ({ relay }) => relay.setFaults({ mute: true }),
  ],
]

describeBuilds('After an outage of the relay beside a genuine device', (build) => {
  for (const [name, end, begin] of OUTAGES) {
    test(`that ${name} for some seconds, each soon gets signatures`, (t) =>
      runCase(t, build, `outage: the relay ${name}`, async (lab) => {
        for (let time = 0; time < 2; time += 1) {
          await lab.untilSigned('floe', SOON)
          await lab.untilSigned('device', SOON)
          await begin(lab)
          // Requests meanwhile cost nonces, and may be signed or not.
          const meanwhile = [
            ...Array.from({ length: 5 }, () =>
              lab.floe.post('/api/sign', { message: newHash() }).catch(() => null),
            ),
            ...Array.from({ length: 5 }, () => lab.device.sign(newHash())),
          ]
          await sleep(OUTAGE)
          await end(lab)
          await lab.untilHearing()
          await Promise.all([lab.untilSigned('floe', SOON), lab.untilSigned('device', SOON)])
          await Promise.all(meanwhile)
          await lab.untilSigned('floe', SOON)
          await lab.untilSigned('device', SOON)
        }
      }))
  }
})
