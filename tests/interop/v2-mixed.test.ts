import { afterAll, describe, expect, test } from 'vitest'
import { ownerWarning, protocolTexts, request } from '#contract/messages.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { EcdhOutcome } from '#signer/ecdh/shared-secrets.ts'
import type { Signer } from '#signer/signer.ts'
import type { FloeSigner } from '../support/floe-signer.ts'
import { type GenuinePeer, GenuineProcess } from '../support/genuine-peer.ts'
import { rounds } from '../support/long.ts'
import { PATIENT } from '../support/patient.ts'
import { seededPrng } from '../support/prng.ts'
import { EXCHANGING } from '../support/rules.ts'
import { type Scope, startPeerFor } from '../support/scope.ts'
import {
  faultsOf,
  randomVectors,
  signByFloe,
  signByGenuine,
  type Vector,
} from '../support/signatures.ts'
import { simulateTimeOver } from '../support/simulated-relays.ts'
import { until } from '../support/until.ts'
import { meet, type V2Group, v2Group } from '../support/v2-group.ts'

const random = seededPrng(7)
/** How often each signs in each way. */
const TIMES = rounds(3, 100)
/** Milliseconds that a genuine node waits for an answer that never comes. */
const NEVER = 500

const genuineProcess = new GenuineProcess()
afterAll(() => genuineProcess.stop())

/** A genuine node of 1.x. */
async function genuineAt(scope: Scope, group: V2Group, idx: number): Promise<GenuinePeer> {
  const peer = await genuineProcess.start({
    group: group.keyset.groupCredential,
    share: group.keyset.shareCredentials[idx - 1] ?? '',
    relays: [group.relay.url],
  })
  scope.onTestFinished(() => peer.stop())
  return peer
}

const meetGenuine = (floe: Signer, peer: GenuinePeer) =>
  until(async () => (await floe.ping(peer.pubkey)).success)

const speaks = (floe: Signer, xonly: string) => [...(floe.peers.get(xonly)?.protocols.keys() ?? [])]

/**
 * A 1.x device, and two that speak both protocols. Time is simulated: a device that is late in 2026 is asked
 * in 1.x, and on a busy machine any may be late.
 */
async function mixedGroup(scope: Scope) {
  const group = await v2Group(scope, { threshold: 2, totalMembers: 3 })
  const time = simulateTimeOver(scope, [group.relay])
  const [floe, other] = [await group.start(1), await group.start(2)]
  const first = await startPeerFor(scope, {
    group: group.keyset.groupCredential,
    share: group.keyset.shareCredentials[2] ?? '',
    relays: [group.relay.url],
  })
  await meet(floe, other)
  await until(async () => (await floe.node.ping(group.xonly(3))).success)
  const sign = async (asker: FloeSigner, vectors: readonly Vector[]) =>
    faultsOf(group.keyset.group.group_pk, vectors, await signByFloe(asker.node, vectors))
  const faults = (asker: FloeSigner, vectors: readonly Vector[]) => time.until(sign(asker, vectors))
  const leave = async () => {
    await time.until(other.node.stop())
    await time.until(floe.node.ping(other.xonly))
  }
  return { group, time, floe, other, first, sign, faults, leave }
}

describe('a group of a 1.x device and two that speak both', () => {
  test('signs with each of them in the generation it speaks', async (t) => {
    const { group, floe, other, first, faults, leave } = await mixedGroup(t)
    expect(speaks(floe.node, group.xonly(3))).toEqual(['1.x'])
    expect(speaks(floe.node, other.xonly)).toContain('2026')

    const asked = async (generation: string, peer: string) => {
      expect(await faults(floe, randomVectors(random, 1))).toEqual([])
      expect(floe.audited.at(-1)).toMatchObject({ generation, peers: [peer], outcome: 'ok' })
    }
    await asked('2026', other.xonly)
    await leave()
    await asked('1.x', group.xonly(3))

    expect(await faults(first, randomVectors(random, 1))).toEqual([])
    expect(floe.audited.at(-1)).toMatchObject({ generation: '1.x', direction: 'given' })
  })

  test('signs in 1.x within one request when the 2026 ones have just gone', async (t) => {
    const { time, floe, other, faults } = await mixedGroup(t)
    await time.until(other.node.stop())
    expect(await faults(floe, randomVectors(random, 1))).toEqual([])
  })

  test('agrees on the same secret in either generation', async (t) => {
    const { group, time, floe, leave } = await mixedGroup(t)
    const target = group.keyset.group.commits[2]?.pubkey ?? ''
    const inV2 = await time.until(floe.node.ecdh(EXCHANGING, target))
    await leave()
    // A secret is kept under the key as it was written.
    const inV1 = await time.until(floe.node.ecdh(EXCHANGING, xOnly(target)))
    expect(inV2).toMatchObject({ ok: true })
    const xOf = (outcome: EcdhOutcome) => (outcome.ok ? xOnly(outcome.secret) : outcome.why.error)
    expect(xOf(inV1)).toBe(xOf(inV2))
    const generations = floe.entries
      .filter(({ message }) => message.startsWith('ECDH completed'))
      .map(({ data }) => (data as { generation: string }).generation)
    expect(generations).toEqual(['2026', '1.x'])
  })

  test(`signs ${TIMES} times each way in either generation, all at once`, async (t) => {
    const { time, floe, other, first, sign } = await mixedGroup(t)
    const oftenEnough = async (asker: FloeSigner, tweaks: number) => {
      for (let round = 0; round < TIMES; round += 1) {
        expect(await sign(asker, randomVectors(random, 1, tweaks))).toEqual([])
      }
    }
    // The 1.x device asks nobody else.
    first.node.peers.setPolicy(other.xonly, { allowSend: false, allowReceive: true })
    await time.until(
      Promise.all([
        oftenEnough(floe, 0),
        // Tweaks exist only in 1.x.
        oftenEnough(floe, 1),
        oftenEnough(other, 0),
        oftenEnough(first, 0),
      ]),
    )
    const kinds = floe.audited.flatMap(({ direction, generation, outcome }) =>
      outcome === 'ok' ? `${direction} in ${generation}` : [],
    )
    const times = (kind: string) => kinds.filter((one) => one === kind).length
    for (const kind of ['asked in 2026', 'asked in 1.x', 'given in 2026', 'given in 1.x']) {
      expect(times(kind), kind).toBe(TIMES)
    }
  })
})

