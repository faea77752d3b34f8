import { setTimeout as sleep } from 'node:timers/promises'
import { DIAGNOSTIC_GAP, DIAGNOSTIC_ROUNDS } from '#contract/limits.ts'
import { messageOf } from '#contract/message.ts'
import { protocolTexts as texts } from '#contract/messages.ts'
import type { PingDiagnosis, PingResult } from '#contract/peers.ts'
import type { ProtocolName } from '#contract/protocols.ts'
import type { KeysetLog } from '#events/event-log.ts'
import { isoOf } from '#lib/clock.ts'
import type { PingOptions, PingOutcome, Protocol } from '../protocol.ts'
import { isV1Blocked, type PeerBook, type PeerEntry, presenceOf } from './peers.ts'

/** How long a peer counts as speaking a protocol after it was last heard in it. Milliseconds. */
const LATELY = 10 * 60_000

/** How often a peer is pinged in a protocol in which it was not heard lately. Milliseconds. */
const SELDOM = 15 * 60_000
/** How often an idle ping is sent in such a protocol. Milliseconds. */
const IDLE_SELDOM = 60 * 60_000

/** In groups with more peers, an offline one is pinged in one protocol at a time. */
const SMALL_GROUP = 4

type Pinged = Pick<Protocol, 'name' | 'ping'>

export interface PingsOptions {
  /** 1.x first. */
  protocols: readonly Pinged[]
  peers: PeerBook
  log: Pick<KeysetLog, 'peerPing'>
  /** Called when an idle ping sends this many events in addition to its `cost`. */
  onMore?: (events: number) => void
  /** Unix milliseconds. */
  now: () => number
}

type Answered = { name: ProtocolName; outcome: PingOutcome }

/**
 * The protocols of a ping. Those in `inTurn` decide about the peer's status: each list is tried if the one
 * before got no answer. The answers in `other` are not waited for.
 */
interface Plan {
  inTurn: readonly (readonly Pinged[])[]
  other: readonly Pinged[]
}

/**
 * Pings a peer in the protocols that it may speak: in all until it is heard, then in those heard lately, and
 * seldom in the others. Stores the results: status, latency, and the peer's stated policy.
 */
export class Pings {
  readonly #options: PingsOptions
  readonly #underWay = new Map<string, Promise<PingResult>>()
  /** When a peer was last pinged in a protocol, by `keyOf`; Unix milliseconds. */
  readonly #lastPinged = new Map<string, number>()
  /** How many idle pings each peer got, by x-only key. */
  readonly #idleCounts = new Map<string, number>()

  constructor(options: PingsOptions) {
    this.#options = options
  }

  /** Never rejects. Calls for the same peer share a ping, except idle ones. */
  ping(peer: PeerEntry, { idle = false }: PingOptions = {}): Promise<PingResult> {
    const underWay = this.#underWay.get(peer.xonly)
    if (underWay) return underWay
    if (idle) return this.#ping(peer, { idle })
    const ping = this.#ping(peer, { idle }).finally(() => this.#underWay.delete(peer.xonly))
    this.#underWay.set(peer.xonly, ping)
    return ping
  }

  /** How many events an idle ping of a peer takes at first. */
  cost(peer: PeerEntry): number {
    const { inTurn, other } = this.#idlePlan(peer)
    return (inTurn[0]?.length ?? 0) + other.length
  }

