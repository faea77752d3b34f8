import { onTestFinished } from 'vitest'
import type { NostrEvent } from '#contract/nostr.ts'
import type { RelayTimings } from '#relay/limits.ts'
import { RelayPool } from '#relay/pool.ts'
import { SessionRelay } from '#relay/session-relay.ts'
import type { RelayStatus } from '#relay/status.ts'
import { makeEvent } from '../../relay-fixture/test-support.ts'

/**
 * Backoff short enough for tests, and time-outs longer than a busy machine takes: a test about a
 * time-out shortens that one.
 */
export const QUICK: RelayTimings = {
  connectTimeout: 10_000,
  publishTimeout: 10_000,
  eoseTimeout: 10_000,
  pingInterval: 10_000,
  pongTimeout: 10_000,
  backoffBase: 20,
  backoffMax: 80,
  eagerFor: 0,
  eagerMax: 0,
  backoffFloor: 5,
  stableAfter: 0,
  overloadBase: 20,
  overloadMax: 80,
  slowDownBase: 10_000,
  slowDownMax: 80_000,
}

export interface ClientOptions {
  /** A pool shared with others; a new one by default. */
  relayPool?: RelayPool
  timings?: Partial<RelayTimings>
  now?: () => number
  random?: () => number
  authenticate?: (challenge: string, url: string) => NostrEvent
}

/** One relay of a session, with its events, and its status at each change. */
export interface RelayUnderTest {
  connection: SessionRelay
  events: { subscription: string; id: string }[]
  statuses: RelayStatus[]
}

/** A client that is not started yet; it stops when the test ends. */
export function relayClient(url: string, options: ClientOptions = {}): RelayUnderTest {
  const events: RelayUnderTest['events'] = []
  const statuses: RelayStatus[] = []
  const { now = Date.now, random = Math.random, authenticate } = options
  const timings = { ...QUICK, ...options.timings }
  const connection: SessionRelay = new SessionRelay({
    url,
    connections: options.relayPool ?? new RelayPool({ timings, now, random }),
    timings,
    ...{ now, wall: now },
    random,
    authenticate,
    onEvent: (subscription, { id }) => events.push({ subscription, id }),
    onChange: () => statuses.push(connection.status),
  })
  onTestFinished(() => connection.stop())
  return { connection, events, statuses }
}

/** The answer to a relay's challenge (NIP-42), signed by the fixture's key 1. */
export const authEvent = (challenge: string, url: string): NostrEvent =>
  makeEvent({
    kind: 22_242,
    tags: [
      ['relay', url],
      ['challenge', challenge],
    ],
  })

/** The URL of a relay that does not run. The system gives its port (discard, RFC 863) to nobody who asks for any. */
export const DEAD_RELAY_URL = 'ws://127.0.0.1:9'
