import { describe, expect, test } from 'vitest'
import { protocolTexts as coded } from '#contract/codes.ts'
import { type Failure, messageOf } from '#contract/message.ts'
import { protocolTexts, request } from '#contract/messages.ts'
import { type PingResult, pingDiagnosis } from '#contract/peers.ts'
import type { ProtocolName } from '#contract/protocols.ts'
import { peerEntry, recordedLog, testClock } from '#tests/support/signer-parts.ts'
import type { PingOutcome } from '../protocol.ts'
import { PeerBook, type PeerEntry, type StatedPolicy } from './peers.ts'
import { diagnosePeers, Pings } from './pings.ts'

const MINUTE = 60_000
const WILLING: StatedPolicy = {
  sign: { send: true, recv: true },
  ecdh: { send: true, recv: true },
}
const answered: PingOutcome = { ok: true, latency: 12, policy: WILLING }
const silent: PingOutcome = { ok: false, error: 'no answer', stopped: false }
/** Pings of this many peers, all with these outcomes. A peer that answers is heard in that protocol. */
function setUp(outcomes: Record<ProtocolName, PingOutcome | Promise<PingOutcome>>, count = 1) {
  const clock = testClock()
  const { log, frames } = recordedLog()
  const members = Array.from({ length: count }, (_, at) => peerEntry(at + 2))
  const peers = new PeerBook({
    members,
    self: '',
    policies: new Map(),
    partialSignatures: new Map(),
    now: clock.now,
  })
  const asked: ProtocolName[] = []
  const protocol = (name: ProtocolName) => ({
    name,
    ping: async (to: PeerEntry) => {
      asked.push(name)
      const outcome = await outcomes[name]
      if (outcome.ok) peers.heardFrom(to, name)
      return outcome
    },
  })
  const pings = new Pings({
    protocols: [protocol('1.x'), protocol('2026')],
    peers,
    log,
    now: clock.now,
  })
  const [peer] = peers.all
  if (peer === undefined) throw new Error('no peer')
  return { clock, frames, peers, peer, pings, asked }
}
describe('a peer that was never heard', () => {
  test('is pinged in every protocol', async () => {
    const { pings, peer, asked } = setUp({ '1.x': silent, '2026': silent })
    await pings.ping(peer)
    expect(asked).toEqual(['1.x', '2026'])
  })

  test('is online as soon as it answers in one, whatever the outcome in the other', async () => {
    const { pings, peer } = setUp({ '1.x': new Promise(() => {}), '2026': answered })
    expect(await pings.ping(peer)).toMatchObject({
      success: true,
      latency: 12,
      policy: WILLING.sign,
      generation: '2026',
    })
    expect(peer).toMatchObject({ status: 'online', latency: 12 })
  })

  test('is offline when it answers in none', async () => {
    const { pings, peer, frames } = setUp({ '1.x': silent, '2026': silent })
    expect(await pings.ping(peer)).toMatchObject({ success: false, error: 'no answer' })
    expect(peer.status).toBe('offline')
    expect(frames.at(-1)).toMatchObject({
      type: 'peer-ping-internal',
      data: { status: { online: false }, success: false },
    })
  })

  test('keeps its status when we are stopped during the ping', async () => {
    const stopped: PingOutcome = { ok: false, error: request.stopped, stopped: true }
    const { pings, peer } = setUp({ '1.x': stopped, '2026': stopped })
    await pings.ping(peer)
    expect(peer.status).toBe('unknown')
  })
})
describe('a peer that was heard', () => {
  test('is pinged in the protocol that it speaks, and after a quarter of an hour once in the other', async () => {
    const { pings, peer, asked, clock } = setUp({ '1.x': answered, '2026': silent })
    await pings.ping(peer)
    asked.length = 0
    for (let minute = 0; minute < 16; minute += 1) {
      clock.advance(MINUTE)
      await pings.ping(peer)
    }
    expect(asked.filter((name) => name === '1.x')).toHaveLength(16)
    expect(asked.filter((name) => name === '2026')).toHaveLength(1)
  })

  test('does not count as offline because it is silent in a protocol that it does not speak', async () => {
    const { pings, peer, clock } = setUp({ '1.x': answered, '2026': silent })
    await pings.ping(peer)
    clock.advance(9 * MINUTE)
    await pings.ping(peer)
    clock.advance(9 * MINUTE)
    expect((await pings.ping(peer)).success).toBe(true)
    expect(peer.status).toBe('online')
  })

  test('is pinged in both again when it was silent for long', async () => {
    const { pings, peer, peers, asked, clock } = setUp({ '1.x': silent, '2026': silent })
    peers.heardFrom(peer, '2026')
    clock.advance(11 * MINUTE)
    await pings.ping(peer)
    expect(asked).toEqual(['1.x', '2026'])
  })

  test('has a policy for each protocol', async () => {
    const refusal: PingOutcome = {
      ok: true,
      latency: 1,
      policy: { ...WILLING, sign: { send: true, recv: false } },
    }
    const { pings, peer } = setUp({ '1.x': refusal, '2026': answered })
    await pings.ping(peer)
    await pings.ping(peer)
    expect(peer.protocols.get('1.x')?.policy?.sign.recv).toBe(false)
    expect(peer.protocols.get('2026')?.policy?.sign.recv).toBe(true)
  })
})
describe('an idle ping', () => {
  test('of a peer that was never heard uses 2026 first in a large group', async () => {
    const { pings, peer, asked } = setUp({ '1.x': answered, '2026': silent }, 14)
    await pings.ping(peer, { idle: true })
    expect(asked).toEqual(['2026', '1.x'])
    expect(peer.status).toBe('online')
  })

  test('of an offline peer uses one protocol at a time in a large group', async () => {
    const { pings, peer, asked } = setUp({ '1.x': silent, '2026': silent }, 14)
    await pings.ping(peer, { idle: true })
    asked.length = 0
    for (let n = 0; n < 4; n += 1) await pings.ping(peer, { idle: true })
    expect(asked.toSorted()).toEqual(['1.x', '1.x', '2026', '2026'])
  })

  test('of a peer that was heard in both protocols uses only 2026', async () => {
    const { pings, peer, peers, asked, clock } = setUp({ '1.x': answered, '2026': answered })
    for (const name of ['1.x', '2026'] as const) peers.heardFrom(peer, name)
    for (let minute = 0; minute < 120; minute += 1) {
      clock.advance(MINUTE)
      peers.heardFrom(peer, '1.x')
      await pings.ping(peer, { idle: true })
    }
    expect(new Set(asked)).toEqual(new Set(['2026']))
  })

  test('does not change the status of a peer that was heard meanwhile', async () => {
    const answer = Promise.withResolvers<PingOutcome>()
    const { pings, peer, peers } = setUp({ '1.x': answer.promise, '2026': silent })
    const pinged = pings.ping(peer, { idle: true })
    peers.heardFrom(peer, '1.x')
    answer.resolve(silent)
    expect((await pinged).success).toBe(false)
    expect(peer.status).toBe('online')
  })

  test('does not replace a ping that was asked for', async () => {
    const { pings, peer, asked } = setUp({ '1.x': answered, '2026': answered })
    await Promise.all([pings.ping(peer, { idle: true }), pings.ping(peer)])
    expect(asked).toEqual(['1.x', '2026', '1.x', '2026'])
  })
})
test('a ping under way is shared', async () => {
  const { pings, peer, asked } = setUp({ '1.x': answered, '2026': answered })
  const both = await Promise.all([pings.ping(peer), pings.ping(peer)])
  expect(both[0]).toBe(both[1])
  expect(asked).toEqual(['1.x', '2026'])
})

