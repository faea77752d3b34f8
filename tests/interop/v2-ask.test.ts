import { describe, expect, test } from 'vitest'
import { ownerWarning, protocolTexts, refusal, v2Decoding, v2Refusal } from '#contract/messages.ts'
import { multiplyBaseSecret } from '#crypto/curve/curve.ts'
import { pointHex } from '#crypto/curve/hex.ts'
import { ORDER } from '../support/curve.ts'
import { seededPrng } from '../support/prng.ts'
import { onlyPings as onlyPingsIn1x, RoguePeer } from '../support/rogue-peer.ts'
import { EXCHANGING } from '../support/rules.ts'
import type { Scope } from '../support/scope.ts'
import { faultsOf, randomVectors, signByFloe } from '../support/signatures.ts'
import { simulateTimeOver } from '../support/simulated-relays.ts'
import { until } from '../support/until.ts'
import { meet, noncesFor, type V2Group, v2Group } from '../support/v2-group.ts'
import { lyingIn, onlyPings, publicNonce, V2Rogue } from '../support/v2-rogue.ts'
import { present } from '../support/v2-vectors.ts'

const random = seededPrng(5)
const TWO_OF_THREE = { threshold: 2, totalMembers: 3 }
const G = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'

async function rogueAt(scope: Scope, group: V2Group, idx: number): Promise<V2Rogue> {
  const rogue = await V2Rogue.start(group.keyset, idx, group.relay.url)
  scope.onTestFinished(() => rogue.stop())
  return rogue
}

const messagesOf = ({ entries }: { entries: { message: string }[] }): string =>
  entries.map(({ message }) => message).join('\n')

describe('a peer that lies', () => {
  test('with a wrong partial signature is named, and another signs', async (t) => {
    const group = await v2Group(t, TWO_OF_THREE)
    const floe = await group.start(1)
    const honest = await group.start(3)
    const liar = await rogueAt(t, group, 2)
    liar.conduct = lyingIn('SignResponse', (answer) => ({
      ...answer,
      psigs: answer.psigs.map((psig) => ({ ...psig, partial_sig: '1'.padStart(64, '0') })),
    }))
    await meet(floe, honest)
    await floe.node.ping(liar.xonly)
    await until(async () => {
      const vectors = randomVectors(random, 1)
      const signed = await signByFloe(floe.node, vectors)
      expect(faultsOf(group.keyset.group.group_pk, vectors, signed)).toEqual([])
      return messagesOf(floe).includes('answered wrongly')
    })
    expect(messagesOf(floe)).toContain(`answered wrongly: ${protocolTexts.partialSignatureInvalid}`)
    expect(messagesOf(floe)).not.toContain(`Peer ${honest.node.self.pubkey.slice(0, 8)} answered`)
  })

  test('with nonces that are no points is named', async (t) => {
    const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
    const time = simulateTimeOver(t, [group.relay])
    const floe = await group.start(1, { v1Mode: 'refuse' })
    const liar = await rogueAt(t, group, 2)
    liar.conduct = (request, honest) => {
      if (request.type !== 'PingRequest') return null
      const nonces = liar.newNonces(70)
      const forged = nonces.map((nonce) => ({ ...nonce, hidden_pn: `02${'ff'.repeat(32)}` }))
      expect(honest()?.type).toBe('PingResponse')
      return { type: 'PingResponse', data: liar.pingData(floe.xonly, [], forged) }
    }
    await time.until(floe.node.ping(liar.xonly))
    const startedAt = Date.now()
    const signed = await time.until(signByFloe(floe.node, randomVectors(random, 1)))
    expect(signed).toMatchObject({ ok: false })
    // It is silent, and is not waited for.
    expect(Date.now() - startedAt).toBeLessThan(2_500)
    expect(messagesOf(floe)).toContain(`answered wrongly: ${v2Refusal.nonceInvalid}`)
  })

  test('with a wrong key share is named, and another is asked in its place', async (t) => {
    const group = await v2Group(t, TWO_OF_THREE)
    // If the liar answers late, the other is asked in its place.
    const time = simulateTimeOver(t, [group.relay])
    const floe = await group.start(1, { random: () => 0 })
    const honest = await group.start(3)
    const liar = await rogueAt(t, group, 2)
    liar.conduct = lyingIn('EcdhResponse', (answer) => ({
      ...answer,
      entries: answer.entries.map((entry) => ({ ...entry, keyshare: G })),
    }))
    await meet(floe, honest)
    await floe.node.ping(liar.xonly)
    expect(await time.until(floe.node.ecdh(EXCHANGING, G))).toEqual({
      ok: true,
      secret: group.keyset.group.group_pk,
    })
    expect(messagesOf(floe)).toContain(`answered wrongly: ${refusal.keyshareWrong}`)
  })
})

