import { describe, expect, test } from 'vitest'
import { node, ownerWarning, request } from '../../server/contract/messages.ts'
import type { EcdhOutcome } from '../../server/node/exchanges.ts'
import type { SignerNode } from '../../server/node/node.ts'
import { xOnly } from '../../server/nostr/x-only.ts'
import { type Gen2Group, gen2Group, meet } from '../support/gen2-group.ts'
import { GenuinePeer } from '../support/genuine-peer.ts'
import { rounds } from '../support/long.ts'
import { EXCHANGING } from '../support/permits.ts'
import { seededPrng } from '../support/prng.ts'
import type { Scope } from '../support/scope.ts'
import {
  askAgainWhenLate,
  faultsOf,
  randomVectors,
  type Signed,
  signByFloe,
  signByGenuine,
  type Vector,
} from '../support/signatures.ts'
import { until } from '../support/until.ts'

const random = seededPrng(7)
/** How often each signs in each way. */
const TIMES = rounds(10, 100)

/** A genuine node of 1.x, in a process of its own. */
async function genuineAt(scope: Scope, group: Gen2Group, idx: number): Promise<GenuinePeer> {
  const peer = await GenuinePeer.start({
    group: group.keyset.groupCredential,
    share: group.keyset.shareCredentials[idx - 1] ?? '',
    relays: [group.relay.url],
  })
  scope.onTestFinished(() => peer.stop())
  return peer
}

const meetGenuine = (floe: SignerNode, peer: GenuinePeer) =>
  until(async () => (await floe.ping(peer.pubkey)).success)

const speaks = (floe: SignerNode, xonly: string) => [
  ...(floe.peers.get(xonly)?.dialects.keys() ?? []),
]

