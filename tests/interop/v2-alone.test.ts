import { beforeAll, describe, expect, test } from 'vitest'
import { PING_TIMEOUT, V2_EVENT_KIND } from '#contract/limits.ts'
import { ownerWarning, protocolTexts, request, v2Refusal } from '#contract/messages.ts'
import { relay as relayMessages } from '#contract/relay-messages.ts'
import { multiplyBaseSecret } from '#crypto/curve/curve.ts'
import { pointHex } from '#crypto/curve/hex.ts'
import { dealKey } from '#protocol/v2/dealing.ts'
import { groupText, shareText } from '#protocol/v2/group.ts'
import { ORDER } from '../support/curve.ts'
import { createFloeSigner, type FloeSigner, startFloeSigner } from '../support/floe-signer.ts'
import { AS_IN_USE } from '../support/patient.ts'
import { seededPrng } from '../support/prng.ts'
import { EXCHANGING } from '../support/rules.ts'
import { fileScope, type Scope, startRelayFor } from '../support/scope.ts'
import { faultsOf, randomVectors, signByFloe } from '../support/signatures.ts'
import { simulateTimeOver } from '../support/simulated-relays.ts'
import { thrownBy } from '../support/thrown.ts'
import { until } from '../support/until.ts'
import { carriedTexts, meet, noncesFor, v2Group } from '../support/v2-group.ts'

const random = seededPrng(11)
const TWO = '2'.padStart(64, '0')
const pointOf = (secret: string): string => pointHex(multiplyBaseSecret(Buffer.from(secret, 'hex')))

/** Members of a key that was never in 1.x, of which the first few run. */
async function dealtMembers(
  scope: Scope,
  sizes: { threshold: number; totalMembers: number; running: number },
) {
  const relay = await startRelayFor(scope)
  const secret = Buffer.from(random.bytes(32)).toString('hex')
  const dealt = dealKey(secret, { ...sizes, name: 'Dealt', random: random.bytes })
  if (!dealt.ok) throw new Error(dealt.error)
  const { group, shares } = dealt.value
  const start = async (idx: number): Promise<FloeSigner> => {
    const share = shares.find((one) => one.idx === idx)
    if (share === undefined) throw new Error('no such member')
    const floe = await startFloeSigner({
      group: groupText(group),
      share: shareText(share),
      relays: [relay.url],
      timings: { startDelay: 3_600_000, drain: 0 },
      v2: noncesFor(scope),
    })
    scope.onTestFinished(() => floe.node.stop())
    return floe
  }
  const indices = Array.from({ length: sizes.running }, (_, at) => at + 1)
  const nodes = await Promise.all(indices.map(start))
  await meet(...nodes)
  const point = pointOf(secret)
  return { relay, nodes, key: `02${group.group_pk}`, isNegated: point.startsWith('03'), secret }
}

describe.each([
  { threshold: 2, totalMembers: 3, running: 2 },
  { threshold: 3, totalMembers: 3, running: 3 },
])('$running nodes whose credentials exist in 2026 alone', (sizes) => {
  let members: Awaited<ReturnType<typeof dealtMembers>>
  const scope = fileScope()

  beforeAll(async () => {
    members = await dealtMembers(scope, sizes)
  })

  test('sign in turn, and nothing of 1.x goes over the relay', async () => {
    const { relay, nodes, key } = members
    const kinds = new Set<number>()
    relay.onEvent(({ kind }) => kinds.add(kind))
    for (const { node } of nodes) {
      const vectors = randomVectors(random, 5)
      const signed = await signByFloe(node, vectors)
      expect(faultsOf(key, vectors, signed)).toEqual([])
    }
    expect([...kinds]).toEqual([V2_EVENT_KIND])
    const generations = nodes.flatMap(({ audited }) => audited.map(({ generation }) => generation))
    expect(new Set(generations)).toEqual(new Set(['2026']))
    for (const { node } of nodes) expect(node.warnings.list).toEqual([])
  })

  test('agree on a key to the very point', async () => {
    const { nodes, secret, isNegated } = members
    const scalar = (2n * BigInt(`0x${secret}`)) % ORDER
    const expected = isNegated ? ORDER - scalar : scalar
    for (const { node } of nodes)
      expect(await node.ecdh(EXCHANGING, pointOf(TWO))).toEqual({
        ok: true,
        secret: pointOf(expected.toString(16).padStart(64, '0')),
      })
  })

  test('ping each other, and know what they speak', async () => {
    const [one] = members.nodes
    const results = await one?.node.pingAll()
    const answered = results?.filter(({ success }) => success)
    expect(answered).toHaveLength(sizes.running - 1)
    expect(answered?.every(({ generation }) => generation === '2026')).toBe(true)
    expect(one?.node.peers.view()[0]?.generations).toMatchObject([{ name: '2026' }])
  })
})