describe('a peer that does not answer', () => {
  test('because its policy says so is not asked while another is there', async (t) => {
    const group = await v2Group(t, TWO_OF_THREE)
    // If one is late, the other is asked in its place.
    const time = simulateTimeOver(t, [group.relay])
    const floe = await group.start(1)
    const willing = await group.start(3)
    const unwilling = await group.start(2)
    unwilling.node.peers.setPolicy(floe.xonly, { allowSend: true, allowReceive: false })
    await meet(floe, willing)
    await floe.node.ping(unwilling.xonly)
    for (let round = 0; round < 6; round += 1) {
      const signed = await time.until(signByFloe(floe.node, randomVectors(random, 1)))
      expect(signed).toMatchObject({ ok: true })
    }
    expect(unwilling.audited).toEqual([])
    expect(messagesOf(unwilling)).not.toContain('bounced')
  })

  test('for one operation because its policy says so is still asked for the other', async (t) => {
    const group = await v2Group(t, TWO_OF_THREE)
    const time = simulateTimeOver(t, [group.relay])
    const floe = await group.start(1, { v1Mode: 'refuse' })
    const [signer, exchanger] = [await group.start(2), await group.start(3)]
    const allowed = { allowSend: true, allowReceive: true }
    signer.node.peers.setPolicy(floe.xonly, { ...allowed, denied: ['receive.ecdh'] })
    exchanger.node.peers.setPolicy(floe.xonly, { ...allowed, denied: ['receive.sign'] })
    await meet(floe, signer)
    await floe.node.ping(exchanger.xonly)
    for (let round = 0; round < 4; round += 1) {
      const signed = await time.until(signByFloe(floe.node, randomVectors(random, 1)))
      expect(signed).toMatchObject({ ok: true })
    }
    expect(await time.until(floe.node.ecdh(EXCHANGING, G))).toMatchObject({ ok: true })
    expect(signer.audited).toHaveLength(4)
    expect(exchanger.audited).toEqual([])
    expect(messagesOf(exchanger)).toContain('ECDH response sent')
    expect(messagesOf(signer)).not.toContain('ECDH')
    for (const peer of [signer, exchanger]) expect(messagesOf(peer)).not.toContain('bounced')
  })

  test('for one operation, though it was asked, is asked for the other as before', async (t) => {
    const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
    const floe = await group.start(1)
    const peer = await group.start(2)
    await meet(floe, peer)
    const allowed = { allowSend: true, allowReceive: true }
    peer.node.peers.setPolicy(floe.xonly, { ...allowed, denied: ['receive.ecdh'] })
    expect(await floe.node.ecdh(EXCHANGING, G)).toMatchObject({
      ok: false,
      why: expect.objectContaining({ error: v2Refusal.peerDenied }),
    })
    expect(await signByFloe(floe.node, randomVectors(random, 1))).toMatchObject({ ok: true })
    expect(floe.audited).toMatchObject([{ generation: '2026', outcome: 'ok' }])
  })

  test('and says so ends the request at once if nobody else is there', async (t) => {
    const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
    const floe = await group.start(1)
    const peer = await group.start(2)
    await meet(floe, peer)
    peer.node.peers.setPolicy(floe.xonly, { allowSend: true, allowReceive: false })
    expect(await signByFloe(floe.node, randomVectors(random, 1))).toEqual({
      ok: false,
      reason: v2Refusal.peerDenied,
      code: undefined,
    })
  })

  test('loses those of its nonces that we held, and brings new ones', async (t) => {
    const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
    const time = simulateTimeOver(t, [group.relay])
    const floe = await group.start(1)
    const peer = await rogueAt(t, group, 2)
    peer.conduct = onlyPings
    await floe.node.ping(peer.xonly)
    const first = peer.own.size
    const signed = await time.until(signByFloe(floe.node, randomVectors(random, 1)))
    expect(signed).toMatchObject({ ok: false })
    peer.own.clear()
    peer.conduct = (_, honest) => honest()
    await until(() => peer.heard.filter(({ type }) => type === 'PingRequest').length > 1)
    await floe.node.ping(peer.xonly)
    expect(first).toBe(70)
    expect(await signByFloe(floe.node, randomVectors(random, 1))).toMatchObject({ ok: true })
  })
})