describe('a group of a genuine 1.x device and two that speak both', () => {
  test.concurrent('signs with each of them in the generation it speaks', async (t) => {
    const group = await gen2Group(t, { threshold: 2, totalMembers: 3 })
    const [floe, other] = [await group.start(1), await group.start(2)]
    const genuine = await genuineAt(t, group, 3)
    await meet(floe, other)
    await meetGenuine(floe.node, genuine)
    expect(speaks(floe.node, genuine.pubkey)).toEqual(['1.x'])
    expect(speaks(floe.node, other.xonly)).toContain('2026')

    const key = group.keyset.group.group_pk
    const asked = async (generation: string, peer: string) => {
      const vectors = randomVectors(random, 1)
      expect(faultsOf(key, vectors, await signByFloe(floe.node, vectors))).toEqual([])
      expect(floe.audited.at(-1)).toMatchObject({ generation, peers: [peer], outcome: 'ok' })
    }
    await asked('2026', other.xonly)
    await other.node.stop()
    await floe.node.ping(other.xonly)
    await asked('1.x', genuine.pubkey)

    const vectors = randomVectors(random, 1)
    const signed = await signByGenuine(genuine, vectors, [floe.xonly])
    expect(faultsOf(key, vectors, signed)).toEqual([])
    expect(floe.audited.at(-1)).toMatchObject({ generation: '1.x', direction: 'given' })
  })

  test.concurrent('signs in 1.x within one request when the 2026 ones have just gone', async (t) => {
    const group = await gen2Group(t, { threshold: 2, totalMembers: 3 })
    const [floe, other] = [await group.start(1), await group.start(2)]
    const genuine = await genuineAt(t, group, 3)
    await meet(floe, other)
    await meetGenuine(floe.node, genuine)
    await other.node.stop()
    const vectors = randomVectors(random, 1)
    const signed = await signByFloe(floe.node, vectors)
    expect(faultsOf(group.keyset.group.group_pk, vectors, signed)).toEqual([])
  })

  test.concurrent('agrees on the same secret in either generation', async (t) => {
    const group = await gen2Group(t, { threshold: 2, totalMembers: 3 })
    const [floe, other] = [await group.start(1), await group.start(2)]
    const genuine = await genuineAt(t, group, 3)
    await meet(floe, other)
    const target = group.keyset.group.commits[2]?.pubkey ?? ''
    const inGen2 = await floe.node.ecdh(EXCHANGING, target)
    await other.node.stop()
    await floe.node.ping(other.xonly)
    await meetGenuine(floe.node, genuine)
    // What is kept is kept by the key as it was written.
    const inGen1 = await floe.node.ecdh(EXCHANGING, xOnly(target))
    expect(inGen2).toMatchObject({ ok: true })
    const xOf = (outcome: EcdhOutcome) => (outcome.ok ? xOnly(outcome.secret) : outcome.reason)
    expect(xOf(inGen1)).toBe(xOf(inGen2))
    const generations = floe.entries
      .filter(({ message }) => message.startsWith('ECDH completed'))
      .map(({ data }) => (data as { generation: string }).generation)
    expect(generations).toEqual(['2026', '1.x'])
  })

  test(`signs ${TIMES} times each way in either generation, all at once`, async (t) => {
    const group = await gen2Group(t, { threshold: 2, totalMembers: 3 })
    const [floe, other] = [await group.start(1), await group.start(2)]
    const genuine = await genuineAt(t, group, 3)
    await meet(floe, other)
    await meetGenuine(floe.node, genuine)
    const faults: string[] = []
    const oftenEnough = async (tweaks: number, ask: (vectors: Vector[]) => Promise<Signed>) => {
      for (let round = 0; round < TIMES; round += 1) {
        const vectors = randomVectors(random, 1, tweaks)
        faults.push(
          ...faultsOf(
            group.keyset.group.group_pk,
            vectors,
            await askAgainWhenLate(() => ask(vectors)),
          ),
        )
      }
    }
    await Promise.all([
      oftenEnough(0, (vectors) => signByFloe(floe.node, vectors)),
      // Tweaks exist only in 1.x.
      oftenEnough(1, (vectors) => signByFloe(floe.node, vectors)),
      oftenEnough(0, (vectors) => signByFloe(other.node, vectors)),
      oftenEnough(0, (vectors) => signByGenuine(genuine, vectors, [floe.xonly])),
    ])
    expect(faults).toEqual([])
    const kinds = floe.audited.flatMap(({ direction, generation, outcome }) =>
      outcome === 'ok' ? `${direction} in ${generation}` : [],
    )
    const times = (kind: string) => kinds.filter((one) => one === kind).length
    expect(times('asked in 2026') + times('asked in 1.x')).toBe(2 * TIMES)
    // Who answers late in 2026 is asked in 1.x; what came too late was still given.
    expect(times('asked in 2026')).toBeGreaterThan(TIMES / 2)
    for (const kind of ['asked in 1.x', 'given in 2026', 'given in 1.x']) {
      expect(times(kind), kind).toBeGreaterThanOrEqual(TIMES)
    }
  })
})

