import type { GenerationName } from '../contract/generations.ts'
import { node as texts } from '../contract/messages.ts'
import type { PingResult } from '../contract/peers.ts'
import type { EventLog } from './events.ts'
import type { Generation } from './generation.ts'
import { type PeerBook, type PeerEntry, presenceOf, type Stance } from './peers.ts'

/** How long a peer counts as speaking a generation that it was last heard in. Milliseconds. */
const LATELY = 10 * 60_000

/** How often a peer is pinged in a generation that it was not heard in lately. Milliseconds. */
const SELDOM = 15 * 60_000

/** What came of a ping in one generation. `stopped`: it says nothing about the peer. */
export type PingOutcome =
  | { ok: true; latency: number; policy: Stance }
  | { ok: false; error: string; stopped: boolean }

export interface PingsOptions {
  generations: readonly Pick<Generation, 'name' | 'ping'>[]
  peers: PeerBook
  log: Pick<EventLog, 'peerPing'>
  /** Unix milliseconds. */
  now: () => number
}

type Answered = { name: GenerationName; outcome: PingOutcome }

/**
 * Pings each peer in the generations that it may speak: in all until something was heard, then in
 * those that were heard lately, and seldom in the others. What comes of it is kept: status, latency,
 * and the policy that the peer has for us.
 */
export class Pings {
  readonly #options: PingsOptions
  readonly #underWay = new Map<string, Promise<PingResult>>()
  /** By peer and generation. */
  readonly #lastAsked = new Map<string, number>()

  constructor(options: PingsOptions) {
    this.#options = options
  }

  /** Never rejects; a ping of the same peer that is under way is shared. */
  ping(peer: PeerEntry): Promise<PingResult> {
    const underWay = this.#underWay.get(peer.xonly)
    if (underWay) return underWay
    const ping = this.#ping(peer).finally(() => this.#underWay.delete(peer.xonly))
    this.#underWay.set(peer.xonly, ping)
    return ping
  }

  async #ping(peer: PeerEntry): Promise<PingResult> {
    const { peers, log, now } = this.#options
    peers.pingSent(peer)
    const { due, other } = this.#generationsFor(peer)
    for (const generation of other) void this.#ask(peer, generation)
    const { name, outcome } = await firstAnswer(due.map((one) => this.#ask(peer, one)))
    const result = { pubkey: peer.pubkey, timestamp: new Date(now()).toISOString() }
    if (outcome.ok) {
      const { latency, policy } = outcome
      peers.pingAnswered(peer, latency)
      log.peerPing(presenceOf(peer), true)
      return { ...result, success: true, latency, policy: policy.sign, generation: name }
    }
    if (!outcome.stopped) {
      peers.pingFailed(peer)
      log.peerPing(presenceOf(peer), false)
    }
    return { ...result, success: false, error: outcome.error }
  }

  async #ask(peer: PeerEntry, generation: Pick<Generation, 'name' | 'ping'>): Promise<Answered> {
    const { name } = generation
    this.#lastAsked.set(keyOf(peer, name), this.#options.now())
    const outcome = await generation.ping(peer)
    const dialect = peer.dialects.get(name)
    if (outcome.ok && dialect) dialect.policy = outcome.policy
    return { name, outcome }
  }

  /** `due` tell how the peer is; nobody waits for `other`. */
  #generationsFor(peer: PeerEntry) {
    const { generations, now } = this.#options
    const time = now()
    const lately = generations.filter(({ name }) => {
      const lastHeard = peer.dialects.get(name)?.lastHeard
      return lastHeard !== undefined && time - lastHeard < LATELY
    })
    if (lately.length === 0) return { due: generations, other: [] }
    const other = generations.filter((generation) => {
      const lastAsked = this.#lastAsked.get(keyOf(peer, generation.name)) ?? 0
      return !lately.includes(generation) && time - lastAsked >= SELDOM
    })
    return { due: lately, other }
  }
}

const keyOf = (peer: PeerEntry, generation: GenerationName): string => `${peer.xonly} ${generation}`

/** The first that succeeds, or what the oldest generation has to say of the failure. */
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
