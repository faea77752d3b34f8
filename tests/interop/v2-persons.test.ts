import { expect, onTestFinished, test } from 'vitest'
import { request } from '#contract/messages.ts'
import type { PeerEntry } from '#signer/peers/peers.ts'
import type { BetaDevice } from '../support/beta-device.ts'
import { startBeta } from '../support/beta-member.ts'
import { counterparty } from '../support/counterparty.ts'
import { newHash } from '../support/new-hash.ts'
import { AS_IN_USE } from '../support/patient.ts'
import { EXCHANGING, SIGNING } from '../support/rules.ts'
import { faultsOf } from '../support/signatures.ts'
import { simulateTimeOver } from '../support/simulated-relays.ts'
import type { SimulatedTime } from '../support/simulated-time.ts'
import {
  carriedTexts,
  noncesFor,
  type V2Group,
  type V2Member,
  v2Group,
} from '../support/v2-group.ts'
import { present } from '../support/v2-vectors.ts'

// The person at a device of Igloo beta is asked, which nobody else can see.

const scope = { onTestFinished }

interface Asking {
  group: V2Group
  time: SimulatedTime
  floe: V2Member
  device: BetaDevice
  /** The device as Floe sees it. */
  peer(): PeerEntry
  /** Has Floe sign a hash. */
  sign(hash: string): ReturnType<V2Member['node']['sign']>
  messages(): string[]
}

/** A Floe, and a device that puts before its person what it is asked for. */
async function meetAsking(sizes = { threshold: 2, totalMembers: 2 }): Promise<Asking> {
  const group = await v2Group(scope, sizes)
  const time = simulateTimeOver(scope, [group.relay])
  const floe = await group.start(1, {
    ...carriedTexts(group.keyset, 1),
    v2: noncesFor(scope),
    timings: AS_IN_USE,
  })
  const device = await startBeta(scope, group, 2)
  const peer = () => present(floe.node.peers.get(device.xonly))
  await time.until(floe.node.ping(device.xonly))
  expect(peer().build).toBe('igloo-beta')
  device.respond = (_, method) => (method === 'ping' ? 'allow' : 'ask')
  return {
    ...{ group, time, floe, device, peer },
    sign: (hash) => floe.node.sign(SIGNING, hash),
    messages: () => floe.entries.map(({ message }) => message),
  }
}

const asked = ({ device }: Pick<Asking, 'device'>, type = 'SignRequest') =>
  device.heard.filter((one) => one.type === type)

const parkedOf = ({ device }: Pick<Asking, 'device'>): string => present(device.parked[0]).id

/** Nothing was said against the device, and it counts as there. */
function expectInHonour({ peer, messages }: Asking): void {
  expect(messages().filter((message) => message.includes('answered wrongly'))).toEqual([])
  expect(peer().status).toBe('online')
}

test('what a person approves after forty seconds is signed by one request, and said to wait once', async () => {
  const setting = await meetAsking()
  const { group, time, floe, device, sign, messages } = setting
  const hash = newHash()
  const signed = sign(hash)
  await time.pass(40_000)
  device.approve(parkedOf(setting))

  const outcome = await time.until(signed)

  expect(outcome).toMatchObject({ ok: true })
  const signatures = outcome.ok ? [outcome.signature] : []
  expect(faultsOf(group.keyset.group.group_pk, [[hash]], { ok: true, signatures })).toEqual([])
  expect(asked(setting)).toHaveLength(1)
  const name = present(floe.node.peers.get(device.xonly)).pubkey.slice(0, 8)
  const waits = messages().filter((message) => message.includes('Waiting for the person'))
  expect(waits).toEqual([`Waiting for the person at ${name}, whose app asks first`])
  expectInHonour(setting)
})

test('what a person declines fails at once and by name, and is not asked again', async () => {
  const setting = await meetAsking()
  const { time, device, peer, sign } = setting
  const signed = sign(newHash())
  await time.pass(10_000)
  device.deny(parkedOf(setting))

  expect(await time.until(signed)).toEqual({
    ok: false,
    why: expect.objectContaining({ error: request.declined(peer().pubkey.slice(0, 8)) }),
    code: 'declined',
  })
  await time.pass(60_000)
  expect(asked(setting)).toHaveLength(1)
  expectInHonour(setting)

  // Another request is another question.
  device.respond = () => 'allow'
  expect(await time.until(sign(newHash()))).toMatchObject({ ok: true })
})