describe('a 1.x device that asks for signatures', () => {
  const asking = async (t: Scope, mode?: 'answer' | 'warn' | 'refuse') => {
    const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
    const floe = await group.start(1, mode === undefined ? {} : { v1Mode: mode })
    const genuine = await genuineAt(t, group, 2)
    await meetGenuine(floe.node, genuine)
    if (mode === 'refuse') await genuine.waitFor(NEVER)
    const vectors = [randomVectors(random, 1), randomVectors(random, 1)] as const
    const signed = await Promise.all(
      vectors.map((asked) => signByGenuine(genuine, asked, [floe.xonly])),
    )
    await genuine.waitFor(PATIENT.request)
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
    // Floe takes what one peer sends in turn: once this is answered, it has seen the requests.
    expect(await genuine.ping(floe.xonly)).toMatchObject({ data: { send: true, recv: false } })
    expect(floe.entries.map(({ message }) => message).join()).toContain(protocolTexts.unauthorized)
    expect(await signByFloe(floe.node, randomVectors(random, 1))).toMatchObject({ ok: false })
    expect(await signByFloe(floe.node, randomVectors(random, 1, 1))).toMatchObject({
      reason: request.tweaksRefused,
    })
    expect((await genuine.received()).filter(({ tag }) => tag === '/sign/req')).toEqual([])
  })

  test('is refused from the moment the owner wants that until they don’t', async (t) => {
    const { floe, genuine, signed } = await asking(t)
    expect(signed.map(({ ok }) => ok)).toEqual([true, true])
    floe.node.setV1Mode('refuse')
    expect(floe.node.warnings.list).toEqual([])

    const vectors = randomVectors(random, 1)
    const target = floe.node.peers.get(genuine.pubkey)?.pubkey ?? ''
    await genuine.waitFor(NEVER)
    const [byGenuine, exchanged, byFloe, floeExchanged] = await Promise.all([
      signByGenuine(genuine, vectors, [floe.xonly]),
      genuine.ecdh(target, [floe.xonly]),
      signByFloe(floe.node, randomVectors(random, 1)),
      floe.node.ecdh(EXCHANGING, target),
    ])
    await genuine.waitFor(PATIENT.request)
    // Floe takes what one peer sends in turn: by then it has seen both requests.
    const echoed = await genuine.request('/echo/req', 'still here', floe.xonly)
    // The genuine node gets no answer, and shows what it shows when a peer is away.
    expect(byGenuine).toMatchObject({ ok: false, reason: expect.stringContaining('timeout') })
    expect(exchanged).toMatchObject({ ok: false, err: expect.stringContaining('timeout') })
    expect(byFloe).toMatchObject({ ok: false })
    expect(floeExchanged).toMatchObject({ ok: false })
    expect(echoed).toEqual({ ok: true, data: 'still here' })
    expect(await genuine.ping(floe.xonly)).toMatchObject({ data: { send: true, recv: false } })
    const asked = (await genuine.received()).map(({ tag }) => tag)
    expect(asked).not.toContain('/sign/req')
    expect(asked).not.toContain('/ecdh/req')

    floe.node.setV1Mode('warn')
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
  const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
  const floe = await group.start(1, {
    v2: {
      nonces: () => {
        throw new Error('disk')
      },
      groupName: () => undefined,
    },
  })
  const other = await group.start(2)
  expect(floe.node.warnings.list).toEqual([ownerWarning.v2Off(ownerWarning.noncesNotOpened)])
  await until(async () => (await floe.node.ping(other.xonly)).success)
  const vectors = randomVectors(random, 1)
  const signed = await signByFloe(floe.node, vectors)
  expect(faultsOf(group.keyset.group.group_pk, vectors, signed)).toEqual([])
  expect(floe.audited).toMatchObject([{ generation: '1.x' }])
})
