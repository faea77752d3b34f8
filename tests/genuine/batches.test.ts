import { test } from 'vitest'
import { describeBuilds } from './support/builds.ts'
import { runCase } from './support/case.ts'
import { allSigned } from './support/lab.ts'

describeBuilds('Many signatures at once beside a genuine device', (build) => {
  test('Floe asks for a hundred, three times', (t) =>
    runCase(t, build, 'batch: Floe asks 100 at once', async (lab) => {
      for (let turn = 0; turn < 3; turn += 1) allSigned(await lab.floeAsks(100, 'at once'))
    }))

  test('Floe asks for two hundred, three times', (t) =>
    runCase(t, build, 'batch: Floe asks 200 at once', async (lab) => {
      for (let turn = 0; turn < 3; turn += 1) allSigned(await lab.floeAsks(200, 'at once'))
    }))

  test('the device asks for a hundred, three times', (t) =>
    runCase(t, build, 'batch: the device asks 100 at once', async (lab) => {
      for (let turn = 0; turn < 3; turn += 1) allSigned(await lab.deviceAsks(100, 'at once'))
    }))

  test('both ask for fifty at the same time, three times', (t) =>
    runCase(t, build, 'batch: both ask 50 at once', async (lab) => {
      for (let turn = 0; turn < 3; turn += 1) {
        const tallies = await Promise.all([
          lab.floeAsks(50, 'at once'),
          lab.deviceAsks(50, 'at once'),
        ])
        for (const tally of tallies) allSigned(tally)
      }
    }))
})
