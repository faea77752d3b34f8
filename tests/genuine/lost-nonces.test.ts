import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runFloe } from '../support/run-command.ts'
import { temporaryFolder } from '../support/scope.ts'
import { describeBuilds } from './support/builds.ts'
import { runCase } from './support/case.ts'
import { allSigned, type Lab } from './support/lab.ts'

const SOON = 20_000
const ORDERS = [
  ['device', 'floe'],
  ['floe', 'device'],
] as const

async function eachIsSigned(lab: Lab, order: readonly ('floe' | 'device')[]): Promise<void> {
  for (const asker of order) {
    for (let more = 0; more < 3; more += 1) await lab.untilSigned(asker, SOON)
  }
}

describeBuilds(
  'After Floe lost its nonces, it and a genuine device soon sign for each other',
  (build) => {
    for (const order of ORDERS) {
      test(`when a back-up was restored, ${order[0]} first`, (t) =>
        runCase(t, build, `lost: back-up restored, ${order[0]} asks first`, async (lab) => {
          const { dataDir } = lab.floe
          const file = join(temporaryFolder(t), 'backup.db')
          expect(await runFloe(t, { DATA_DIR: dataDir }, 'backup', file)).toMatchObject({ code: 0 })
          await eachIsSigned(lab, order)
          await lab.stopFloe('SIGTERM')
          const restored = await runFloe(t, { DATA_DIR: dataDir }, 'restore', file, '--force')
          expect(restored).toMatchObject({ code: 0 })
          await lab.startFloe()
          await eachIsSigned(lab, order)
        }))

      test(`when its share was moved to another machine, ${order[0]} first`, (t) =>
        runCase(t, build, `lost: share moved, ${order[0]} asks first`, async (lab) => {
          await eachIsSigned(lab, order)
          await lab.stopFloe('SIGTERM')
          await lab.startFloe(join(temporaryFolder(t), 'data'))
          await eachIsSigned(lab, order)
        }))
    }

    test('and the device starts from its snapshot, which still has the lost nonces', (t) =>
      runCase(t, build, 'lost: share moved, device restarted', async (lab) => {
        await eachIsSigned(lab, ORDERS[0])
        await lab.stopFloe('SIGTERM')
        await lab.startFloe(join(temporaryFolder(t), 'data'))
        await lab.startDevice(await lab.device.snapshot())
        await eachIsSigned(lab, ORDERS[0])
      }))
  },
)

describeBuilds(
  'A genuine device that is rolled back is not asked with the same nonce twice',
  (build) => {
    test('after some signatures', (t) =>
      runCase(t, build, 'rolled back: behind 40 signatures', async (lab) => {
        const snapshot = await lab.device.snapshot()
        allSigned(await lab.floeAsks(20, 'in turn'))
        allSigned(await lab.deviceAsks(20, 'in turn'))
        await lab.startDevice(snapshot)
        await eachIsSigned(lab, ['floe', 'device'])
        allSigned(await lab.floeAsks(100, 'in turn'))
      }))

    test('after so many that Floe has forgotten the first', (t) =>
      runCase(t, build, 'rolled back: behind 700 signatures', async (lab) => {
        const snapshot = await lab.device.snapshot()
        allSigned(await lab.floeAsks(700, 'in turn'))
        await lab.startDevice(snapshot)
        await eachIsSigned(lab, ['floe', 'device'])
        allSigned(await lab.floeAsks(100, 'in turn'))
      }))

    test('again and again to the same snapshot', (t) =>
      runCase(t, build, 'rolled back: five times to one snapshot', async (lab) => {
        const snapshot = await lab.device.snapshot()
        for (let time = 0; time < 5; time += 1) {
          allSigned(await lab.floeAsks(15, 'in turn'))
          await lab.startDevice(snapshot)
          await eachIsSigned(lab, ['floe', 'device'])
        }
      }))
  },
)
