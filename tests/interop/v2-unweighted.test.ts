import { expect, test } from 'vitest'
import { ownerWarning } from '#contract/messages.ts'
import { EXCHANGING } from '../support/rules.ts'
import type { Scope } from '../support/scope.ts'
import { meet, type V2Member, v2Group } from '../support/v2-group.ts'
import { V2Rogue } from '../support/v2-rogue.ts'
import { present } from '../support/v2-vectors.ts'

const DAY_S = 24 * 3_600
const TWO_OF_THREE = { threshold: 2, totalMembers: 3 }

/** A Floe with index 1 whose clock the test sets ahead, in seconds. */
async function setUp(scope: Scope) {
  const group = await v2Group(scope, TWO_OF_THREE)
  const clock = { ahead: 0 }
  const now = () => Date.now() + 1000 * clock.ahead
  const warnedAt = new Map<string, number>()
  const startFloe = () => group.start(1, { now, warnedAt })
  const startDevice = async (idx: number) => {
    const device = await V2Rogue.start(group.keyset, idx, group.relay.url)
    scope.onTestFinished(() => device.stop())
    return device
  }
  /** Asks for a key exchange as devices of other makes do, and expects its part of it. */
  const exchange = async (device: V2Rogue, floe: V2Member) => {
    const sentAt = Math.floor(now() / 1000)
    const data = device.keyshares({
      idx: device.share.idx,
      members: [1, device.share.idx],
      entries: [{ ecdh_pk: group.xonly(3), keyshare: '' }],
    })
    const options = { sentAt, fields: { created_at: sentAt } }
    const answer = await device.ask(floe.xonly, { type: 'EcdhRequest', data }, options)
    expect(answer.type).toBe('EcdhResponse')
  }
  return { group, clock, startFloe, startDevice, exchange }
}

/** The warning about a device, by the key Floe knows it by. */
const warningOf = ({ node }: V2Member, { xonly }: V2Rogue): string =>
  ownerWarning.exchangeUnweighted(present(node.peers.get(xonly)).pubkey.slice(0, 8))

const warned = ({ entries }: V2Member): string[] =>
  entries.flatMap(({ type, message }) => (type === 'warning' ? [message] : []))

test('a device whose key exchanges come out wrong is answered, and named once a day', async (t) => {
  const { clock, startFloe, startDevice, exchange } = await setUp(t)
  const floe = await startFloe()
  const [two, three] = [await startDevice(2), await startDevice(3)]
  for (const device of [two, three, two, three]) await exchange(device, floe)
  expect(floe.node.warnings.list).toEqual([warningOf(floe, two), warningOf(floe, three)])
  expect(warned(floe)).toEqual(floe.node.warnings.list)
  clock.ahead = DAY_S - 60
  await exchange(two, floe)
  expect(warned(floe)).toHaveLength(2)
  clock.ahead = DAY_S
  await exchange(two, floe)
  expect(warned(floe)).toEqual([warningOf(floe, two), warningOf(floe, three), warningOf(floe, two)])
})

test('a device is not named again when Floe restarts its node', async (t) => {
  const { startFloe, startDevice, exchange } = await setUp(t)
  const before = await startFloe()
  const device = await startDevice(2)
  await exchange(device, before)
  expect(warned(before)).toHaveLength(1)
  await before.node.stop()
  const floe = await startFloe()
  await exchange(device, floe)
  expect(warned(floe)).toEqual([])
})

test('no warning names another Floe, whose key exchanges come out right', async (t) => {
  const { group, startFloe } = await setUp(t)
  const floe = await startFloe()
  const other = await group.start(2)
  await meet(floe, other)
  expect(await other.node.ecdh(EXCHANGING, group.xonly(3))).toMatchObject({ ok: true })
  expect(warned(floe)).toEqual([])
})
