/// <reference path="./prom-client.d.ts" />
import { setTimeout as delay } from 'node:timers/promises'
// The package's entry would also load its cluster and push-gateway code.
import Counter from 'prom-client/lib/counter.js'
import collectDefaultMetrics from 'prom-client/lib/defaultMetrics.js'
import Gauge from 'prom-client/lib/gauge.js'
import Histogram from 'prom-client/lib/histogram.js'
import Registry from 'prom-client/lib/registry.js'
import { wallOf } from '#lib/clock.ts'
import type { PolicyOutcome } from '#policy/engine.ts'
import type { PolicyRequest } from '#policy/request.ts'
import type { Stop } from '#policy/stop.ts'
import type { SignatureRecord } from '#signer/protocol-log.ts'
import type { Supervisor } from '#signer/supervisor.ts'

/** Seconds, from a relay on this machine to the protocol's time-out. */
const LATENCY_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
/** Seconds, up to the longest time that a question stays open. */
const ANSWER_BUCKETS = [1, 5, 15, 30, 60, 120, 300, 900, 3_600]

/** `id`: the keyset's number in the API, the events and the audit. */
interface MeasuredKeyset {
  readonly id: number
  readonly supervisor: Supervisor
  readonly policy: { readonly approvals: { list(): readonly unknown[] } }
}

type Labels = Readonly<Record<string, string>>

export type Metrics = ReturnType<typeof createMetrics>

/**
 * Prometheus metrics of the process: signatures, latencies, policy decisions, questions, relays, and
 * prom-client's defaults (event-loop delay, memory). Peers are labelled with the first eight characters of
 * their public key. No label is secret.
 */
