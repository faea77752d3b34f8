import { describe, expect, test } from 'vitest'
import {
  NONCES_PER_PEER_MAX,
  NONCES_REPLENISHED_AT_ONCE,
  NONCES_RESERVE,
} from '#protocol/limits.ts'
import { rounds } from '../support/long.ts'
import { PingOneDevice } from '../support/ping-one-device.ts'
import { seededPrng } from '../support/prng.ts'
import { SIGNING } from '../support/rules.ts'
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

const random = seededPrng(77)
/** More than twice what one keeps of another's nonces. */
const MANY = rounds(2 * NONCES_PER_PEER_MAX + 20, 500)
const TWO_OF_TWO = { threshold: 2, totalMembers: 2 }

async function expectSigned(
  { keyset }: V2Group,
  asker: V2Member,
  count: number,
  sign: typeof signByFloe = signByFloe,
) {
  const vectors = randomVectors(random, count)
  const signed = await sign(asker.node, vectors)
  expect(faultsOf(keyset.group.group_pk, vectors, signed)).toEqual([])
}

/** A Floe with 2026 alone that can restart on what it keeps, and a device of ping version 1. */
async function beside(
  scope: Scope,
  /** Gets the group before any of its members starts. */
  onGroup: (group: V2Group) => void = () => {},
) {
  const group = await v2Group(scope, TWO_OF_TWO)
  onGroup(group)
  const { folder, ...v2 } = noncesFor(scope)
  const credentials = carriedTexts(group.keyset, 1)
  let floe = await group.start(1, { ...credentials, v2 })
  const rogue = await V2Rogue.start(group.keyset, 2, group.relay.url)
  scope.onTestFinished(() => rogue.stop())
  const device = new PingOneDevice(rogue, floe.xonly)
  return {
    group,
    device,
    floe: () => floe,
    restart: async () => {
      await floe.node.stop()
      floe = await group.start(1, { ...credentials, v2: noncesFor(scope, folder) })
    },
    /** Each asks the other once. */
    bothWays: async () => {
      await expectSigned(group, floe, 1)
      await until(() => device.held.length > 0)
      const id = device.send()
      await until(() => device.collect([id]) === 1)
    },
  }
}

