import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { request, protocolTexts as texts } from '#contract/messages.ts'
import { sharedX } from '#crypto/cipher.ts'
import { xOnly } from '#nostr/x-only.ts'
import { openEnvelope } from '#protocol/v1/envelope.ts'
import type { SignSession } from '#protocol/v1/messages.ts'
import { GENERATOR, hexOfPoint, multiply } from '../support/curve.ts'
import { GenuineProcess } from '../support/genuine-peer.ts'
import { rounds } from '../support/long.ts'
import { PATIENT } from '../support/patient.ts'
import { seededPrng } from '../support/prng.ts'
import { EXCHANGING, SIGNING } from '../support/rules.ts'
import { faultsOf, randomVectors, signByFloe, signByGenuine } from '../support/signatures.ts'
import { type SigningGroup, startSigningGroup } from '../support/signing-group.ts'

const THEIRS = hexOfPoint(multiply(7n, GENERATOR))

/** Milliseconds that a genuine node waits for an answer that never comes. */
const NEVER = 500
/** With so many, a choice at random would pick the wrong one of two in nearly every run. */
const ROUNDS = rounds(5, 10)

const random = seededPrng(403)
const genuineProcess = new GenuineProcess()
afterAll(() => genuineProcess.stop())

/** Tags of the messages that a genuine node got from Floe until now. */
async function heardFromFloe(group: SigningGroup, idx: number): Promise<Set<string>> {
  // The relay delivers in order: once a ping is answered, all that Floe has sent before is there.
  expect(await group.floe(1).node.ping(group.pubkey(idx))).toMatchObject({ success: true })
  const received = await group.genuine(idx).received()
  const floe = group.pubkey(1)
  return new Set(received.flatMap(({ tag, sender }) => (sender === floe ? [tag] : [])))
}

