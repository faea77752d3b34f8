import { expect, test } from 'vitest'
import { sealAnswer } from '#contract/packages.ts'
import { signAnswer } from '#contract/signing.ts'
import { verifyBip340 } from '../support/bip340.ts'
import { createKeyset, handOut, reach, reservedShareAt } from '../support/devices.ts'
import { fitting } from '../support/fitting.ts'
import { startFloe } from '../support/floe-process.ts'
import { newHash } from '../support/new-hash.ts'
import { type Scope, startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { type Build, describeBuilds } from './support/builds.ts'
import { GenuineDevice } from './support/device.ts'
import { joinByBuild, packagesOf } from './support/joining.ts'

async function startKeyset(scope: Scope) {
  const relay = await startRelayFor(scope)
  const floe = await startFloe(scope)
  await createKeyset(floe, [relay.url])
  return { relay, floe }
}

/** Share 2 on a genuine device, from the invitation. */
async function startJoined(scope: Scope, build: Build) {
  const { relay, floe } = await startKeyset(scope)
  const { group, seckey, snapshot } = await joinByBuild(
    build,
    await handOut(floe, 2, 'Phone', 'older'),
  )
  const device = await GenuineDevice.start(scope, {
    ...{ folder: build.folder, group, share: { idx: 2, seckey }, snapshot },
    relay: relay.url,
  })
  return { floe, group, device }
}

describeBuilds('A share that Floe hands out', (build) => {
  test('opens in a genuine app, which joins, signs and is then the only one that has it', async (t) => {
    const { floe, group, device } = await startJoined(t, build)
    await reach(floe, 2, 'done')

    expect(await reservedShareAt(floe, 2)).toMatchObject({ state: 'done', name: 'Phone' })
    await floe.status(({ canSign }) => canSign)
    const hash = newHash()
    const { body } = await floe.post('/api/sign', { message: hash })
    expect(verifyBip340(fitting(signAnswer, body).signature, hash, group.group_pk)).toBe(true)
    const other = newHash()
    let signed = await device.sign(other)
    await until(async () => {
      if (!signed.ok) signed = await device.sign(other)
      return signed.ok
    })
    expect(verifyBip340(signed.ok ? signed.value : '', other, group.group_pk)).toBe(true)
  })

  test("opens in a genuine app as a bfprofile and a bfshare, for this signer's own", async (t) => {
    const { relay, floe } = await startKeyset(t)
    const password = 'correct horse battery'
    const { body } = await floe.post('/api/packages/seal', { password, form: 'older' })
    const sealed = fitting(sealAnswer, body)
    const packages = await packagesOf(build)

    const profile = JSON.parse(packages.decode_bfprofile_package(sealed.bfprofile, password))
    const share = JSON.parse(packages.decode_bfshare_package(sealed.bfshare, password))

    expect(profile).toMatchObject({
      device: { relays: [relay.url], share_secret: share.share_secret },
      group_package: { group_name: 'Family', threshold: 2, members: [{}, {}, {}] },
    })
    expect(share).toMatchObject({ relays: [relay.url] })
    expect(() => packages.decode_bfshare_package(sealed.bfshare, 'wrong password')).toThrow()
  })
})
