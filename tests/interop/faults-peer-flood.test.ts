import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { RelayFixture } from '../../relay-fixture/relay.ts'
import { node, refusal } from '../../server/contract/messages.ts'
import type { NostrEvent } from '../../server/contract/nostr.ts'
import { newMessageId } from '../../server/frostr/v1/envelope.ts'
import { generateKeyset } from '../../server/frostr/v1/keyset.ts'
import { type FloeNode, startFloeNode } from '../support/floe-node.ts'
import { seededPrng } from '../support/prng.ts'
import { RoguePeer } from '../support/rogue-peer.ts'
import { until } from '../support/until.ts'

const FLOOD = 1_000
/** What one sender may cost us here: less than a process that is its own flooder can send. */
const BURST = 100
const PER_SECOND = 20
/** The longest that anything may hold the event loop, and that others may wait. Milliseconds. */
const MAX_HOLD = 100
const MAX_WAIT = 2_000

const prng = seededPrng(501)
const hash = () => Buffer.from(prng.bytes(32)).toString('hex')
const keyset = generateKeyset({ threshold: 2, totalMembers: 3, random: prng.bytes })

let relay: RelayFixture
let flooder: RoguePeer
let honest: RoguePeer

beforeAll(async () => {
  relay = await RelayFixture.start()
  flooder = await RoguePeer.start({ keyset, idx: 2, relay: relay.url })
  honest = await RoguePeer.start({ keyset, idx: 3, relay: relay.url })
})

afterAll(async () => {
  await Promise.all([flooder.stop(), honest.stop()])
  await relay.stop()
})

async function startNode(): Promise<FloeNode> {
  const floe = await startFloeNode({
    group: keyset.groupCredential,
    share: keyset.shareCredentials[0] ?? '',
    relays: [relay.url],
    timings: { startDelay: 60_000, drain: 100 },
    senderRate: { capacity: BURST, perSecond: PER_SECOND },
  })
  onTestFinished(() => floe.node.stop())
  return floe
}

const request = (peer: RoguePeer) => JSON.stringify(peer.session([1, peer.idx], [[hash()]]))

/** Brings events at once, in pieces so small that bringing them holds nothing up. */
async function pour(events: readonly NostrEvent[]): Promise<void> {
  for (const [n, event] of events.entries()) {
    relay.inject(event)
    if (n % 20 === 19) await nextTurn()
  }
}

/** The longest that the event loop was held while `work` ran, and how long that took. */
async function longestHold(work: () => Promise<unknown>): Promise<{ hold: number; took: number }> {
  const delays = monitorEventLoopDelay({ resolution: 5 })
  const startedAt = performance.now()
  delays.enable()
  await work()
  delays.disable()
  return { hold: delays.max / 1e6, took: performance.now() - startedAt }
}

/** Milliseconds that an honest peer waits for each answer, until `ended`. */
async function askHonestly(floe: FloeNode, ended: () => boolean): Promise<number[]> {
  const waits: number[] = []
  for (let n = 0; n < 4 || !ended(); n += 1) {
    const startedAt = performance.now()
    const [tag, data] = n % 2 === 0 ? ['/ping/req', 'ping'] : ['/sign/req', request(honest)]
    await honest.ask(floe.node.self.xonly, tag, data, MAX_WAIT * 2)
    waits.push(performance.now() - startedAt)
    await sleep(50)
  }
  return waits
}

const reasons = ({ entries }: FloeNode) =>
  entries.flatMap(({ type, data }) => {
    const { reason } = (data ?? {}) as { reason?: string }
    return type === 'bifrost' && reason !== undefined ? [reason] : []
  })

const received = ({ node: { relays } }: FloeNode) => relays[0]?.eventsIn ?? 0

/** Floods, and expects that others are served meanwhile and the event loop is never held long. */
async function withstand(floe: FloeNode, events: readonly NostrEvent[], done: () => boolean) {
  let ended = false
  let waits: number[] = []
  const flood = await longestHold(async () => {
    const asked = askHonestly(floe, () => ended)
    await pour(events)
    await until(() => received(floe) >= events.length)
    await until(done, { timeout: 30_000 })
    ended = true
    waits = await asked
  })
  // What the machine itself takes away is none of ours.
  const idle = await longestHold(() => sleep(flood.took))
  expect(flood.hold - idle.hold).toBeLessThan(MAX_HOLD)
  expect(Math.max(...waits)).toBeLessThan(MAX_WAIT)
  return flood.took
}

describe('a flood of a thousand messages in one name holds nobody else up', () => {
  test('when they are sound signing requests: those within its measure are answered', async () => {
    const floe = await startNode()
    const ids: string[] = []
    const events = Array.from({ length: FLOOD }, () => {
      const id = newMessageId()
      ids.push(id)
      const envelope = { tag: '/sign/req', id, data: request(flooder) }
      return flooder.seal(floe.node.self.xonly, envelope)
    })
    const given = () => floe.node.peers.get(flooder.xonly)?.partialSignatures ?? 0
    let last = -1
    let quietSince = performance.now()
    // Over when no further one was answered for a while.
    const done = () => {
      if (given() !== last) quietSince = performance.now()
      last = given()
      return performance.now() - quietSince > 300
    }
    const took = await withstand(floe, events, done)
    const answered = ids.filter((id) => flooder.answersTo(id).length > 0).length
    expect(answered).toBeGreaterThan(0)
    expect(answered).toBeLessThanOrEqual(BURST + PER_SECOND * Math.ceil(took / 1000))
    expect(given()).toBe(answered)
    expect(floe.audited.filter(({ peers }) => peers[0] === flooder.xonly)).toHaveLength(answered)
    expect(reasons(floe)).toContain(refusal.rateLimited)
    // However many were refused, each reason is one entry.
    expect(new Set(reasons(floe)).size).toBe(reasons(floe).length)
  })

  test('when they are large signing requests', async () => {
    const floe = await startNode()
    const hashes = Array.from({ length: 100 }, (): [string] => [hash()])
    const data = JSON.stringify(flooder.session([1, 2], hashes))
    const events = Array.from({ length: 40 }, () =>
      flooder.seal(floe.node.self.xonly, { tag: '/sign/req', id: newMessageId(), data }),
    )
    const since = performance.now()
    await withstand(floe, events, () => performance.now() - since > 1_500)
  })

  test('when they are forged: nothing of them is answered, and nothing is written down', async () => {
    const floe = await startNode()
    const envelope = { tag: '/sign/req', id: newMessageId(), data: request(flooder) }
    const { sig } = flooder.sign({})
    const events = Array.from({ length: FLOOD }, (_, n) => ({
      ...flooder.seal(floe.node.self.xonly, envelope, {
        created_at: Math.floor(Date.now() / 1000) - (n % 4),
      }),
      sig,
    }))
    const before = flooder.answers.length
    await withstand(floe, events, () => reasons(floe).includes(node.invalidEventSignature))
    expect(reasons(floe)).toEqual(
      expect.arrayContaining([refusal.rateLimited, node.invalidEventSignature]),
    )
    expect(reasons(floe)).toHaveLength(2)
    expect(flooder.answers).toHaveLength(before)
    expect(floe.audited.filter(({ peers }) => peers[0] === flooder.xonly)).toEqual([])
    expect(floe.node.peers.get(flooder.xonly)?.partialSignatures).toBe(0)
  })
})
