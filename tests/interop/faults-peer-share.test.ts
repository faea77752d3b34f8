import { describe, expect, onTestFinished, test } from 'vitest'
import { request } from '#contract/messages.ts'
import { protocolNames } from '#contract/protocols.ts'
import { GenuinePeer } from '../support/genuine-peer.ts'
import { newHash } from '../support/new-hash.ts'
import { PATIENT } from '../support/patient.ts'
import { SIGNING } from '../support/rules.ts'
import { scenesOfFile, warnings } from '../support/scene.ts'
import { until } from '../support/until.ts'

const scope = { onTestFinished }
const sceneIn = scenesOfFile()

/** What is sent within the second of a start may be from before it. */
async function nextSecond(): Promise<void> {
  const second = () => Math.floor(Date.now() / 1000)
  const now = second()
  await until(() => second() > now)
}

describe('the same share in a second node is reported once, in the log and the status', () => {
  test.each(protocolNames)('when that is another Floe, in %s', async (generation) => {
    const scene = sceneIn(generation)
    const peer = await scene.startPeer(scope, 2)
    const first = await scene.startNode(scope)
    await nextSecond()
    const second = await scene.startNode(scope)
    for (let n = 0; n < 3; n += 1) await second.node.ping(peer.xonly)
    await until(() => warnings(first).length > 0)
    await first.node.sendEcho()
    await second.node.sendEcho()
    expect(warnings(first)).toHaveLength(1)
    expect(warnings(first)[0]?.message).toContain('Another node is running with the same share')
    expect(first.node.warnings.list).toHaveLength(1)
    expect(await first.node.sign(SIGNING, newHash())).toMatchObject({ ok: true })
  })

  test('when that is a genuine node of 1.x that pings a peer', async () => {
    const scene = sceneIn('1.x')
    const peer = await scene.startPeer(scope, 2)
    const floe = await scene.startNode(scope)
    const genuine = await GenuinePeer.start({
      group: scene.keyset.groupCredential,
      share: scene.keyset.shareCredentials[0] ?? '',
      relays: [scene.relay.url],
    })
    onTestFinished(() => genuine.stop())
    await nextSecond()
    for (let n = 0; n < 2; n += 1)
      expect(await genuine.ping(peer.xonly)).toMatchObject({ ok: true })
    await until(() => warnings(floe).length > 0)
    expect(warnings(floe)).toHaveLength(1)
    expect(floe.node.warnings.list).toHaveLength(1)
  })

  test('when that is another device of 2026 that pings a peer', async () => {
    const scene = sceneIn('2026')
    const peer = await scene.startPeer(scope, 2)
    const floe = await scene.startNode(scope)
    const device = await scene.startPeer(scope, 1)
    await nextSecond()
    for (let n = 0; n < 2; n += 1) await device.meet(peer.xonly)
    await until(() => warnings(floe).length > 0)
    expect(warnings(floe)).toHaveLength(1)
    expect(floe.node.warnings.list).toHaveLength(1)
  })

  test('but not when the share is being handed over, as 1.x can do', async () => {
    const scene = sceneIn('1.x')
    await scene.startPeer(scope, 2)
    const floe = await scene.startNode(scope)
    await nextSecond()
    const announced = floe.node.awaitEcho(PATIENT.request)
    const taker = await scene.startNode(scope)
    expect(await taker.node.sendEcho()).toMatchObject({ ok: true })
    expect(await announced).toMatchObject({ ok: true })
    expect(warnings(floe)).toEqual([])
  })

  test('and in 2026, which has no hand-over, waiting for one fails at once', async () => {
    const scene = sceneIn('2026')
    const floe = await scene.startNode(scope)
    await nextSecond()
    expect(await floe.node.awaitEcho(PATIENT.request)).toMatchObject({
      ok: false,
      error: request.firstGenerationOff,
    })
    const taker = await scene.startNode(scope)
    expect(await taker.node.sendEcho()).toMatchObject({ ok: true })
    await until(() => warnings(floe).length > 0)
    expect(floe.node.warnings.list).toHaveLength(1)
  })
})