  async #ping(peer: PeerEntry, { idle }: Required<PingOptions>): Promise<PingResult> {
    const { peers, log, now } = this.#options
    const plan = idle ? this.#idlePlan(peer) : this.#plan(peer)
    const send = (protocol: Pinged) => this.#send(peer, protocol, idle)
    peers.pingSent(peer)
    const startedAt = now()
    // The peer was heard during an idle ping, so the missing answer does not mean that it is offline.
    const isHeard = () => idle && peer.lastSeen !== null && peer.lastSeen >= startedAt
    if (idle) this.#idleCounts.set(peer.xonly, this.#idleCount(peer) + 1)
    for (const protocol of plan.other) void send(protocol)
    const [first = [], ...later] = plan.inTurn
    let answered = await firstAnswer(first.map(send))
    for (const protocols of later) {
      if (answered.outcome.ok || answered.outcome.stopped || isHeard()) break
      this.#options.onMore?.(protocols.length)
      answered = await firstAnswer(protocols.map(send))
    }
    const { name, outcome } = answered
    const result = { pubkey: peer.pubkey, timestamp: isoOf(now()) }
    if (outcome.ok) {
      const { latency, policy } = outcome
      peers.pingAnswered(peer, latency)
      log.peerPing(presenceOf(peer), true)
      return { ...result, success: true, latency, policy: policy.sign, generation: name }
    }
    if (!outcome.stopped && !isHeard()) {
      peers.pingFailed(peer)
      log.peerPing(presenceOf(peer), false)
    }
    return { ...result, success: false, ...messageOf(outcome) }
  }

  async #send(peer: PeerEntry, protocol: Pinged, idle: boolean): Promise<Answered> {
    const { name } = protocol
    this.#lastPinged.set(keyOf(peer, name), this.#options.now())
    const outcome = await protocol.ping(peer, { idle })
    const known = peer.protocols.get(name)
    if (outcome.ok && known) known.policy = outcome.policy
    return { name, outcome }
  }

  #plan(peer: PeerEntry): Plan {
    const { protocols } = this.#options
    const lately = this.#heardLately(peer)
    if (lately.length === 0) return { inTurn: [protocols], other: [] }
    const other = protocols.filter(
      (protocol) => !lately.includes(protocol) && this.#isDue(peer, protocol, SELDOM),
    )
    return { inTurn: [lately], other }
  }

  /** An idle ping uses only the newest protocol that the peer was heard in lately. */
  #idlePlan(peer: PeerEntry): Plan {
    const { protocols, peers } = this.#options
    const newestFirst = protocols.toReversed()
    const lately = this.#heardLately(peer).at(-1)
    if (lately !== undefined) {
      const other = protocols.filter(
        (protocol) =>
          protocol !== lately &&
          !(protocol.name === '1.x' && isV1Blocked(peer)) &&
          this.#isDue(peer, protocol, IDLE_SELDOM),
      )
      return { inTurn: [[lately]], other }
    }
    if (peers.all.length <= SMALL_GROUP) return { inTurn: [protocols], other: [] }
    const inTurn = newestFirst.map((protocol) => [protocol])
    if (peer.status === 'unknown') return { inTurn, other: [] }
    return { inTurn: [inTurn[this.#idleCount(peer) % inTurn.length] ?? []], other: [] }
  }

  #idleCount({ xonly }: PeerEntry): number {
    return this.#idleCounts.get(xonly) ?? 0
  }

  #heardLately(peer: PeerEntry): Pinged[] {
    const { protocols, now } = this.#options
    return protocols.filter(({ name }) => {
      const lastHeard = peer.protocols.get(name)?.lastHeard
      return lastHeard !== undefined && now() - lastHeard < LATELY
    })
  }

  #isDue(peer: PeerEntry, { name }: Pinged, interval: number): boolean {
    return this.#options.now() - (this.#lastPinged.get(keyOf(peer, name)) ?? 0) >= interval
  }
}

const keyOf = (peer: PeerEntry, protocol: ProtocolName): string => `${peer.xonly} ${protocol}`

/** The first success, or the failure of the oldest protocol. */
function firstAnswer(asked: readonly Promise<Answered>[]): Promise<Answered> {
  return new Promise((resolve) => {
    for (const one of asked) {
      void one.then((answered) => {
        if (answered.outcome.ok) resolve(answered)
      })
    }
    void Promise.all(asked).then(([oldest]) => {
      const none = { ok: false, error: texts.nodeError, stopped: true } as const
      resolve(oldest ?? { name: '1.x', outcome: none })
    })
  })
}

/**
 * Pings every peer in three rounds, a second apart, and counts losses and latencies.
 *
 * @param pause waits so many milliseconds; tests pass their own
 */
export async function diagnosePeers(
  pingAll: () => Promise<PingResult[]>,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<PingDiagnosis[]> {
  const results: PingResult[] = []
  for (let round = 0; round < DIAGNOSTIC_ROUNDS; round += 1) {
    if (round > 0) await pause(DIAGNOSTIC_GAP)
    results.push(...(await pingAll()))
  }
  const byPeer = Map.groupBy(results, (result) => result.pubkey)
  return [...byPeer].map(([pubkey, pings]) => diagnose(pubkey, pings))
}

function diagnose(pubkey: string, pings: readonly PingResult[]): PingDiagnosis {
  const latencies = pings.flatMap((ping) => (ping.latency === undefined ? [] : [ping.latency]))
  const errors = new Map(
    pings.flatMap(({ error, code, params }) =>
      error === undefined ? [] : [[error, messageOf({ error, code, params })]],
    ),
  )
  const sum = latencies.reduce((total, latency) => total + latency, 0)
  return {
    pubkey,
    rounds: pings.length,
    lost: pings.length - latencies.length,
    ...(latencies.length > 0 && {
      fastest: Math.min(...latencies),
      slowest: Math.max(...latencies),
      average: Math.round(sum / latencies.length),
    }),
    errors: [...errors.keys()],
    errorMessages: [...errors.values()],
  }
}