export function createMetrics({ stop }: { stop: Pick<Stop, 'isStopped'> }) {
  const keysets: MeasuredKeyset[] = []
  const registry = new Registry()
  const registers = [registry]
  let watching: Promise<void> | undefined

  const signatures = new Counter({
    name: 'floe_signatures_total',
    help: 'Signatures by direction (given to a peer, asked of peers), generation of the protocol, outcome and peer',
    labelNames: ['keyset', 'direction', 'generation', 'outcome', 'peer'],
    registers,
  })
  const duration = new Histogram({
    name: 'floe_signing_seconds',
    help: 'How long a signing session took, by direction and generation of the protocol',
    labelNames: ['keyset', 'direction', 'generation'],
    buckets: LATENCY_BUCKETS,
    registers,
  })
  const decisions = new Counter({
    name: 'floe_verdicts_total',
    help: 'Verdicts on what was asked of the key, by door (peer, app, program, owner), operation and verdict',
    labelNames: ['keyset', 'door', 'operation', 'verdict'],
    registers,
  })
  const answers = new Histogram({
    name: 'floe_question_seconds',
    help: 'How long questions to the owner waited until they were answered or ran out',
    labelNames: ['keyset'],
    buckets: ANSWER_BUCKETS,
    registers,
  })
  /** A gauge that reads its values from every keyset whenever the metrics are read. */
  const gauge = (
    name: string,
    help: string,
    labelNames: readonly string[],
    measure: (keyset: MeasuredKeyset, set: (labels: Labels, value: number) => void) => void,
  ) =>
    new Gauge({
      ...{ name, help, registers },
      labelNames: ['keyset', ...labelNames],
      collect() {
        this.reset()
        for (const keyset of keysets) {
          measure(keyset, (labels, value) => this.set({ keyset: keyset.id, ...labels }, value))
        }
      },
    })
  gauge('floe_questions_open', 'Questions that wait for the owner', [], ({ policy }, set) =>
    set({}, policy.approvals.list().length),
  )
  new Gauge({
    name: 'floe_stopped',
    help: '1 when the owner has stopped every use of the key',
    registers,
    collect() {
      this.set(stop.isStopped ? 1 : 0)
    },
  })
  gauge('floe_node_active', '1 when the signer hears at least one relay', [], (keyset, set) =>
    set({}, keyset.supervisor.signer?.isReady ? 1 : 0),
  )
  gauge(
    'floe_generation_on',
    '1 when signatures are given and asked for in this generation of the protocol',
    ['generation'],
    ({ supervisor }, set) => {
      for (const { name: generation, on } of supervisor.protocols) set({ generation }, on ? 1 : 0)
    },
  )
  gauge('floe_peer_online', '1 when the peer is online', ['peer'], (keyset, set) => {
    for (const { xonly, status } of peersOf(keyset)) {
      set({ peer: short(xonly) }, status === 'online' ? 1 : 0)
    }
  })
  gauge(
    'floe_peer_heard_seconds',
    'When the peer was last heard in this generation of the protocol, Unix seconds',
    ['peer', 'generation'],
    (keyset, set) => {
      for (const { xonly, protocols } of peersOf(keyset)) {
        for (const [generation, { lastHeard }] of protocols) {
          set({ peer: short(xonly), generation }, Math.floor(wallOf(lastHeard) / 1000))
        }
      }
    },
  )
  gauge(
    'floe_peer_latency_seconds',
    'Round trip of the last answered ping',
    ['peer'],
    (keyset, set) => {
      for (const { xonly, latency } of peersOf(keyset)) {
        if (latency !== null) set({ peer: short(xonly) }, latency / 1000)
      }
    },
  )
  const relayGauge = (
    name: string,
    help: string,
    value: (relay: Supervisor['relayStates'][number]) => number | null,
  ) =>
    gauge(name, help, ['relay'], ({ supervisor }, set) => {
      for (const relay of supervisor.relayStates) {
        const current = value(relay)
        if (current !== null) set({ relay: relay.url }, current)
      }
    })
  relayGauge('floe_relay_heard', '1 when the relay is heard', ({ heard }) => (heard ? 1 : 0))
  relayGauge('floe_relay_latency_seconds', 'Round trip of the last WebSocket ping', (relay) =>
    relay.latencyMs === null ? null : relay.latencyMs / 1000,
  )
  relayGauge(
    'floe_relay_reconnects',
    'Reconnects since the signer was started',
    ({ reconnects }) => reconnects,
  )
  relayGauge(
    'floe_relay_events_in',
    'Events received since the signer was started',
    ({ eventsIn }) => eventsIn,
  )
  relayGauge(
    'floe_relay_events_out',
    'Events accepted since the signer was started',
    ({ eventsOut }) => eventsOut,
  )

  return {
    /** Adds a keyset. */
    measure: (keyset: MeasuredKeyset) => void keysets.push(keyset),
    /** Counts signatures, given or asked for. */
    signature: (keyset: number, record: SignatureRecord): void => {
      const { direction, generation, outcome, peers, hashes, took } = record
      for (const peer of peers.length === 0 ? ['self'] : peers) {
        const labels = { keyset, direction, generation, outcome, peer: short(peer) }
        signatures.inc(labels, hashes.length)
      }
      duration.observe({ keyset, direction, generation }, took / 1000)
    },
    /** Counts a decision of the policy engine. */
    policyOutcome: (
      keyset: number,
      { caller: { door }, operation }: PolicyRequest,
      { verdict }: PolicyOutcome,
    ): void => {
      decisions.inc({ keyset, door, operation, verdict })
    },
    /** A question to the owner has ended after this many milliseconds. */
    answered: (keyset: number, waited: number): void => answers.observe({ keyset }, waited / 1000),
    /** All metrics in Prometheus' text format; the event loop is watched from the first call on. */
    text: async (): Promise<string> => {
      watching ??= watchProcess(registry)
      await watching
      return registry.metrics()
    },
    stop: (): void => registry.clear(),
  }
}

/** Milliseconds between two looks at the event loop. */
const LOOK_INTERVAL = 10

/**
 * Starts prom-client's default metrics, and resolves once they have values. Called when metrics are first
 * read, as looking at the event loop takes half a percent of a core, all the time.
 */
async function watchProcess(register: Registry): Promise<void> {
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: LOOK_INTERVAL })
  // The first value takes two looks, between which the event loop may be blocked: so two waits.
  await delay(2 * LOOK_INTERVAL)
  await delay(2 * LOOK_INTERVAL)
}

const peersOf = ({ supervisor }: MeasuredKeyset) => supervisor.signer?.peers.all ?? []

const short = (peer: string): string => peer.slice(0, 8)
