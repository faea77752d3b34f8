import { describe, expect, test } from 'vitest'
import { NONCES_PER_PEER_MAX, NONCES_TARGET } from '#protocol/limits.ts'
import type { Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { type Tried, V2Device } from '../support/v2-device.ts'
import { carriedTexts, noncesFor, type V2Group, v2Group } from '../support/v2-group.ts'

const TWO_OF_TWO = { threshold: 2, totalMembers: 2 }
/** How long the device waits for an answer, which is there or not: no answer is late on a busy machine. Milliseconds. */
const PATIENCE = 60_000

/** A Floe with an empty folder, as after a restore. */
const startFloe = (scope: Scope, group: V2Group) =>
  group.start(1, { ...carriedTexts(group.keyset, 1), v2: noncesFor(scope) })

async function startDevice(
  scope: Scope,
  group: V2Group,
  pingVersion: 1 | 2 = 2,
): Promise<V2Device> {
  const options = { peer: group.xonly(1), pingVersion }
  const device = await V2Device.start(group.keyset, 2, group.relay.url, options)
  scope.onTestFinished(() => device.rogue.stop())
  return device
}

/** Asks until it is not refused any more, as an owner or a program does; returns every outcome. */
async function signUntilItWorks(device: V2Device): Promise<Tried[]> {
  const tries: Tried[] = []
  do tries.push(await device.sign(PATIENCE))
  while (tries.at(-1) === 'refused')
  return tries
}

describe('a device of another make that holds nonces nobody has any more', () => {
  test('is told so at once for each, and signs, after a restore', async (t) => {
    const group = await v2Group(t, TWO_OF_TWO)
    const before = await startFloe(t, group)
    const device = await startDevice(t, group)
    await device.ping()
    expect(await device.sign(PATIENCE)).toBe('signed')
    const dead = device.codes.length
    await before.node.stop()
    const floe = await startFloe(t, group)
    await device.ping()

    const tries = await signUntilItWorks(device)

    expect(tries).toEqual([...Array<Tried>(dead).fill('refused'), 'signed'])
    expect(device.refusal).toMatchObject({ code: 'nonce_unavailable' })
    expect(floe.audited).toHaveLength(1)
  })

  test.for([
    { pingVersion: 2, isMet: true },
    { pingVersion: 1, isMet: true },
    { pingVersion: 1, isMet: false },
  ] as const)('signs if it holds as many as it can: %o', async ({ pingVersion, isMet }, t) => {
    const group = await v2Group(t, TWO_OF_TWO)
    const device = await startDevice(t, group, pingVersion)
    // Its answer to our first attempt to join is lost, and our nonces with it.
    const first = await startFloe(t, group)
    const invited = device.rogue.conduct
    device.rogue.conduct = (request, honest) => {
      if (request.type !== 'OnboardRequest') return invited(request, honest)
      device.receive(request.data.nonces)
      return null
    }
    void first.node.onboard(device.rogue.xonly)
    await until(() => device.codes.length === NONCES_PER_PEER_MAX)
    await first.node.stop()
    device.rogue.conduct = (request, honest) => {
      if (request.type !== 'OnboardRequest') return invited(request, honest)
      device.receive(request.data.nonces)
      const nonces = device.rogue.newNonces(NONCES_TARGET)
      return { type: 'OnboardResponse', data: { group: device.rogue.group, nonces } }
    }
    const second = await startFloe(t, group)
    expect(await second.node.onboard(device.rogue.xonly)).toMatchObject({ ok: true })
    // There is no room for what this brings.
    if (isMet) await device.ping()

    const tries = await signUntilItWorks(device)

    expect(tries).toEqual([...Array<Tried>(NONCES_PER_PEER_MAX).fill('refused'), 'signed'])
  })
})