test('what a person never answers fails after a minute, is not asked again for five, and then is', async () => {
  const setting = await meetAsking()
  const { time, peer, sign } = setting
  const name = peer().pubkey.slice(0, 8)
  const hash = newHash()
  const startedAt = Date.now()
  expect(await time.until(sign(hash))).toEqual({
    ok: false,
    why: expect.objectContaining({ error: request.personSilent(name, 60) }),
    code: 'unanswered',
  })
  expect(Date.now() - startedAt).toBeLessThan(61_000)

  for (let round = 0; round < 3; round += 1) {
    expect(await time.until(sign(hash))).toEqual({
      ok: false,
      why: expect.objectContaining({ error: request.personAsked(name) }),
      code: 'unanswered',
    })
    await time.pass(30_000)
  }
  expect(asked(setting)).toHaveLength(1)
  expectInHonour(setting)

  await time.pass(300_000)
  const again = sign(hash)
  await time.untilTrue(() => asked(setting).length === 2)
  setting.device.approve(parkedOf(setting))
  expect(await time.until(again)).toMatchObject({ ok: true })
})

test('one that asks and one that does not sign at once, and the person is asked once', async () => {
  const setting = await meetAsking({ threshold: 2, totalMembers: 3 })
  const { group, time, floe, sign } = setting
  const plain = await group.start(3, {
    ...carriedTexts(group.keyset, 3),
    v2: noncesFor(scope),
  })
  await time.until(floe.node.ping(plain.xonly))
  const startedAt = Date.now()
  for (let round = 0; round < 8; round += 1) {
    expect(await time.until(sign(newHash()))).toMatchObject({ ok: true })
  }
  expect(Date.now() - startedAt).toBeLessThan(8 * 2_000)
  // At most one of them: after that, others are asked first.
  expect(asked(setting).length).toBeLessThanOrEqual(1)
  expectInHonour(setting)
})

test.for([
  ['after the request was given up', 60_000],
  ['after the app there has forgotten it too', 300_000],
])('a late answer, %s, and the same once more, does no harm', async ([, after]) => {
  const setting = await meetAsking()
  const { time, floe, device, sign } = setting
  void sign(newHash())
  await time.untilTrue(() => device.parked.length > 0)
  const id = parkedOf(setting)
  await time.pass(Number(after) - 2_000)
  device.approve(id)
  const [answer] = device.heard.filter((one) => one.id === id)
  expect(answer?.type).toBe('SignRequest')
  await time.pass(10_000)
  const used = present(answer).data.nonces.flatMap(
    (set: { idx: number; entries: { code: string }[] }) =>
      set.idx === 2 ? set.entries.map(({ code }) => code) : [],
  )
  expectInHonour(setting)

  // Its nonces are never asked for again.
  device.respond = () => 'allow'
  for (let round = 0; round < 3; round += 1) {
    expect(await time.until(sign(newHash()))).toMatchObject({ ok: true })
  }
  const later = asked(setting)
    .slice(1)
    .flatMap(({ data }) => data.nonces)
    .flatMap((set: { entries: { code: string }[] }) => set.entries.map(({ code }) => code))
  expect(later.filter((code: string) => used.includes(code))).toEqual([])
  expect(floe.node.peers.online).toBe(1)
})

test('a key that a person approves after forty seconds is exchanged by one request', async () => {
  const setting = await meetAsking()
  const { time, floe, device } = setting
  const exchanged = floe.node.ecdh(EXCHANGING, counterparty(setting.group.keyset).point)
  await time.pass(40_000)
  device.approve(parkedOf(setting))
  expect(await time.until(exchanged)).toMatchObject({ ok: true })
  expect(asked(setting, 'EcdhRequest')).toHaveLength(1)
  expectInHonour(setting)
})