test('a peer that sends its nonces with each answer is told once which are held', async (t) => {
  const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
  // A peer that is late is pinged.
  const time = simulateTimeOver(t, [group.relay])
  const floe = await group.start(1)
  const peer = await rogueAt(t, group, 2)
  const pings = () => peer.heard.filter(({ type }) => type === 'PingRequest')
  let held: string[] = []
  peer.conduct = (request, honest) => {
    if (request.type === 'PingRequest') held = request.data.held_peer_nonce_codes
    return lyingIn('SignResponse', (answer) => ({
      ...answer,
      replenish: held.length > 0 ? null : [...peer.own.values()].map(publicNonce),
    }))(request, honest)
  }
  await time.until(floe.node.ping(peer.xonly))
  const before = pings().length
  for (let round = 0; round < 5; round += 1) {
    const signed = await time.until(signByFloe(floe.node, randomVectors(random, 1)))
    expect(signed).toMatchObject({ ok: true })
  }
  await time.untilTrue(() => held.length > 0)
  expect(pings()).toHaveLength(before + 1)
})

test('a peer whose nonces were lost with its disk signs again after one ping', async (t) => {
  const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
  const floe = await group.start(1)
  const before = await group.start(2)
  await meet(floe, before)
  await before.node.stop()
  await group.start(2)
  await floe.node.ping(before.xonly)
  expect(await signByFloe(floe.node, randomVectors(random, 1))).toMatchObject({ ok: true })
})

test('both sides keep their nonces after a restart, and sign after one ping', async (t) => {
  const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
  const floe = await group.start(1)
  const kept = noncesFor(t)
  const before = await group.start(2, { v2: kept })
  await meet(floe, before)
  await before.node.stop()
  const after = await group.start(2, { v2: noncesFor(t, kept.folder) })
  await after.node.ping(floe.xonly)
  for (const asker of [floe, after]) {
    const vectors = randomVectors(random, 1)
    const signed = await signByFloe(asker.node, vectors)
    expect(faultsOf(group.keyset.group.group_pk, vectors, signed)).toEqual([])
  }
})

