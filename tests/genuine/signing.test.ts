import { test } from 'vitest'
import { describeBuilds } from './support/builds.ts'
import { runCase } from './support/case.ts'
import { allSigned } from './support/lab.ts'

describeBuilds('Signatures beside a genuine device', (build) => {
  test('Floe asks for 300, one after another', (t) =>
    runCase(t, build, 'sign: Floe asks 300', async (lab) => {
      allSigned(await lab.floeAsks(300, 'in turn'))
    }))

  test('the device asks for 300, one after another', (t) =>
    runCase(t, build, 'sign: the device asks 300', async (lab) => {
      allSigned(await lab.deviceAsks(300, 'in turn'))
    }))
})
