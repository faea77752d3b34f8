import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { peerEntry, recordedLog } from '#tests/support/signer-parts.ts'
import {
  IDLE_EVENTS_HOUR,
  IDLE_EVENTS_MINUTE,
  IDLE_PINGS_SURE,
  PING_INTERVAL,
  PING_INTERVAL_OFFLINE,
  PING_INTERVAL_QUIET,
} from '../limits.ts'
import type { PeerEntry } from './peers.ts'
import { PingMonitor } from './ping-monitor.ts'
import { IdleBudget } from './ping-schedule.ts'

const SECOND = 1_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A monitor of this many peers; those with indices in `there` answer. */
function setUp({ count = 1, jitter = 0 } = {}) {
  const recorded = recordedLog()
  const peers = Array.from({ length: count }, (_, at) => peerEntry(at + 2))
  const there = new Set(peers.map(({ idx }) => idx))
  const wanting = new Set<number>()
  const state = { isThrottled: false }
  const budget = new IdleBudget(Date.now)
  const pinged: { idx: number; at: number }[] = []
  const hear = (peer: PeerEntry) => Object.assign(peer, { status: 'online', lastSeen: Date.now() })
  const monitor = new PingMonitor({
    peers: () => peers,
    self: 1,
    ping: async (peer) => {
      pinged.push({ idx: peer.idx, at: Date.now() })
      peer.lastPingAttempt = Date.now()
      if (there.has(peer.idx)) hear(peer)
      else peer.status = 'offline'
      return { success: there.has(peer.idx) }
    },
    cost: () => 1,
    needsNonces: ({ idx }) => wanting.has(idx),
    isThrottled: () => state.isThrottled,
    budget,
    interval: PING_INTERVAL,
    log: recorded.log,
    now: Date.now,
    random: () => jitter,
  })
  onTestFinished(() => monitor.stop())
  const [first] = peers
  if (first === undefined) throw new Error('no peer')
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  /** How many pings a period of time brings. */
  const pingsIn = async (ms: number) => {
    const before = pinged.length
    await pass(ms)
    return pinged.length - before
  }
  return {
    ...recorded,
    ...{ monitor, peers, first, there, wanting, state, budget, pinged, hear, pass, pingsIn },
  }
}

/** Milliseconds between pings of the first peer. */
const gaps = (pinged: readonly { at: number }[]): number[] =>
  pinged.slice(1).map(({ at }, n) => at - (pinged[n]?.at ?? 0))

describe('a ping monitor', () => {
  test('does not run, and pings nobody, until it is started', async () => {
    const { monitor, pingsIn } = setUp()
    expect(monitor.isRunning).toBe(false)
    expect(await pingsIn(HOUR)).toBe(0)
  })

  test('pings a few peers all at once when it is started', () => {
    const { monitor, pinged } = setUp({ count: 4 })
    monitor.start()
    expect(pinged).toHaveLength(4)
    expect(monitor.isRunning).toBe(true)
  })

  test('that is resumed does not ping peers that were heard just now', () => {
    const { monitor, pinged, first, hear } = setUp({ count: 2 })
    hear(first)
    monitor.resume()
    expect(pinged.map(({ idx }) => idx)).toEqual([3])
  })

  test('that is started twice only warns', async () => {
    const { monitor, pinged, entries } = setUp()
    monitor.start()
    await vi.advanceTimersByTimeAsync(0)
    monitor.start()
    expect(pinged).toHaveLength(1)
    expect(entries.map((entry) => entry.type)).toEqual(['warning'])
  })

  test('pings nobody after it is stopped, is not resumed, and may be stopped twice', async () => {
    const { monitor, pingsIn } = setUp()
    monitor.start()
    monitor.stop()
    monitor.stop()
    monitor.resume()
    expect(await pingsIn(HOUR)).toBe(0)
  })
})

describe('a peer that is there', () => {
  test('is pinged after 30 s, and less often while nothing changes: once a minute', async () => {
    const { monitor, pinged, pass } = setUp()
    expect([PING_INTERVAL, PING_INTERVAL_QUIET]).toEqual([30 * SECOND, MINUTE])
    monitor.start()
    await pass(HOUR)
    expect(gaps(pinged).slice(0, 3)).toEqual([30 * SECOND, 45 * SECOND, MINUTE])
    expect(new Set(gaps(pinged).slice(2))).toEqual(new Set([MINUTE]))
  })

  test('is not pinged at the instant it pings us: intervals vary by a quarter', async () => {
    const { monitor, pinged, pass } = setUp({ jitter: 1 })
    monitor.start()
    await pass(HOUR)
    expect(gaps(pinged).at(-1)).toBe(1.25 * MINUTE)
  })

  test('is not pinged while it is heard, except every ten minutes for its latency', async () => {
    const { monitor, pass, pinged, first, hear } = setUp()
    monitor.start()
    for (let n = 0; n < 119; n += 1) {
      await pass(20 * SECOND)
      hear(first)
    }
    expect(gaps(pinged)).toEqual([10 * MINUTE, 10 * MINUTE, 10 * MINUTE])
  })

  test('is pinged, though it is heard, while we lack its nonces', async () => {
    const { monitor, pass, pingsIn, first, hear, wanting } = setUp()
    monitor.start()
    await pass(10 * MINUTE)
    wanting.add(first.idx)
    hear(first)
    expect(await pingsIn(31 * SECOND)).toBeGreaterThan(0)
  })
})

