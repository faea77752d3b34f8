import { protocolTexts as texts } from '#contract/messages.ts'
import type { PingResult } from '#contract/peers.ts'
import type { ProtocolName } from '#contract/protocols.ts'
import type { KeysetLog } from '#events/event-log.ts'
import { isoOf } from '#lib/clock.ts'
import type { Protocol } from '../protocol.ts'
import { isKeptFrom1x, type PeerBook, type PeerEntry, presenceOf, type Stance } from './peers.ts'

/** How long a peer counts as speaking a generation after it was last heard in it. Milliseconds. */
const LATELY = 10 * 60_000

/** How often a peer is pinged in a generation in which it was not heard lately. Milliseconds. */
const SELDOM = 15 * 60_000
/** The same for pings that nobody asked for. */
const IDLE_SELDOM = 60 * 60_000

/** In groups with more peers, a silent one is not pinged in all generations at once. */
const FEW = 4

/**
 * The outcome of a ping in one generation. `stopped`: it says nothing about the peer, for example
 * because we were stopped, or relays ask for less.
 */
export type PingOutcome =
  | { ok: true; latency: number; policy: Stance }
  | { ok: false; error: string; stopped: boolean }

export interface PingsOptions {
  /** The oldest first. */
  generations: readonly Pinged[]
  peers: PeerBook
  log: Pick<KeysetLog, 'peerPing'>
  /** An idle ping takes this many more events than `cost` said. */
  onMore?: (events: number) => void
  /** Unix milliseconds. */
  now: () => number
}

type Answered = { name: ProtocolName; outcome: PingOutcome }

export interface PingOptions {
  /** Nobody asked for it, so it must cost as few events as possible. */
  idle?: boolean
}

/**
 * `inTurn` show the peer's state, each group if the previous one did not; nobody waits for `other`.
 */
interface Plan {
  inTurn: readonly (readonly Pinged[])[]
  other: readonly Pinged[]
}

type Pinged = Pick<Protocol, 'name' | 'ping'>

/**
 * Pings each peer in the generations that it may speak: in all until something was heard, then in
 * those heard lately, and seldom in the others. It keeps the results: status, latency, and the
 * peer's policy for us.
 */
export class Pings {
  readonly #options: PingsOptions
  readonly #underWay = new Map<string, Promise<PingResult>>()
  /** By peer and generation. */
  readonly #lastAsked = new Map<string, number>()
  /** How many unsolicited pings went to a silent peer, by x-only key. */
  readonly #turns = new Map<string, number>()

  constructor(options: PingsOptions) {
    this.#options = options
  }

  /** Never rejects; a current ping of the same peer is shared, unless it is an idle one. */
  ping(peer: PeerEntry, { idle = false }: PingOptions = {}): Promise<PingResult> {
    const underWay = this.#underWay.get(peer.xonly)
    if (underWay) return underWay
    if (idle) return this.#ping(peer, { idle })
    const ping = this.#ping(peer, { idle }).finally(() => this.#underWay.delete(peer.xonly))
    this.#underWay.set(peer.xonly, ping)
    return ping
  }

  /** How many events an idle ping of a peer begins with. */
  cost(peer: PeerEntry): number {
    const { inTurn, other } = this.#idlePlan(peer)
    return (inTurn[0]?.length ?? 0) + other.length
  }

  async #ping(peer: PeerEntry, { idle }: Required<PingOptions>): Promise<PingResult> {
    const { peers, log, now } = this.#options
    const plan = idle ? this.#idlePlan(peer) : this.#plan(peer)
    const ask = (generation: Pinged) => this.#ask(peer, generation, idle)
    peers.pingSent(peer)
    const startedAt = now()
    // Heard meanwhile: that it did not answer, perhaps in what it does not speak, is no news.
    const isHeard = () => idle && peer.lastSeen !== null && peer.lastSeen >= startedAt
    if (idle) this.#turns.set(peer.xonly, this.#turn(peer) + 1)
    for (const generation of plan.other) void ask(generation)
    const [first = [], ...later] = plan.inTurn
    let answered = await firstAnswer(first.map(ask))
    for (const generations of later) {
      if (answered.outcome.ok || answered.outcome.stopped || isHeard()) break
      this.#options.onMore?.(generations.length)
      answered = await firstAnswer(generations.map(ask))
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
    return { ...result, success: false, error: outcome.error }
  }

  async #ask(peer: PeerEntry, generation: Pinged, idle: boolean): Promise<Answered> {
    const { name } = generation
    this.#lastAsked.set(keyOf(peer, name), this.#options.now())
    const outcome = await generation.ping(peer, { idle })
    const dialect = peer.dialects.get(name)
    if (outcome.ok && dialect) dialect.policy = outcome.policy
    return { name, outcome }
  }

  #plan(peer: PeerEntry): Plan {
    const { generations } = this.#options
    const lately = this.#heardLately(peer)
    if (lately.length === 0) return { inTurn: [generations], other: [] }
    const other = generations.filter(
      (generation) => !lately.includes(generation) && this.#isSeldom(peer, generation, SELDOM),
    )
    return { inTurn: [lately], other }
  }

  /** The newest one that the peer was heard in is enough; nothing is learnt for the others. */
  #idlePlan(peer: PeerEntry): Plan {
    const { generations, peers } = this.#options
    const newestFirst = generations.toReversed()
    const lately = this.#heardLately(peer).at(-1)
    if (lately !== undefined) {
      const other = generations.filter(
        (generation) =>
          generation !== lately &&
          !(generation.name === '1.x' && isKeptFrom1x(peer)) &&
          this.#isSeldom(peer, generation, IDLE_SELDOM),
      )
      return { inTurn: [[lately]], other }
    }
    if (peers.all.length <= FEW) return { inTurn: [generations], other: [] }
    const inTurn = newestFirst.map((generation) => [generation])
    if (peer.status === 'unknown') return { inTurn, other: [] }
    return { inTurn: [inTurn[this.#turn(peer) % inTurn.length] ?? []], other: [] }
  }

  #turn({ xonly }: PeerEntry): number {
    return this.#turns.get(xonly) ?? 0
  }

  #heardLately(peer: PeerEntry): Pinged[] {
    const { generations, now } = this.#options
    return generations.filter(({ name }) => {
      const lastHeard = peer.dialects.get(name)?.lastHeard
      return lastHeard !== undefined && now() - lastHeard < LATELY
    })
  }

  /**
   * Whether it was not pinged in a generation for so long that a ping in it tells something new.
   */
  #isSeldom(peer: PeerEntry, { name }: Pinged, seldom: number): boolean {
    return this.#options.now() - (this.#lastAsked.get(keyOf(peer, name)) ?? 0) >= seldom
  }
}

const keyOf = (peer: PeerEntry, generation: ProtocolName): string => `${peer.xonly} ${generation}`

/** The first success, or the oldest generation's failure. */
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