describe('a device of ping version 1 and Floe sign for each other', () => {
  test('after a first ping of Floe’s, in the version that the device can’t read', async (t) => {
    const { floe, device, bothWays } = await beside(t)
    expect(await floe().node.ping(device.rogue.xonly)).toMatchObject({ success: true })
    await bothWays()
  })

  test('after each restart of Floe, with the nonces from before', async (t) => {
    const { device, restart, bothWays } = await beside(t)
    await device.ping()
    for (let starts = 2; starts > 0; starts -= 1) {
      const heldBefore = device.held.length
      await restart()
      expect(device.held).toHaveLength(heldBefore)
      const id = device.send()
      await until(() => device.collect([id]) === 1)
      await bothWays()
    }
  })

  test('after a request of Floe’s that did not reach the device', async (t) => {
    let time: SimulatedTime | undefined
    const { floe, device, bothWays } = await beside(t, ({ relay }) => {
      time = simulateTimeOver(t, [relay])
    })
    await device.ping()
    await bothWays()
    const outBefore = device.out.size
    device.isAway = true
    const [vector] = randomVectors(random, 1)
    const signed = await time?.until(floe().node.sign(SIGNING, vector?.[0] ?? ''))
    expect(signed).toMatchObject({ ok: false })
    device.isAway = false
    expect(device.out.size).toBe(outBefore)
    await bothWays()
  })

  test('after the device lost what it held', async (t) => {
    const { floe, device, bothWays } = await beside(t)
    await device.ping()
    await bothWays()
    device.out.clear()
    device.held = []
    expect(await floe().node.ping(device.rogue.xonly)).toMatchObject({ success: true })
    await device.ping()
    await bothWays()
  })

  test('after its nonces, which it sends again only to a joining member, were lost on the way', async (t) => {
    const { floe, device, bothWays } = await beside(t)
    device.sendsInVain()
    expect(await floe().node.ping(device.rogue.xonly)).toMatchObject({ success: true })
    await bothWays()
    const joined = device.rogue.heard.filter(({ type }) => type === 'OnboardRequest')
    expect(joined).toHaveLength(1)
  })

  test('after they were lost while requests of its own were under way', async (t) => {
    const { device, bothWays } = await beside(t)
    device.sendsInVain()
    await device.ping()
    const id = device.send()
    await until(() => device.collect([id]) === 1)
    await bothWays()
  })

  test('not while it keeps its nonces to itself, which is reported, and again once it gives them', async (t) => {
    const { floe, device, bothWays } = await beside(t)
    device.sendsInVain()
    device.joinsNobody = true
    expect(await floe().node.ping(device.rogue.xonly)).toMatchObject({ success: true })
    const warnings = () => floe().node.warnings.list.filter((text) => text.includes('onboard'))
    await until(() => warnings().length === 1)
    device.out.clear()
    device.joinsNobody = false
    await device.ping()
    expect(await floe().node.ping(device.rogue.xonly)).toMatchObject({ success: true })
    expect(warnings()).toEqual([])
    await bothWays()
  })

  test('a hundred at once, and as many of its own as it keeps nonces for', async (t) => {
    const { group, floe, device } = await beside(t)
    await device.ping()
    expect(await floe().node.ping(device.rogue.xonly)).toMatchObject({ success: true })
    await expectSigned(group, floe(), 100)
    for (let turns = 2; turns > 0; turns -= 1) {
      const count = device.held.length
      expect(count).toBeGreaterThan(NONCES_PER_PEER_MAX - NONCES_REPLENISHED_AT_ONCE)
      const ids = Array.from({ length: count }, () => device.send())
      // A ping that crosses them brings none of their nonces again.
      await device.ping()
      await until(() => ids.every((id) => device.rogue.answersTo(id).length > 0))
      expect(device.collect(ids)).toBe(count)
    }
  })
})

