import type { EventFrame, LogEntry } from '#contract/events.ts'
import { FIRST_KEYSET } from '#contract/keysets.ts'
import { EventLog, type KeysetLog } from '#events/event-log.ts'
import type { RelayStatus } from '#relay/status.ts'
import type { PeerEntry } from '#signer/peers/peers.ts'

/** A clock that stands still until it is moved. Milliseconds. */
export interface TestClock {
  now: () => number
  advance(ms: number): void
}

export function testClock(start = 1_750_000_000_000): TestClock {
  let time = start
  return {
    now: () => time,
    advance: (ms) => {
      time += ms
    },
  }
}

/** A keyset's log, with ids from 1 on, and everything that it sent to its listeners. */
export interface RecordedLog {
  log: KeysetLog
  /** Entries that the log keeps. */
  entries: LogEntry[]
  /** Everything, including frames that update peer rows. */
  frames: EventFrame[]
  messages(): string[]
}

export function recordedLog(now?: () => number): RecordedLog {
  let next = 1
  const frames: EventFrame[] = []
  const entries: LogEntry[] = []
  const events = new EventLog({
    reserveIds: (count) => {
      next += count
      return next - count
    },
    ...(now === undefined ? {} : { now }),
  })
  events.listen((frame) => {
    frames.push(frame)
    if (!isInternal(frame)) entries.push(frame)
  })
  const log = events.of(FIRST_KEYSET)
  return { log, entries, frames, messages: () => entries.map((entry) => entry.message) }
}

const isInternal = (frame: EventFrame): frame is Exclude<EventFrame, LogEntry> =>
  frame.type.endsWith('-internal')

/** A peer with index n, whose key is n repeated; nothing is known of it. */
export function peerEntry(n: number, fields: Partial<PeerEntry> = {}): PeerEntry {
  const xonly = n.toString(16).padStart(2, '0').repeat(32)
  return {
    pubkey: `02${xonly}`,
    xonly,
    idx: n,
    status: 'unknown',
    latency: null,
    latencies: [],
    lastSeen: null,
    lastPingAttempt: null,
    policy: { allowSend: true, allowReceive: true },
    heardIn2026: false,
    firstAllowed: false,
    partialSignatures: 0,
    areTwoDevices: false,
    build: null,
    protocols: new Map(),
    ...fields,
  }
}

/** A relay that is open and heard. */
export function relayStatus(fields: Partial<RelayStatus> = {}): RelayStatus {
  return {
    url: 'wss://relay.example',
    state: 'open',
    since: 0,
    heard: true,
    latencyMs: 20,
    error: null,
    rejection: null,
    slowDown: null,
    nextAttemptAt: null,
    eventsIn: 0,
    eventsOut: 0,
    reconnects: 0,
    ...fields,
  }
}
