import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { GENERATOR, hexOfPoint, multiply } from '../support/curve.ts'
import { type GenuineMessage, type GenuinePeer, GenuineProcess } from '../support/genuine-peer.ts'
import { PATIENT } from '../support/patient.ts'
import { seededPrng } from '../support/prng.ts'
import { EXCHANGING } from '../support/rules.ts'
import { type SigningGroup, startSigningGroup } from '../support/signing-group.ts'
import { until } from '../support/until.ts'

/** So many that a genuine node hears of each policy that there can be. */
const ROUNDS = 4

const genuineProcess = new GenuineProcess()
afterAll(() => genuineProcess.stop())

const random = seededPrng(20)
const secretKey = Buffer.from(random.bytes(32)).toString('hex')
let group: SigningGroup

beforeAll(async () => {
  group = await startSigningGroup({
    ...{ threshold: 2, totalMembers: 3, floe: [1], genuine: [2], secretKey, genuineProcess },
  })
})
afterAll(() => group.stop())

describe('pings', () => {
  test(`${ROUNDS} of Floe are answered by a genuine node, with its policy`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const result = await group.floe(1).node.ping(group.pubkey(2))
      expect(result).toMatchObject({ success: true, policy: { send: true, recv: true } })
      expect(result.latency).toBeGreaterThan(0)
    }
    expect(group.floe(1).node.peers.get(group.pubkey(2))?.status).toBe('online')
  })

  test(`${ROUNDS} of a genuine node are answered by Floe, with its policy`, async () => {
    const { peers } = group.floe(1).node
    for (let round = 0; round < ROUNDS; round += 1) {
      const policy = { send: round % 2 === 0, recv: round % 4 < 2 }
      peers.setPolicy(group.pubkey(2), { allowSend: policy.send, allowReceive: policy.recv })
      expect(await group.genuine(2).ping(group.pubkey(1))).toEqual({ ok: true, data: policy })
    }
  })
})

test('a genuine node is asked for both parts of a key, in messages of their own, and answers them', async () => {
  const { node } = group.floe(1)
  node.peers.setPolicy(group.pubkey(2), { allowSend: true, allowReceive: true })
  const asked = async () =>
    (await group.genuine(2).received()).filter(({ tag }) => tag === '/ecdh/req').length
  for (const [proven, trips] of [
    [true, 2],
    [false, 1],
  ] as const) {
    const theirs = multiply(BigInt(`0x${Buffer.from(random.bytes(32)).toString('hex')}`), GENERATOR)
    const before = await asked()
    const outcome = await node.ecdh(EXCHANGING, hexOfPoint(theirs), { proven })
    const secret = hexOfPoint(multiply(BigInt(`0x${secretKey}`), theirs))
    expect(outcome).toEqual({ ok: true, secret })
    expect((await asked()) - before).toBe(trips)
  }
})

describe('echoes', () => {
  let handedOver: GenuinePeer | undefined
  afterEach(() => handedOver?.stop())

  /** A genuine node that runs with Floe's own share. */
  async function takeOver(): Promise<GenuinePeer> {
    const [share = ''] = group.keyset.shareCredentials
    const relays = [group.relay.url]
    const credentials = { group: group.keyset.groupCredential, share, relays }
    handedOver = await genuineProcess.start(credentials)
    return handedOver
  }

  test('of Floe come back to it, through all relays and through one', async () => {
    const { node } = group.floe(1)
    expect(await node.sendEcho()).toMatchObject({ ok: true })
    expect(await node.sendEcho({ relay: group.relay.url })).toMatchObject({ ok: true })
  })

  test('of a peer are answered with the same words', async () => {
    const answer = await group.genuine(2).request('/echo/req', 'who is there?', group.pubkey(1))
    expect(answer).toEqual({ ok: true, data: 'who is there?' })
  })

  test('of a genuine node that took over the share are answered, and end the wait', async () => {
    const { node } = group.floe(1)
    const awaited = node.awaitEcho(PATIENT.request)
    const genuine = await takeOver()
    expect(await genuine.echo('here it is')).toMatchObject({ ok: true, data: 'here it is' })
    expect(await awaited).toMatchObject({ ok: true })
    const find = async (tag: string) =>
      (await genuine.received()).find((one) => one.tag === tag && one.data === 'here it is')
    await until(async () => (await find('/echo/res')) !== undefined)
    const [asked, answered] = [await find('/echo/req'), await find('/echo/res')]
    expect(answered).toEqual({ ...asked, tag: '/echo/res' })
    expect(node.warnings.list).toEqual([])
  })

  test('of our own share that nobody waits for are answered too, with a warning', async () => {
    const { node, entries } = group.floe(1)
    const genuine = await takeOver()
    await genuine.echo('surprise')
    const isAnswer = ({ tag, data }: GenuineMessage) => tag === '/echo/res' && data === 'surprise'
    await until(async () => (await genuine.received()).some(isAnswer))
    expect(node.warnings.list).toEqual([expect.stringContaining('same share')])
    expect(entries.filter(({ type }) => type === 'warning')).toHaveLength(1)
  })
})
