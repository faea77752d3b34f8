import { cpSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { POOL_PINGS_AT_ONCE } from '#signer/limits.ts'
import type { BetaDevice } from '../support/beta-device.ts'
import { startBeta } from '../support/beta-member.ts'
import { GENERATOR, hexOfPoint } from '../support/curve.ts'
import { newHash } from '../support/new-hash.ts'
import { seededPrng } from '../support/prng.ts'
import { EXCHANGING } from '../support/rules.ts'
import { type Scope, temporaryFolder } from '../support/scope.ts'
import { faultsOf, randomVectors, signByFloe } from '../support/signatures.ts'
import { until } from '../support/until.ts'
import { carriedTexts, noncesFor, v2Group } from '../support/v2-group.ts'
import { present } from '../support/v2-vectors.ts'

const random = seededPrng(914)
const TWO_OF_TWO = { threshold: 2, totalMembers: 2 }

/** A Floe that can start again, on any folder, and a device of Igloo beta; each has nonces of the other. */
async function beside(scope: Scope) {
  const group = await v2Group(scope, TWO_OF_TWO)
  const credentials = carriedTexts(group.keyset, 1)
  const { folder, ...v2 } = noncesFor(scope)
  const databases: ReturnType<typeof v2.nonces>[] = []
  const nonces: typeof v2.nonces = (identity) => {
    databases.push(v2.nonces(identity))
    return present(databases.at(-1))
  }
  let floe = await group.start(1, { ...credentials, v2: { ...v2, nonces } })
  const device = await startBeta(scope, group, 2)
  await until(() => device.heldOf(floe.xonly).length > 0)
  const asks = () => device.heard.filter(({ type }) => type === 'PingRequest')
  const self = group.xonly(1)
  return {
    group,
    device,
    folder,
    floe: () => floe,
    /** Codes of Floe's nonces for the device that are on the disk: those that a kill leaves. */
    stored: () =>
      present(databases.at(-1))
        .unspent(device.xonly)
        .map(({ nonce }) => nonce.code),
    /** Starts Floe again. */
    restart: async (on: string) => {
      await floe.node.stop()
      floe = await group.start(1, { ...credentials, v2: noncesFor(scope, on) })
    },
    /** Pings of Floe's, oldest first; without those that answer one. */
    asks,
    /** The ids that Floe has named its pool by, in the order in which it named them. */
    named: () => {
      const ids = device.heard
        .filter(({ type }) => type.startsWith('Ping'))
        .map(({ data }) => poolIn(data))
      return ids.filter((id, at) => id !== ids[at - 1])
    },
    /** What Floe says it holds of the device's; the device answers. */
    held: async (): Promise<string[]> => {
      const before = asks().length
      // A ping that is under way already is no new one.
      await until(async () => {
        await floe.node.ping(device.xonly)
        return asks().length > before
      })
      return present(asks().at(-1)).data.held_peer_nonce_codes
    },
    /** Floe asks. */
    sign: async (count = 1) => {
      const vectors = randomVectors(random, count)
      const signed = await signByFloe(floe.node, vectors)
      expect(faultsOf(group.keyset.group.group_pk, vectors, signed)).toEqual([])
    },
    /** The device asks. */
    signThere: async () => expect(await device.sign(newHash(), [self])).toMatchObject({ ok: true }),
  }
}

const poolIn = (data: unknown): unknown =>
  (data as { nonce_pool_generation?: unknown }).nonce_pool_generation

/** Codes of a device's nonces that Floe may still use. */
const goodOf = (device: BetaDevice, peer: string): string[] =>
  present(device.snapshot().pool.peers[peer]).unspent.map(({ code }) => code)

/** Loads a device again: it has a new pool, and knows nothing of what it gave out. Resolves when it has pinged. */
async function reload(device: BetaDevice, peer: string): Promise<void> {
  await device.restart({ clean: false })
  await until(() => device.heldOf(peer).length > 0, { what: 'its first ping to be answered' })
}

describe('a device of Igloo beta that was loaded again', () => {
  test('is asked with none of the nonces that it lost', async (t) => {
    const { device, floe, held, sign, signThere } = await beside(t)
    await sign(3)
    const before = await held()
    await reload(device, floe().xonly)
    const after = await held()
    expect(after.length).toBeGreaterThan(0)
    expect(after.filter((code) => before.includes(code))).toEqual([])
    await sign(3)
    await signThere()
    expect(device.dropped).toEqual([])
  })

  test('is asked at once for others, once, if its ping brought none', async (t) => {
    const { device, floe, asks, held, sign } = await beside(t)
    await held()
    const before = asks().length
    device.changePing = (ping) => ({ ...ping, advertised_nonces: [] })
    await device.restart({ clean: false })
    await until(() => asks().length > before, { what: 'a ping of Floe’s' })
    device.changePing = (ping) => ping
    expect(asks()[before]?.data).toMatchObject({ held_peer_nonce_codes: [] })
    expect(await device.ping(floe().xonly)).toBe(true)
    expect(asks()).toHaveLength(before + 1)
    await sign()
    expect(device.dropped).toEqual([])
  })

  test('while its person was to be asked is sent the request again, and answers', async (t) => {
    const { device, floe } = await beside(t)
    device.respond = (_, method) => (method === 'ecdh' ? 'ask' : 'allow')
    const exchanged = floe().node.ecdh(EXCHANGING, hexOfPoint(GENERATOR))
    await until(() => device.parked.length > 0, { what: 'the request to wait for the person' })
    device.respond = () => 'allow'
    await reload(device, floe().xonly)
    expect(await exchanged).toMatchObject({ ok: true })
  })

  test.each([undefined, null, '', '0'.repeat(64), 'ab'.repeat(31)])(
    'is not recognised as such by a pool generation of %s in its pings',
    async (nonce_pool_generation) => {
      const { device, floe, held } = await beside({ onTestFinished })
      device.recognizes = false
      const before = await held()
      device.changePing = (ping) => ({ ...ping, nonce_pool_generation })
      await reload(device, floe().xonly)
      expect(await held()).toEqual(expect.arrayContaining(before))
    },
  )
})

describe('a Floe that starts again', () => {
  test('has all nonces that the device holds still on the disk, however fast they are used', async (t) => {
    const { device, floe, stored, signThere } = await beside(t)
    device.pingsBefore = false
    for (let time = 0; time < 5; time += 1) await signThere()
    expect(stored()).toEqual(expect.arrayContaining(device.heldOf(floe().xonly)))
  })

  test('keeps its pool, and the device what it holds', async (t) => {
    const { device, floe, folder, restart, named, sign, signThere } = await beside(t)
    await sign()
    const before = device.heldOf(floe().xonly)
    await restart(folder)
    await sign()
    expect(named()).toHaveLength(1)
    expect(device.heldOf(floe().xonly)).toEqual(expect.arrayContaining(before))
    await signThere()
    expect(floe().audited).toHaveLength(2)
  })

  test('after a restore has another pool, and the device asks with none of the nonces that are lost', async (t) => {
    const { device, floe, restart, named, signThere } = await beside(t)
    await signThere()
    const before = device.heldOf(floe().xonly)
    await restart(temporaryFolder(t))
    await signThere()
    expect(named()).toHaveLength(2)
    expect(device.heldOf(floe().xonly).filter((code) => before.includes(code))).toEqual([])
  })

  test('on an older copy of its folder has another pool once the device names what it lost', async (t) => {
    const { device, floe, folder, restart, named, sign, signThere } = await beside(t)
    await signThere()
    const [copy, kept] = [temporaryFolder(t), device.heldOf(floe().xonly)]
    await floe().node.stop()
    cpSync(folder, copy, { recursive: true })
    await restart(folder)
    for (let time = 0; time < 10; time += 1) await signThere()
    const lost = device.heldOf(floe().xonly).filter((code) => !kept.includes(code))
    expect(lost).not.toEqual([])
    await restart(copy)
    await signThere()
    expect(device.heldOf(floe().xonly).filter((code) => lost.includes(code))).toEqual([])
    await sign()
    expect(named()).toHaveLength(2)
    expect(device.dropped).toEqual([])
  })
})

test('a device that uses the newest nonces first and Floe sign a hundred times for each other', async (t) => {
  const { device, floe, sign, signThere } = await beside(t)
  device.pingsBefore = false
  for (let time = 0; time < 100; time += 1) await signThere()
  await sign(100)
  expect(floe().audited.map(({ outcome }) => outcome)).not.toContain('failed')
  expect(floe().audited.filter(({ direction }) => direction === 'given')).toHaveLength(100)
  expect(floe().entries.filter(({ type }) => type === 'warning' || type === 'error')).toEqual([])
  expect(device.dropped).toEqual([])
})

test('Floe asks only with the nonces that a device recognises', async (t) => {
  const { device, floe, held, sign } = await beside(t)
  const before = await held()
  const good = before.slice(0, 30)
  device.changePing = (ping) => ({ ...ping, recognized_peer_nonce_codes: good })
  await floe().node.ping(device.xonly)
  device.changePing = (ping) => ping
  expect(await held()).toEqual(good)
  await sign()
})

test('two devices with one share are reported, and cost few pings, however often they take turns', async (t) => {
  const { group, device, floe, asks, sign } = await beside(t)
  const twin = await startBeta(t, group, 2)
  const [self, before] = [floe().xonly, asks().length]
  for (let turn = 0; turn < 12; turn += 1) {
    await device.ping(self)
    await twin.ping(self)
  }
  expect(asks().length - before).toBeLessThanOrEqual(POOL_PINGS_AT_ONCE)
  await until(async () => {
    await floe().node.ping(device.xonly)
    return floe().node.peers.get(device.xonly)?.areTwoDevices === true
  })
  await twin.stop()
  await device.ping(self)
  await sign()
})

test.each(['PingRequest', 'PingResponse'])('Floe names the same pool in each %s', async (type) => {
  const { device, floe, named } = await beside({ onTestFinished })
  await floe().node.ping(device.xonly)
  expect(await device.ping(floe().xonly)).toBe(true)
  const [id] = named()
  const pings = device.heard.filter((one) => one.type === type)
  expect(id).toMatch(/^[0-9a-f]{64}$/)
  expect(pings.map(({ data }) => poolIn(data))).toEqual(pings.map(() => id))
  expect(pings.length).toBeGreaterThan(0)
  expect(goodOf(device, floe().xonly).length).toBeGreaterThan(0)
})