describe('a peer that is away', () => {
  test('is pinged after 30 s, then less and less often, at last every 15 minutes', async () => {
    const { monitor, pinged, pass, there } = setUp()
    there.clear()
    monitor.start()
    await pass(2 * HOUR)
    const minutes = gaps(pinged).map((gap) => gap / MINUTE)
    expect(minutes.slice(0, 6)).toEqual([0.5, 1, 2, 4, 8, 15])
    expect(PING_INTERVAL_OFFLINE).toBe(15 * MINUTE)
    expect(new Set(minutes.slice(5))).toEqual(new Set([15]))
  })

  test('is watched closely again once it is heard', async () => {
    const { monitor, pass, pinged, first, there, hear } = setUp()
    there.clear()
    monitor.start()
    await pass(2 * HOUR)
    there.add(first.idx)
    hear(first)
    const from = Date.now()
    await pass(2 * MINUTE)
    const after = pinged.filter(({ at }) => at > from).map(({ at }) => at - from)
    expect(after[0]).toBeLessThanOrEqual(31 * SECOND)
  })

  test('is pinged at once when a request needs it, but not for every signature', async () => {
    const { monitor, pass, pinged, there } = setUp()
    there.clear()
    monitor.start()
    await pass(2 * HOUR)
    const before = pinged.length
    for (let n = 0; n < 20; n += 1) {
      monitor.pingOffline()
      await pass(SECOND)
    }
    expect(pinged.length - before).toBe(1)
  })

  test('is pinged at once when a relay is back', async () => {
    const { monitor, pass, pinged, there } = setUp({ count: 2 })
    there.clear()
    monitor.start()
    await pass(2 * HOUR)
    const before = pinged.length
    monitor.pingAll()
    expect(pinged.length - before).toBe(2)
  })
})

describe('in a large group', () => {
  test('members are pinged one after the other, starting with the number after ours', async () => {
    const { monitor, pinged, pass } = setUp({ count: 14 })
    monitor.start()
    await pass(20 * SECOND)
    expect(pinged.map(({ idx }) => idx)).toEqual(Array.from({ length: 14 }, (_, at) => at + 2))
  })

  test('no more pings go out than relays let through, and every member gets some', async () => {
    const { monitor, pinged, pass } = setUp({ count: 14 })
    monitor.start()
    await pass(4 * HOUR)
    const within = (span: number) =>
      Math.max(
        ...pinged.map(
          ({ at }) => pinged.filter((one) => one.at >= at && one.at < at + span).length,
        ),
      )
    expect(within(MINUTE)).toBeLessThanOrEqual(IDLE_EVENTS_MINUTE)
    expect(within(HOUR)).toBeLessThanOrEqual(IDLE_EVENTS_HOUR)
    const last = new Set(pinged.slice(-14).map(({ idx }) => idx))
    expect(last.size).toBe(14)
  })

  test('we leave room for the requests of others that start in the same minute', async () => {
    const { monitor, pingsIn, there } = setUp({ count: 14 })
    there.clear()
    monitor.start()
    expect(await pingsIn(0)).toBe(0)
    expect(await pingsIn(MINUTE)).toBeLessThanOrEqual(IDLE_EVENTS_MINUTE)
  })

  test('whose members ask us endlessly, some of our pings are still sent', async () => {
    const { monitor, pingsIn, budget, pass } = setUp()
    monitor.start()
    for (let minute = 0; minute < 60; minute += 1) {
      budget.note(4)
      await pass(MINUTE)
    }
    const pings = await pingsIn(0).then(async () => {
      let sum = 0
      for (let minute = 0; minute < 60; minute += 1) {
        budget.note(4)
        sum += await pingsIn(MINUTE)
      }
      return sum
    })
    expect(pings).toBeGreaterThanOrEqual(IDLE_PINGS_SURE / 2)
    expect(pings).toBeLessThanOrEqual(IDLE_PINGS_SURE + 1)
  })
})

test('nobody is pinged while relays ask us to slow down', async () => {
  const { monitor, pingsIn, state } = setUp({ count: 2 })
  monitor.start()
  state.isThrottled = true
  expect(await pingsIn(HOUR)).toBe(0)
  state.isThrottled = false
  expect(await pingsIn(SECOND)).toBe(2)
})