describe('Floe nodes', () => {
  test('give as many signatures as are asked for at once, however small the pool', async (t) => {
    const group = await v2Group(t, TWO_OF_TWO)
    const [asker, signer] = [await group.start(1), await group.start(2)]
    await meet(asker, signer)
    await expectSigned(group, asker, MANY)
    await expectSigned(group, signer, NONCES_PER_PEER_MAX + 20)
    // Neither asked for nonces as a joining member does, of which the other's owner would be warned.
    const warnings = [asker, signer].flatMap(({ node }) => node.warnings.list)
    expect(warnings.filter((text) => text.includes('asks to join'))).toEqual([])
  })

  test('wait for a peer that has few nonces left, and ping it', async (t) => {
    const group = await v2Group(t, TWO_OF_TWO)
    const floe = await group.start(1)
    const peer = await V2Rogue.start(group.keyset, 2, group.relay.url)
    t.onTestFinished(() => peer.stop())
    let pings = 0
    peer.conduct = (request, honest) => {
      if (request.type !== 'PingRequest') return honest()
      pings += 1
      // The first brings too few, the second none, the third enough.
      const nonces = peer.newNonces([8, 0][pings - 1] ?? 50)
      return { type: 'PingResponse', data: peer.pingData(floe.xonly, [], nonces) }
    }
    await until(async () => (await floe.node.ping(peer.xonly)).generation === '2026')
    await expectSigned(group, floe, 40)
    expect(pings).toBeGreaterThanOrEqual(3)
  })

  test('get others from a device that offers only used ones after it was rolled back', async (t) => {
    const group = await v2Group(t, TWO_OF_TWO)
    const floe = await group.start(1)
    const peer = await V2Rogue.start(group.keyset, 2, group.relay.url)
    t.onTestFinished(() => peer.stop())
    const before = peer.newNonces(70)
    const used: string[] = []
    peer.conduct = (request, honest) => {
      switch (request.type) {
        case 'PingRequest':
          return { type: 'PingResponse', data: peer.pingData(floe.xonly, [], before) }
        case 'OnboardRequest': {
          const nonces = [...before, ...peer.newNonces(30)]
          return { type: 'OnboardResponse', data: { group: peer.group, nonces } }
        }
        default: {
          const set = request.data.nonces.find(({ idx }: { idx: number }) => idx === 2)
          used.push(...set.entries.map(({ code }: { code: string }) => code))
          return honest()
        }
      }
    }
    await until(async () => (await floe.node.ping(peer.xonly)).generation === '2026')
    await expectSigned(group, floe, before.length - NONCES_RESERVE)
    await floe.node.ping(peer.xonly)
    await expectSigned(group, floe, 30)
    expect(new Set(used).size).toBe(used.length)
  })

  test('do not take a slow peer for one that was rolled back', async (t) => {
    const group = await v2Group(t, TWO_OF_TWO)
    const time = simulateTimeOver(t, [group.relay])
    const floe = await group.start(1)
    const peer = await V2Rogue.start(group.keyset, 2, group.relay.url)
    t.onTestFinished(() => peer.stop())
    const all = peer.newNonces(70)
    peer.conduct = ({ type }) =>
      type === 'PingRequest'
        ? { type: 'PingResponse', data: peer.pingData(floe.xonly, [], all) }
        : null
    await until(async () => (await floe.node.ping(peer.xonly)).generation === '2026')
    const vectors = randomVectors(random, all.length)
    const signed = Promise.all(vectors.map(([hash]) => floe.node.sign(SIGNING, hash)))
    await until(() => peer.heard.some(({ type }) => type === 'SignRequest'))
    await floe.node.ping(peer.xonly)
    expect((await time.until(signed)).filter(({ ok }) => ok)).toEqual([])
    expect(peer.heard.filter(({ type }) => type === 'OnboardRequest')).toEqual([])
  })

  test.for(['never reaches it', 'is answered too late'])(
    'never again use a peer’s nonce that it has signed with, though it sends it and a request %s',
    async (fate, t) => {
      const group = await v2Group(t, TWO_OF_TWO)
      const time = simulateTimeOver(t, [group.relay])
      const floe = await group.start(1)
      const peer = await V2Rogue.start(group.keyset, 2, group.relay.url)
      t.onTestFinished(() => peer.stop())
      /** Codes of the nonces it signed with, by request: some come twice. */
      const used = new Map<string, string[]>()
      const late: (() => void)[] = []
      let isSlow = false
      peer.conduct = (request, honest) => {
        if (request.type !== 'SignRequest') return honest()
        if (isSlow && fate === 'never reaches it') return null
        const set = request.data.nonces.find(({ idx }: { idx: number }) => idx === 2)
        used.set(
          request.id,
          set.entries.map(({ code }: { code: string }) => code),
        )
        if (!isSlow) return honest()
        const data = peer.partials(request.data)
        late.push(() => peer.send(floe.xonly, { type: 'SignResponse', data }, { id: request.id }))
        return null
      }
      await until(async () => (await floe.node.ping(peer.xonly)).generation === '2026')
      await expectSigned(group, floe, 3)
      isSlow = true
      const [vector] = randomVectors(random, 1)
      const signed = await time.until(floe.node.sign(SIGNING, vector?.[0] ?? ''))
      expect(signed).toMatchObject({ ok: false })
      // By then it has had every earlier request.
      await peer.afterwards(floe.xonly)
      isSlow = false
      for (const answer of late) answer()
      await peer.afterwards(floe.xonly)
      // It was rolled back, and has all that it ever made.
      await until(async () => (await floe.node.ping(peer.xonly)).success)
      const again: typeof signByFloe = (...asked) => time.until(signByFloe(...asked))
      // Few at once: it has no others.
      for (let n = 0; n < 4; n += 1) await expectSigned(group, floe, 10, again)
      const codes = [...used.values()].flat()
      expect(new Set(codes).size).toBe(codes.length)
    },
  )
})