describe('Floe nodes', () => {
  test('sign a hundred hashes, and three signers as many as fit in a session', async (t) => {
    const group = await v2Group(t, { threshold: 3, totalMembers: 3 })
    const nodes = await Promise.all([1, 2, 3].map((idx) => group.start(idx)))
    await meet(...nodes)
    const [floe] = nodes
    if (floe === undefined) throw new Error('no node')
    const vectors = randomVectors(random, 100)
    const signed = await signByFloe(floe.node, vectors)
    expect(faultsOf(group.keyset.group.group_pk, vectors, signed)).toEqual([])
    expect(new Set(floe.audited.map(({ generation }) => generation))).toEqual(new Set(['2026']))
  })

  test('sign hashes with tweaks in 1.x, which alone has them, if both owners allow it', async (t) => {
    const group = await v2Group(t, TWO_OF_THREE)
    const [floe, other] = [await group.start(1), await group.start(2)]
    await meet(floe, other)
    await until(async () => (await floe.node.ping(other.xonly)).success)
    const vectors = [...randomVectors(random, 2), ...randomVectors(random, 2, 1)]
    expect(await signByFloe(floe.node, vectors)).toMatchObject({
      ok: false,
      reason: expect.stringContaining('Hashes with tweaks can only be signed in the 1.x protocol'),
    })
    for (const [node, peer] of [
      [floe.node, other.xonly],
      [other.node, floe.xonly],
    ] as const) {
      Object.assign(present(node.peers.get(peer)), { firstAllowed: true })
    }
    const signed = await signByFloe(floe.node, vectors)
    expect(faultsOf(group.keyset.group.group_pk, vectors, signed)).toEqual([])
    expect(new Set(floe.audited.map(({ generation }) => generation))).toEqual(
      new Set(['1.x', '2026']),
    )
  })

  test.for([
    ['odd', (ORDER - 3n).toString(16)],
    ['even', '3'.padStart(64, '0')],
  ] as const)(
    'agree on a key to the very point, under a group key with an %s y',
    async ([parity, secretKey], t) => {
      const group = await v2Group(t, { ...TWO_OF_THREE, secretKey })
      const nodes = await Promise.all([1, 2, 3].map((idx) => group.start(idx)))
      await meet(...nodes)
      // The group's secret times G, times two: the other key is the point 2 G.
      const two = pointHex(multiplyBaseSecret(Buffer.from('2'.padStart(64, '0'), 'hex')))
      const secret = parity === 'odd' ? ORDER - 6n : 6n
      const expected = pointHex(
        multiplyBaseSecret(Buffer.from(secret.toString(16).padStart(64, '0'), 'hex')),
      )
      const [floe] = nodes
      expect(await floe?.node.ecdh(EXCHANGING, two)).toEqual({ ok: true, secret: expected })
      const entry = floe?.entries.find(({ message }) => message.startsWith('ECDH completed'))
      expect(entry?.data).toMatchObject({ generation: '2026' })
    },
  )

  test('take each other in, and sign at once', async (t) => {
    const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
    const [joining, inviter] = [await group.start(1), await group.start(2)]
    const joined = await joining.node.onboard(inviter.xonly)
    expect(joined).toMatchObject({ ok: true, value: { group_name: 'Test', threshold: 2 } })
    expect(messagesOf(inviter)).toContain('Onboarding request received')
    for (const { node } of [joining, inviter]) {
      const vectors = randomVectors(random, 1)
      const signed = await signByFloe(node, vectors)
      expect(faultsOf(group.keyset.group.group_pk, vectors, signed)).toEqual([])
    }
  })

  test('sign right after a start with one that is heard in 1.x first, and in 2026 seconds later', async (t) => {
    const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
    const { keyset, relay } = group
    const time = simulateTimeOver(t, [relay])
    const slow = await rogueAt(t, group, 2)
    slow.conduct = async ({ type }, honest) => {
      if (type === 'PingRequest') await new Promise((resolve) => setTimeout(resolve, 3_000))
      return honest()
    }
    const older = await RoguePeer.start({ keyset, idx: 2, relay: relay.url })
    t.onTestFinished(() => older.stop())
    older.conduct = onlyPingsIn1x
    const floe = await group.start(1)
    const vectors = randomVectors(random, 1)
    const signed = await time.until(signByFloe(floe.node, vectors))
    expect(faultsOf(keyset.group.group_pk, vectors, signed)).toEqual([])
    expect(older.heard.map(({ tag }) => tag)).toContain('/sign/req')
  })

  test('sign right after a start with one that takes three seconds to answer a ping', async (t) => {
    const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
    const time = simulateTimeOver(t, [group.relay])
    const slow = await rogueAt(t, group, 2)
    slow.conduct = async ({ type }, honest) => {
      if (type === 'PingRequest') await new Promise((resolve) => setTimeout(resolve, 3_000))
      return honest()
    }
    const floe = await group.start(1)
    const vectors = randomVectors(random, 1)
    const signed = await time.until(signByFloe(floe.node, vectors))
    expect(faultsOf(group.keyset.group.group_pk, vectors, signed)).toEqual([])
  })

  test('sign with each other right after a start, before anyone has pinged', async (t) => {
    const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
    const [floe] = [await group.start(1), await group.start(2)]
    const vectors = randomVectors(random, 1)
    const signed = await signByFloe(floe.node, vectors)
    expect(faultsOf(group.keyset.group.group_pk, vectors, signed)).toEqual([])
  })

  test('of a group that needs one signer, whose shares are all the same, stay in 1.x', async (t) => {
    const group = await v2Group(t, { threshold: 1, totalMembers: 2 })
    const floe = await group.start(1)
    const vectors = randomVectors(random, 3)
    const signed = await signByFloe(floe.node, vectors)
    expect(faultsOf(group.keyset.group.group_pk, vectors, signed)).toEqual([])
    expect(floe.audited[0]).toMatchObject({ generation: '1.x', peers: [] })
    expect(floe.node.warnings.list).toEqual([ownerWarning.v2Unfit(v2Decoding.memberKeyTwice)])
  })

  test('answer a device of ping version 1 in that version, and ping it so', async (t) => {
    const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
    const floe = await group.start(1)
    const device = await rogueAt(t, group, 2)
    device.conduct = ({ data }) =>
      data.version === 1
        ? { type: 'PingResponse', data: { version: 1, nonces: null, policy_profile: null } }
        : null
    const nonces = device.newNonces(50)
    const data = { version: 1, nonces, policy_profile: null } as const
    const answer = await device.ask(floe.xonly, { type: 'PingRequest', data })
    expect(answer).toMatchObject({ type: 'PingResponse', data: { version: 1 } })
    expect(answer.data.nonces).toHaveLength(100)
    expect(await floe.node.ping(device.xonly)).toMatchObject({ success: true, generation: '2026' })
    expect(floe.node.peers.view()[0]?.generations).toMatchObject([{ name: '2026', pingVersion: 1 }])
    const [given] = answer.data.nonces
    const session = device.session(1, [given], [Buffer.from(random.bytes(32)).toString('hex')])
    expect(await device.ask(floe.xonly, { type: 'SignRequest', data: session })).toMatchObject({
      type: 'SignResponse',
    })
  })

  test('show what each peer speaks', async (t) => {
    const group = await v2Group(t, { threshold: 2, totalMembers: 2 })
    const [floe, other] = [await group.start(1), await group.start(2)]
    await meet(floe, other)
    await until(() => floe.node.peers.view()[0]?.generations.length === 2)
    expect(floe.node.peers.view()[0]?.generations).toMatchObject([
      { name: '1.x' },
      { name: '2026', pingVersion: 2 },
    ])
  })
})