describe('a 1.x device that asks for signatures', () => {
  const asking = async (t: Scope, mode?: 'answer' | 'warn' | 'refuse') => {
    const group = await gen2Group(t, { threshold: 2, totalMembers: 2 })
    const floe = await group.start(1, mode === undefined ? {} : { firstGeneration: mode })
    const genuine = await genuineAt(t, group, 2)
    await meetGenuine(floe.node, genuine)
    const vectors = [randomVectors(random, 1), randomVectors(random, 1)] as const
    const signed = await Promise.all(
      vectors.map((asked) => signByGenuine(genuine, asked, [floe.xonly])),
    )
    return { floe, genuine, signed }
  }

  test('is answered, and the owner is warned once', async (t) => {
    const { floe, genuine, signed } = await asking(t)
    expect(signed.map(({ ok }) => ok)).toEqual([true, true])
    const name = floe.node.peers.get(genuine.pubkey)?.pubkey.slice(0, 8) ?? ''
    const warning = ownerWarning.firstGeneration(name)
    expect(floe.node.warnings.list).toEqual([warning])
    expect(floe.entries.filter(({ message }) => message === warning)).toHaveLength(1)
  })

  test('is answered without a warning if the owner wants that', async (t) => {
    const { floe, signed } = await asking(t, 'answer')
    expect(signed.map(({ ok }) => ok)).toEqual([true, true])
    expect(floe.node.warnings.list).toEqual([])
  })

  test('is refused if the owner wants that, is told so in pings, and is not asked', async (t) => {
    const { floe, genuine, signed } = await asking(t, 'refuse')
    expect(signed.map(({ ok }) => ok)).toEqual([false, false])
    expect(floe.entries.map(({ message }) => message).join()).toContain(node.unauthorized)
    expect(await genuine.ping(floe.xonly)).toMatchObject({ data: { send: true, recv: false } })
    expect(await signByFloe(floe.node, randomVectors(random, 1))).toMatchObject({ ok: false })
    expect(await signByFloe(floe.node, randomVectors(random, 1, 1))).toMatchObject({
      reason: request.tweaksRefused,
    })
    expect((await genuine.received()).filter(({ tag }) => tag === '/sign/req')).toEqual([])
  })

  test('is refused from the moment the owner wants that until they don’t', async (t) => {
    const { floe, genuine, signed } = await asking(t)
    expect(signed.map(({ ok }) => ok)).toEqual([true, true])
    floe.node.meetFirstGeneration('refuse')
    expect(floe.node.warnings.list).toEqual([])

    const vectors = randomVectors(random, 1)
    const target = floe.node.peers.get(genuine.pubkey)?.pubkey ?? ''
    const [byGenuine, exchanged, byFloe, floeExchanged, echoed] = await Promise.all([
      signByGenuine(genuine, vectors, [floe.xonly]),
      genuine.ecdh(target, [floe.xonly]),
      signByFloe(floe.node, randomVectors(random, 1)),
      floe.node.ecdh(EXCHANGING, target),
      genuine.request('/echo/req', 'still here', floe.xonly),
    ])
    // It is answered with silence, and shows what it shows when a peer is away.
    expect(byGenuine).toMatchObject({ ok: false, reason: expect.stringContaining('timeout') })
    expect(exchanged).toMatchObject({ ok: false, err: expect.stringContaining('timeout') })
    expect(byFloe).toMatchObject({ ok: false })
    expect(floeExchanged).toMatchObject({ ok: false })
    expect(echoed).toEqual({ ok: true, data: 'still here' })
    expect(await genuine.ping(floe.xonly)).toMatchObject({ data: { send: true, recv: false } })
    const asked = (await genuine.received()).map(({ tag }) => tag)
    expect(asked).not.toContain('/sign/req')
    expect(asked).not.toContain('/ecdh/req')

    floe.node.meetFirstGeneration('warn')
    expect(await signByGenuine(genuine, randomVectors(random, 1), [floe.xonly])).toMatchObject({
      ok: true,
    })
    const peer = target.slice(0, 8)
    expect(floe.node.warnings.list.sort()).toEqual(
      [ownerWarning.firstGeneration(peer), ownerWarning.thirdInFirst(peer)].sort(),
    )
  })
})

test('a node whose nonces can’t be kept says so, and goes on in 1.x', async (t) => {
  const group = await gen2Group(t, { threshold: 2, totalMembers: 2 })
  const floe = await group.start(1, {
    gen2: {
      nonces: () => {
        throw new Error('disk')
      },
      groupName: () => undefined,
    },
  })
  const other = await group.start(2)
  expect(floe.node.warnings.list).toEqual([ownerWarning.gen2Off(ownerWarning.noncesNotOpened)])
  await until(async () => (await floe.node.ping(other.xonly)).success)
  const vectors = randomVectors(random, 1)
  const signed = await signByFloe(floe.node, vectors)
  expect(faultsOf(group.keyset.group.group_pk, vectors, signed)).toEqual([])
  expect(floe.audited).toMatchObject([{ generation: '1.x' }])
})
