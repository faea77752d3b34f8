import { test } from 'vitest'
import { describeBuilds } from './support/builds.ts'
import { runCase } from './support/case.ts'
import type { Lab } from './support/lab.ts'

/** What an owner waits after a restart, at most. Milliseconds. */
const SOON = 20_000
/** A nonce that was lost once must not come back the next time. */
const TIMES = 3

/** What is restarted, and how. */
const RESTARTS: [name: string, restart: (lab: Lab) => Promise<void>][] = [
  ['Floe, stopped', (lab) => lab.restartFloe('SIGTERM')],
  ['Floe, killed', (lab) => lab.restartFloe('SIGKILL')],
  ['the device, from its snapshot', async (lab) => lab.startDevice(await lab.device.snapshot())],
  ['the device, without a snapshot', (lab) => lab.startDevice(null)],
  [
    'both at once',
    async (lab) => {
      const snapshot = await lab.device.snapshot()
      await Promise.all([lab.restartFloe('SIGKILL'), lab.startDevice(snapshot)])
    },
  ],
]

/** After a restart one side asks, and only then the other. */
const ORDERS = [
  ['device', 'floe'],
  ['floe', 'device'],
] as const

describeBuilds('After a restart beside a genuine device, each soon gets signatures', (build) => {
  for (const [name, restart] of RESTARTS) {
    for (const order of ORDERS) {
      test(`of ${name}, ${order[0]} first`, (t) =>
        runCase(t, build, `restart: ${name}, ${order[0]} asks first`, async (lab) => {
          for (let time = 0; time < TIMES; time += 1) {
            for (const asker of order) {
              for (let more = 0; more < 3; more += 1) await lab.untilSigned(asker, SOON)
            }
            await restart(lab)
            for (const asker of order) await lab.untilSigned(asker, SOON)
          }
        }))
    }
  }
})
