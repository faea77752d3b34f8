import { describe, expect, test } from 'vitest'
import { seededPrng } from '../support/prng.ts'
import type { Scope } from '../support/scope.ts'
import { faultsOf, randomVectors, signByFloe } from '../support/signatures.ts'
import { simulateTimeOver } from '../support/simulated-relays.ts'
import type { SimulatedTime } from '../support/simulated-time.ts'
import { until } from '../support/until.ts'
import {
  carriedTexts,
  meet,
  noncesFor,
  type V2Group,
  type V2Member,
  v2Group,
} from '../support/v2-group.ts'
import { V2Rogue } from '../support/v2-rogue.ts'

const random = seededPrng(31)
const TWO_OF_TWO = { threshold: 2, totalMembers: 2 }
/** How long an owner waits for a signature; a request's time-out is twice that. Milliseconds. */
const SOON = 2_500

/** Starts a member that has 2026 credentials alone, and can restart it on what it keeps. */
async function member(scope: Scope, group: V2Group, idx: number) {
  const { folder, ...v2 } = noncesFor(scope)
  const credentials = carriedTexts(group.keyset, idx)
  const first = await group.start(idx, { ...credentials, v2 })
  const restart = async (): Promise<V2Member> => {
    await first.node.stop()
    return group.start(idx, { ...credentials, v2: noncesFor(scope, folder) })
  }
  return { ...first, restart }
}

/** A group of two, in simulated time. */
async function simulatedGroup(scope: Scope) {
  const group = await v2Group(scope, TWO_OF_TWO)
  return { group, time: simulateTimeOver(scope, [group.relay]) }
}

/** Asks for a signature; returns how long it took, in milliseconds. */
async function timeToSign(
  time: SimulatedTime,
  { keyset }: V2Group,
  asker: V2Member,
): Promise<number> {
  const vectors = randomVectors(random, 1)
  const startedAt = Date.now()
  const signed = await time.until(signByFloe(asker.node, vectors))
  const took = Date.now() - startedAt
  expect(faultsOf(keyset.group.group_pk, vectors, signed)).toEqual([])
  return took
}

describe('right after a restart', () => {
  test('a device that has joined gives its first signature', async (t) => {
    const { group, time } = await simulatedGroup(t)
    const inviter = await member(t, group, 1)
    const joined = await member(t, group, 2)
    expect(await time.until(joined.node.onboard(inviter.xonly))).toMatchObject({ ok: true })
    await joined.restart()
    expect(await timeToSign(time, group, inviter)).toBeLessThan(SOON)
  })

  test('a device that has joined is given its first signature', async (t) => {
    const { group, time } = await simulatedGroup(t)
    const inviter = await member(t, group, 1)
    const joined = await member(t, group, 2)
    expect(await time.until(joined.node.onboard(inviter.xonly))).toMatchObject({ ok: true })
    expect(await timeToSign(time, group, await joined.restart())).toBeLessThan(SOON)
  })

  test('of both, each signs for the other', async (t) => {
    const { group, time } = await simulatedGroup(t)
    const one = await member(t, group, 1)
    const two = await member(t, group, 2)
    await time.until(meet(one, two))
    const restarted = [await one.restart(), await two.restart()]
    for (const asker of restarted) expect(await timeToSign(time, group, asker)).toBeLessThan(SOON)
  })

  test('a device asks its peers which of its nonces they hold, and they may use them', async (t) => {
    const group = await v2Group(t, TWO_OF_TWO)
    const floe = await member(t, group, 1)
    const peer = await V2Rogue.start(group.keyset, 2, group.relay.url)
    t.onTestFinished(() => peer.stop())
    const data = peer.pingData(floe.xonly)
    const given = (await peer.ask(floe.xonly, { type: 'PingRequest', data })).data.advertised_nonces
    const held = given.map(({ code }: { code: string }) => code)
    peer.conduct = ({ type }) =>
      type === 'PingRequest'
        ? { type: 'PingResponse', data: peer.pingData(floe.xonly, held) }
        : null
    const heardBefore = peer.heard.length
    await floe.restart()
    await until(() => peer.heard.slice(heardBefore).some(({ type }) => type === 'PingRequest'))
    const hash = Buffer.from(random.bytes(32)).toString('hex')
    const session = peer.session(1, [given[0]], [hash])
    const answer = await peer.ask(floe.xonly, { type: 'SignRequest', data: session })
    expect(answer).toMatchObject({ type: 'SignResponse' })
  })
})

/** A Floe, and a device that asks but answers nothing. */
async function beside(scope: Scope) {
  const group = await v2Group(scope, TWO_OF_TWO)
  const floe = await member(scope, group, 1)
  const device = await V2Rogue.start(group.keyset, 2, group.relay.url)
  scope.onTestFinished(() => device.stop())
  device.conduct = () => null
  return { floe, device }
}

test('a device of version 2 keeps its nonces though one ping of version 1 comes from it', async (t) => {
  const { floe, device } = await beside(t)
  const nonces = (await device.ping(floe.xonly)).advertised_nonces
  const [first = '', ...rest] = nonces.map(({ code }) => code)
  await floe.restart()
  await device.ping(floe.xonly, [first])
  const data = { version: 1, nonces: null, policy_profile: null } as const
  await device.ask(floe.xonly, { type: 'PingRequest', data })
  await device.ping(floe.xonly, rest)
  const hash = Buffer.from(random.bytes(32)).toString('hex')
  const session = device.session(1, nonces.slice(1, 2), [hash])
  expect(await device.ask(floe.xonly, { type: 'SignRequest', data: session })).toMatchObject({
    type: 'SignResponse',
  })
})

test('a peer that lost its nonces signs with new ones within the same request', async (t) => {
  const { group, time } = await simulatedGroup(t)
  const floe = await member(t, group, 1)
  const peer = await member(t, group, 2)
  await time.until(meet(floe, peer))
  await peer.node.stop()
  await member(t, group, 2)
  expect(await timeToSign(time, group, floe)).toBeLessThan(SOON)
})

test('a peer that lost its nonces and then sent new ones signs within the same request', async (t) => {
  const { group, time } = await simulatedGroup(t)
  const floe = await member(t, group, 1)
  const peer = await member(t, group, 2)
  await time.until(meet(floe, peer))
  await peer.node.stop()
  const again = await member(t, group, 2)
  await time.until(meet(again, floe))
  expect(await timeToSign(time, group, floe)).toBeLessThan(SOON)
})