describe('policies of Floe', () => {
  let group: SigningGroup

  beforeAll(async () => {
    const seats = { floe: [1], genuine: [2, 3], genuineProcess }
    group = await startSigningGroup({ threshold: 2, totalMembers: 3, ...seats })
    const { peers } = group.floe(1).node
    peers.setPolicy(group.pubkey(2), { allowSend: true, allowReceive: false })
    peers.setPolicy(group.pubkey(3), { allowSend: false, allowReceive: true })
  })
  afterAll(() => group.stop())

  test('a peer that may not ask gets its pings and echoes answered, and nothing else', async () => {
    const { node, entries, audited } = group.floe(1)
    const asker = group.genuine(2)
    await asker.waitFor(NEVER)
    const [signed, exchanged] = await Promise.all([
      asker.sign(randomVectors(random, 1), [group.pubkey(1)]),
      asker.ecdh(THEIRS, [group.pubkey(1)]),
    ])
    await asker.waitFor(PATIENT.request)
    // Floe takes what one peer sends in turn: by then it has seen both requests.
    const pinged = await asker.ping(group.pubkey(1))
    const echoed = await asker.request('/echo/req', 'still there?', group.pubkey(1))
    expect(signed).toEqual({ ok: false, err: 'timeout' })
    expect(exchanged).toEqual({ ok: false, err: 'timeout' })
    expect(pinged).toEqual({ ok: true, data: { send: true, recv: false } })
    expect(echoed).toEqual({ ok: true, data: 'still there?' })
    expect(entries).toContainEqual(
      expect.objectContaining({
        type: 'bifrost',
        message: expect.stringContaining(texts.unauthorized),
        data: expect.objectContaining({ reason: texts.unauthorized, peer: group.pubkey(2) }),
      }),
    )
    expect(await heardFromFloe(group, 2)).toEqual(new Set(['/ping/req', '/ping/res', '/echo/res']))
    expect(audited).toEqual([])
    expect(node.peers.get(group.pubkey(2))?.partialSignatures).toBe(0)
  })

  test('a peer that may ask is answered even if it may not be asked', async () => {
    const vectors = randomVectors(random, 2)
    const signed = await signByGenuine(group.genuine(3), vectors, [group.pubkey(1)])
    expect(faultsOf(group.keyset.group.group_pk, vectors, signed)).toEqual([])
  })

  test('a peer that may not be asked is never asked', async () => {
    const { node } = group.floe(1)
    for (let round = 0; round < ROUNDS; round += 1) {
      const vectors = randomVectors(random, 1)
      expect(
        faultsOf(group.keyset.group.group_pk, vectors, await signByFloe(node, vectors)),
      ).toEqual([])
    }
    for (let scalar = 2n; scalar < 2n + BigInt(ROUNDS); scalar += 1n) {
      expect(await node.ecdh(EXCHANGING, hexOfPoint(multiply(scalar, GENERATOR)))).toMatchObject({
        ok: true,
      })
    }
    const askedOf = async (idx: number) =>
      [...(await heardFromFloe(group, idx))].filter((tag) => tag.endsWith('/req')).toSorted()
    expect(await askedOf(2)).toEqual(['/ecdh/req', '/ping/req', '/sign/req'])
    expect(await askedOf(3)).toEqual(['/ping/req'])
  })

  test('with nobody left to ask, Floe says so at once', async () => {
    const { node } = group.floe(1)
    node.peers.setPolicy(group.pubkey(2), { allowSend: false, allowReceive: false })
    const [[hash]] = randomVectors(random, 1) as [[string]]
    expect(await node.sign(SIGNING, hash)).toMatchObject({
      ok: false,
      why: { error: request.noCosigner(1, 0) },
    })
  })

  test('a peer that may not ask for signatures is told so, and may exchange keys', async () => {
    const { node } = group.floe(1)
    const denied = ['receive.sign'] as const
    node.peers.setPolicy(group.pubkey(2), { allowSend: true, allowReceive: true, denied })
    const asker = group.genuine(2)
    expect(await asker.ping(group.pubkey(1))).toEqual({
      ok: true,
      data: { send: true, recv: false },
    })
    expect(await asker.ecdh(THEIRS, [group.pubkey(1)])).toMatchObject({ ok: true })
    await asker.waitFor(NEVER)
    expect(await asker.sign(randomVectors(random, 1), [group.pubkey(1)])).toEqual({
      ok: false,
      err: 'timeout',
    })
    await asker.waitFor(PATIENT.request)
    expect(await asker.ping(group.pubkey(1))).toMatchObject({ ok: true })
    expect(await heardFromFloe(group, 2)).not.toContain('/sign/res')
  })

  test('a changed policy is in force at once', async () => {
    const { node } = group.floe(1)
    node.peers.setPolicy(group.pubkey(2), { allowSend: true, allowReceive: true })
    const vectors = randomVectors(random, 1)
    const signed = await signByGenuine(group.genuine(2), vectors, [group.pubkey(1)])
    expect(faultsOf(group.keyset.group.group_pk, vectors, signed)).toEqual([])
  })
})

describe('policies of a genuine node', () => {
  let group: SigningGroup

  beforeAll(async () => {
    const seats = { floe: [1], genuine: [2, 3], refusing: [2], genuineProcess }
    group = await startSigningGroup({ threshold: 2, totalMembers: 3, ...seats })
  })
  afterAll(() => group.stop())

  test('one that says it would refuse Floe is passed over while another is there', async () => {
    // Whom Floe asked to sign which hash, in order. If the first is slow, Floe asks the other one too.
    const asked: { hash: string; idx: number | undefined }[] = []
    const { commits } = group.keyset.group
    const [share] = group.keyset.shares
    group.relay.onEvent(({ pubkey, tags, content }) => {
      const recipient = tags.find(([name]) => name === 'p')?.[1] ?? ''
      if (pubkey !== group.pubkey(1) || recipient === pubkey) return
      const opened = openEnvelope(content, sharedX(share?.seckey ?? '', recipient))
      if (!opened.ok || opened.value.tag !== '/sign/req') return
      const { hashes } = JSON.parse(opened.value.data) as SignSession
      const idx = commits.find((one) => xOnly(one.pubkey) === recipient)?.idx
      asked.push(...hashes.map(([hash]) => ({ hash, idx })))
    })
    for (let round = 0; round < ROUNDS; round += 1) {
      const vectors = randomVectors(random, 1)
      const signed = await signByFloe(group.floe(1).node, vectors)
      expect(faultsOf(group.keyset.group.group_pk, vectors, signed)).toEqual([])
      expect(asked.find(({ hash }) => hash === vectors[0]?.[0])?.idx).toBe(3)
    }
  })
})