test('a key that a person declines or does not answer is not asked for again', async () => {
  const setting = await meetAsking()
  const { time, floe, device, peer } = setting
  const name = peer().pubkey.slice(0, 8)
  const other = counterparty(setting.group.keyset).point
  const one = counterparty(setting.group.keyset).point
  const declined = floe.node.ecdh(EXCHANGING, one)
  await time.pass(10_000)
  device.deny(parkedOf(setting))
  expect(await time.until(declined)).toEqual({
    ok: false,
    why: expect.objectContaining({ error: request.declined(name) }),
    code: 'declined',
  })
  expect(await time.until(floe.node.ecdh(EXCHANGING, other))).toMatchObject({ code: 'unanswered' })
  expect(await time.until(floe.node.ecdh(EXCHANGING, other))).toEqual({
    ok: false,
    why: expect.objectContaining({ error: request.personAsked(name) }),
    code: 'unanswered',
  })
  expect(asked(setting, 'EcdhRequest')).toHaveLength(2)
  expectInHonour(setting)
})

test.for([0, 2_000, 20_000])(
  'an app that was started again after %i ms has lost what it was to ask, and is asked again in the same request',
  async (after) => {
    const setting = await meetAsking()
    const { time, device, sign } = setting
    const signed = sign(newHash())
    await time.untilTrue(() => device.parked.length > 0)
    await time.pass(after)
    device.respond = () => 'allow'
    await device.restart({ clean: false })

    expect(await time.until(signed)).toMatchObject({ ok: true })
  },
)

test('an app that was away and kept its nonces is sent the same request again', async () => {
  const setting = await meetAsking()
  const { time, floe, device, peer, sign } = setting
  const signed = sign(newHash())
  await time.pass(20_000)
  const state = device.snapshot()
  await device.stop()
  await time.until(floe.node.ping(device.xonly))
  expect(peer().status).toBe('offline')
  await time.pass(5_000)
  device.respond = () => 'allow'
  await device.restore(state)

  expect(await time.until(signed)).toMatchObject({ ok: true })
  expect(new Set(asked(setting).map(({ id }) => id)).size).toBe(1)
})

test('one that has lost its nonces and does not say so signs in the same request', async () => {
  const setting = await meetAsking()
  const { time, floe, device, sign } = setting
  Object.assign(device, { respond: () => 'allow', recognizes: false })
  const state = device.snapshot()
  present(state.pool.peers[floe.xonly]).unspent = []
  await time.until(device.restore(state))
  const startedAt = Date.now()

  expect(await time.until(sign(newHash()))).toMatchObject({ ok: true })

  expect(Date.now() - startedAt).toBeLessThan(AS_IN_USE.request)
  expect(asked(setting).length).toBeLessThanOrEqual(2)
})

test('what a person has not answered does not hold back what is asked for together with it', async () => {
  const setting = await meetAsking()
  const { time, device, sign } = setting
  const hash = newHash()
  expect(await time.until(sign(hash))).toMatchObject({ code: 'unanswered' })
  device.respond = () => 'allow'

  // The first leaves at once, the others together.
  const all = Promise.all([newHash(), hash, newHash()].map(sign))

  expect(await time.until(all)).toMatchObject([{ ok: true }, { code: 'unanswered' }, { ok: true }])
  expect(asked(setting)).toHaveLength(3)
})

test('keys that come in crowds are one question, and are not asked for one by one when it is declined', async () => {
  const setting = await meetAsking()
  const { time, floe, device, group } = setting
  const exchange = () => floe.node.ecdh(EXCHANGING, counterparty(group.keyset).point)
  device.respond = () => 'allow'
  expect(await time.until(exchange())).toMatchObject({ ok: true })
  device.respond = (_, method) => (method === 'ping' ? 'allow' : 'ask')

  const all = Promise.all(Array.from({ length: 12 }, exchange))
  await time.pass(10_000)
  // Two leave at once, by themselves.
  expect(device.parked).toHaveLength(3)
  for (const { id } of device.parked) device.deny(id)

  const outcomes = await time.until(all)
  expect(new Set(outcomes.map((outcome) => !outcome.ok && outcome.code))).toEqual(
    new Set(['declined']),
  )
  expect(asked(setting, 'EcdhRequest')).toHaveLength(4)
})

test('a stop of the signer does not wait for a person', async () => {
  const setting = await meetAsking()
  const { time, floe, sign } = setting
  const signed = sign(newHash())
  await time.pass(20_000)
  const startedAt = Date.now()
  const stopped = floe.node.stop()
  expect(await time.until(signed)).toMatchObject({ ok: false, code: 'stopped' })
  await time.until(stopped)
  expect(Date.now() - startedAt).toBeLessThan(1_000)
})