describe('a node with 2026 credentials alone', () => {
  test('signs with one that speaks both', async (t) => {
    const group = await v2Group(t, { threshold: 2, totalMembers: 3 })
    const alone = await group.start(1, carriedTexts(group.keyset, 1))
    const both = await group.start(2)
    await meet(alone, both)
    for (const { node } of [alone, both]) {
      const vectors = randomVectors(random, 1)
      const signed = await signByFloe(node, vectors)
      expect(faultsOf(group.keyset.group.group_pk, vectors, signed)).toEqual([])
    }
    expect(both.audited.every(({ generation }) => generation === '2026')).toBe(true)
  })

  test.for([
    ['a share of 1.x and a group of 2026', 'group'],
    ['a share of 2026 and a group of 1.x', 'share'],
  ] as const)('signs with %s', async ([_, carried], t) => {
    const secretKey = (ORDER - 3n).toString(16)
    const group = await v2Group(t, { threshold: 2, totalMembers: 2, secretKey })
    const texts = carriedTexts(group.keyset, 1)
    const mixed = await group.start(1, { [carried]: texts[carried] })
    const other = await group.start(2)
    await meet(mixed, other)
    const vectors = randomVectors(random, 1)
    const signed = await signByFloe(mixed.node, vectors)
    expect(faultsOf(group.keyset.group.group_pk, vectors, signed)).toEqual([])
    expect(mixed.audited.map(({ generation }) => generation)).toEqual(['2026'])
  })

  test('signs nothing with tweaks, and says why', async (t) => {
    const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
    const alone = await group.start(1, carriedTexts(group.keyset, 1))
    expect(await signByFloe(alone.node, randomVectors(random, 1, 1))).toMatchObject({
      ok: false,
      reason: request.tweaksUnknown,
    })
    expect(await alone.node.awaitEcho(100)).toMatchObject({
      ok: false,
      error: request.firstGenerationOff,
    })
  })

  test('says why it can’t ask anybody it has not met: no relay, or no answer', async (t) => {
    const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
    const time = simulateTimeOver(t, [group.relay])
    const alone = await group.start(1, { ...carriedTexts(group.keyset, 1), timings: AS_IN_USE })
    const silence = request.tooFewMet(1, 0, protocolTexts.pingTimeout(PING_TIMEOUT))
    expect(await time.until(signByFloe(alone.node, randomVectors(random, 1)))).toEqual({
      ok: false,
      reason: silence,
    })
    expect(await time.until(alone.node.ecdh(EXCHANGING, pointOf(TWO)))).toMatchObject({
      ok: false,
      why: expect.objectContaining({ error: silence }),
    })

    await group.relay.stop()
    await until(() => alone.node.relays.every(({ state }) => state !== 'open'))

    expect(await time.until(signByFloe(alone.node, randomVectors(random, 1)))).toEqual({
      ok: false,
      reason: request.tooFewMet(
        1,
        0,
        request.notPublished(`${group.relay.url}: ${relayMessages.notConnected}`),
      ),
    })
  })

  test('says that it was stopped, if that was before it had met anyone', async (t) => {
    const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
    const alone = await group.start(1, carriedTexts(group.keyset, 1))
    const signing = signByFloe(alone.node, randomVectors(random, 1))
    await until(() => alone.node.isReady)
    await alone.node.stop()
    expect(await signing).toMatchObject({ ok: false, reason: request.stopped })
  })

  test('says that too few may be asked, if their answers would not help', async (t) => {
    const group = await v2Group(t, { threshold: 3, totalMembers: 3 })
    const time = simulateTimeOver(t, [group.relay])
    const alone = await group.start(1, carriedTexts(group.keyset, 1))
    const { peers } = alone.node
    peers.setPolicy(peers.view()[0]?.pubkey ?? '', { allowSend: false, allowReceive: true })
    expect(await time.until(signByFloe(alone.node, randomVectors(random, 1)))).toEqual({
      ok: false,
      reason: request.noCosigner(2, 0),
    })
  })

  test('asks those it has met, whatever a stranger does', async (t) => {
    const group = await v2Group(t, { threshold: 2, totalMembers: 3 })
    const time = simulateTimeOver(t, [group.relay])
    const alone = await group.start(1, carriedTexts(group.keyset, 1))
    const other = await group.start(2)
    await time.until(meet(alone, other))
    other.node.peers.setPolicy(alone.xonly, { allowSend: true, allowReceive: false })
    await time.until(alone.node.pingAll())
    expect(await time.until(signByFloe(alone.node, randomVectors(random, 1)))).toMatchObject({
      ok: false,
      reason: v2Refusal.peerDenied,
    })
  })

  test('hears its own message through each relay', async (t) => {
    const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
    const alone = await group.start(1, carriedTexts(group.keyset, 1))
    expect(await alone.node.sendEcho()).toMatchObject({ ok: true })
    expect(await alone.node.sendEcho({ relay: group.relay.url })).toMatchObject({ ok: true })
    await alone.node.connectivity.check()
    expect(alone.node.connectivity.failures).toBe(0)
    group.relay.setFaults({ mute: true })
    expect(await alone.node.sendEcho({ timeout: 300 })).toMatchObject({ ok: false })
  })

  test('notices a relay that falls mute, and hears it again', async (t) => {
    const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
    const time = simulateTimeOver(t, [group.relay])
    const alone = await group.start(1, {
      ...carriedTexts(group.keyset, 1),
      timings: { startDelay: 0, selfEchoInterval: 500, drain: 0 },
    })
    await time.untilTrue(() => alone.node.connectivity.lastCheck !== null)
    group.relay.setFaults({ mute: true })
    await time.untilTrue(() => !alone.node.isReady)
    expect(alone.entries.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('silent: our own message did not come back'),
    )
    group.relay.clearFaults()
    await time.untilTrue(() => alone.node.isReady)
  })

  test('reports another node with the same share', async (t) => {
    const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
    const time = simulateTimeOver(t, [group.relay])
    const first = await group.start(1, carriedTexts(group.keyset, 1))
    await time.pass(1_100)
    const second = await group.start(1, carriedTexts(group.keyset, 1))
    await time.until(second.node.sendEcho())
    await time.untilTrue(() => first.node.warnings.list.length > 0)
    expect(first.node.warnings.list[0]).toContain('Another node is running with the same share')
  })

  test('takes another in, under the name of its group', async (t) => {
    const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
    const unnamed = { ...noncesFor(t), groupName: () => undefined }
    const inviter = await group.start(2, { ...carriedTexts(group.keyset, 2), v2: unnamed })
    const joining = await group.start(1, carriedTexts(group.keyset, 1))
    expect(await joining.node.onboard(inviter.xonly)).toMatchObject({
      ok: true,
      value: { group_name: 'Carried' },
    })
  })

  test('does not start if its nonces can’t be kept', async (t) => {
    const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
    const options = { ...carriedTexts(group.keyset, 1), relays: [group.relay.url] }
    const v2 = {
      nonces: () => {
        throw new Error('the disk is gone')
      },
      groupName: () => undefined,
    }
    for (const broken of [options, { ...options, v2 }]) {
      expect(thrownBy(() => createFloeSigner(broken))).toMatchObject({
        code: 'NODE_ERROR',
        details: { reason: { error: ownerWarning.noncesNeeded } },
      })
    }
  })
})