const timestamp = new Date(0).toISOString()
const answeredIn = (pubkey: string, latency: number): PingResult => ({
  pubkey,
  success: true,
  latency,
  timestamp,
})
const lost = (pubkey: string, why: Failure): PingResult => ({
  pubkey,
  success: false,
  ...messageOf(why),
  timestamp,
})
/** Pings with these lists of results in turn, and pauses that take no time. `done` records both, in order. */
function rounds(...results: PingResult[][]) {
  const done: ('ping' | number)[] = []
  let round = 0
  const pingAll = async () => {
    done.push('ping')
    round += 1
    return results[round - 1] ?? []
  }
  const pause = async (ms: number) => {
    done.push(ms)
  }
  return { done, pingAll, pause }
}
test('three rounds of pings, a second apart, and no pause after the last', async () => {
  const { done, pingAll, pause } = rounds()
  await diagnosePeers(pingAll, pause)
  expect(done).toEqual(['ping', 1_000, 'ping', 1_000, 'ping'])
})
test('a round begins only when the pings of the one before have ended', async () => {
  let underWay = 0
  let most = 0
  const pingAll = async () => {
    underWay += 1
    most = Math.max(most, underWay)
    await new Promise((resolve) => setTimeout(resolve, 10))
    underWay -= 1
    return []
  }
  await diagnosePeers(pingAll, async () => {})
  expect(most).toBe(1)
})
test('a diagnosis of each peer: losses, spread, and each error once', async () => {
  const { pingAll, pause } = rounds(
    [answeredIn('alice', 10), lost('bob', coded.pingTimeout(5_000))],
    [answeredIn('alice', 40), lost('bob', coded.pingTimeout(5_000))],
    [
      lost('alice', { error: protocolTexts.invalidPingResponse }),
      lost('bob', { error: protocolTexts.invalidPingResponse }),
    ],
  )
  const diagnoses = await diagnosePeers(pingAll, pause)
  expect(diagnoses).toEqual([
    {
      pubkey: 'alice',
      rounds: 3,
      lost: 1,
      fastest: 10,
      slowest: 40,
      average: 25,
      errors: [protocolTexts.invalidPingResponse],
      errorMessages: [{ error: protocolTexts.invalidPingResponse, code: 'text' }],
    },
    {
      pubkey: 'bob',
      rounds: 3,
      lost: 3,
      errors: [protocolTexts.pingTimeout(5_000), protocolTexts.invalidPingResponse],
      errorMessages: [
        coded.pingTimeout(5_000),
        { error: protocolTexts.invalidPingResponse, code: 'text' },
      ],
    },
  ])
  for (const diagnosis of diagnoses) expect(pingDiagnosis.parse(diagnosis)).toEqual(diagnosis)
})
test('no peers, no diagnosis', async () => {
  expect(
    await diagnosePeers(
      async () => [],
      async () => {},
    ),
  ).toEqual([])
})
