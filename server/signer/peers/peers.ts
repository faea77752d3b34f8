import { LATENCIES_KEPT } from '#contract/limits.ts'
import type { Peer, PeerPresence, PeerSummary } from '#contract/peers.ts'
import { type PeerBuild, type ProtocolName, protocolNames } from '#contract/protocols.ts'
import type { Deniable } from '#contract/rule-terms.ts'
import { Changes } from '#lib/changes.ts'
import { isoOf } from '#lib/clock.ts'
import { TokenBuckets } from '#lib/token-bucket.ts'
import { xOnly } from '#nostr/x-only.ts'
import { BUILD_CHANGE_INTERVAL, BUILD_CHANGES_AT_ONCE } from '../limits.ts'

export type { PeerBuild }

export type PeerStatus = Peer['status']

/** A peer's policy as the owner sets it: whether we may ask it, and whether it may ask us. */
export interface PeerPolicy {
  allowSend: boolean
  allowReceive: boolean
  /** What is denied where the direction is allowed; nothing if missing. */
  denied?: readonly Deniable[] | undefined
}

export const DEFAULT_POLICY: PeerPolicy = { allowSend: true, allowReceive: true }

/** Whether a policy allows an operation: its direction, and the operation itself. */
export function allows(policy: PeerPolicy, what: Deniable): boolean {
  const { allowSend, allowReceive, denied } = policy
  const isInDirection = what.startsWith('send.') ? allowSend : allowReceive
  return isInDirection && denied?.includes(what) !== true
}

/** What peers ask each other for, and may refuse. */
export type Operation = 'sign' | 'ecdh'

/** What a peer says that it would do with us: ask, and answer. */
export type Stance = Readonly<Record<Operation, { send: boolean; recv: boolean }>>

/** A peer's state in one generation of the protocol, learnt from its verified messages. */
export interface Dialect {
  /** Unix milliseconds. */
  readonly firstHeard: number
  lastHeard: number
  /** What the peer last said that it would do for us. */
  policy: Stance | null
  /** 2026: the version of its pings; null until it has sent one. */
  pingVersion: 1 | 2 | null
  /** 2026: what its last ping looks like. */
  pingsLike?: PeerBuild
  /** 1.x: whether its last answer to a key exchange had the part of a blinded key in it. */
  answersBlinded?: boolean
  /**
   * 2026: since when it may be asked for several keys at once, because it has answered so. Unix
   * milliseconds; undefined if that is not known.
   */
  takesKeysSince?: number
  /** 2026: its last answer to our ping left us without nonces to ask it with. */
  gaveNoNonces?: boolean
  /** Its last answer had only used nonces: it was put back to an earlier state. */
  gaveUsedNonces?: boolean
}

/** What is kept of a peer over restarts. */
export interface KeptOfPeer {
  heardIn2026: boolean
  firstAllowed: boolean
  build?: PeerBuild | null
}

/** Times are Unix milliseconds. */
export interface PeerEntry {
  /** Compressed, as in the group credential; the x-only form is its identity on the wire. */
  readonly pubkey: string
  readonly xonly: string
  readonly idx: number
  status: PeerStatus
  latency: number | null
  /** Of the latest pings, oldest first; null: it did not answer. Milliseconds. */
  latencies: readonly (number | null)[]
  lastSeen: number | null
  lastPingAttempt: number | null
  policy: PeerPolicy
  /** It was once heard in the 2026 generation, so silence can't lead it back to 1.x. */
  heardIn2026: boolean
  /** The owner allows 1.x with it all the same, knowing the risk. */
  firstAllowed: boolean
  /** How many of our 1.x partial signatures it was given or can compute. */
  partialSignatures: number
  /** Two devices answer as this member, because both run on its share. */
  areTwoDevices: boolean
  /** What runs there; null while that is not known. */
  build: PeerBuild | null
  /** The generations it speaks, as far as it was heard. */
  readonly dialects: Map<ProtocolName, Dialect>
}

export interface PeerBookOptions {
  /** The group's members, ourselves included; `pubkey` is compressed, hex. */
  members: readonly { idx: number; pubkey: string }[]
  /** Our own x-only key. */
  self: string
  policies: ReadonlyMap<string, PeerPolicy>
  /** Partial signatures given so far, by x-only key. */
  partialSignatures: ReadonlyMap<string, number>
  /** What is saved of peers, by x-only key. */
  generations?: ReadonlyMap<string, KeptOfPeer>
  now: () => number
  /** Called when a peer is heard in the 2026 generation for the very first time. */
  onHeardIn2026?: (peer: PeerEntry) => void
  /**
   * Called when what runs at a peer has become known or has changed, but only so often. `before`: what
   * was told last.
   */
  onBuild?: (peer: PeerEntry, build: PeerBuild, before: PeerBuild | null) => void
  onStatus?: (peer: PeerEntry, eventType: string) => void
}

/**
 * Whether nothing is asked of a peer or given to it in 1.x: it speaks 2026, so its silence there is
 * no reason to go back to a protocol in which three signatures give the share away.
 */
export const isKeptFrom1x = ({ heardIn2026, firstAllowed }: PeerEntry): boolean =>
  heardIn2026 && !firstAllowed

const BUILD_CHANGES = {
  capacity: BUILD_CHANGES_AT_ONCE,
  perSecond: 1_000 / BUILD_CHANGE_INTERVAL,
}

/** How long one counts as heard. Milliseconds. */
const HEARD_FOR = 10 * 60_000

/**
 * Whether a peer speaks nothing but 1.x now, and is kept from it for what it spoke once.
 *
 * @param meeting how long it may take to be heard in both, in milliseconds
 */
export function isShutOut(
  peer: PeerEntry,
  { now, meeting }: { now: number; meeting: number },
): boolean {
  const [older, newer] = [peer.dialects.get('1.x'), peer.dialects.get('2026')]
  if (!isKeptFrom1x(peer) || older === undefined) return false
  const isHeard = (at: number) => now - at < HEARD_FOR
  const isMet = now - older.firstHeard >= meeting
  return isMet && isHeard(older.lastHeard) && !(newer && isHeard(newer.lastHeard))
}

/** Whether a peer has said, in a generation, that it does not answer our requests. */
export const refusesIn = (
  { dialects }: PeerEntry,
  generation: ProtocolName,
  operation: Operation,
): boolean => dialects.get(generation)?.policy?.[operation].recv === false

/** What we know of the other members: who they are, their state, what they may do. */
export class PeerBook {
  /** What a request may wait for: a peer's status or generations, its nonces, the end of a session. */
  readonly changes = new Changes()
  readonly #peers = new Map<string, PeerEntry>()
  readonly #options: PeerBookOptions
  /** What was told of builds, by x-only key. */
  readonly #builds = new Map<string, PeerBuild>()
  readonly #buildChanges: TokenBuckets
  #lastChecked: number | null = null

  constructor(options: PeerBookOptions) {
    this.#options = options
    this.#buildChanges = new TokenBuckets(BUILD_CHANGES, options.now)
    for (const { pubkey, idx } of options.members) {
      const xonly = xOnly(pubkey)
      if (xonly === options.self) continue
      const kept = options.generations?.get(xonly)
      if (kept?.build) this.#builds.set(xonly, kept.build)
      this.#peers.set(xonly, {
        pubkey,
        xonly,
        idx,
        status: 'unknown',
        latency: null,
        latencies: [],
        lastSeen: null,
        lastPingAttempt: null,
        policy: options.policies.get(xonly) ?? DEFAULT_POLICY,
        heardIn2026: kept?.heardIn2026 ?? false,
        firstAllowed: kept?.firstAllowed ?? false,
        partialSignatures: options.partialSignatures.get(xonly) ?? 0,
        areTwoDevices: false,
        build: kept?.build ?? null,
        dialects: new Map(),
      })
    }
  }

  get all(): PeerEntry[] {
    return [...this.#peers.values()]
  }

  get online(): number {
    return this.all.filter((peer) => peer.status === 'online').length
  }

  get(pubkey: string): PeerEntry | undefined {
    return this.#peers.get(xOnly(pubkey))
  }

  /** Any message that was verified and read makes its sender online, and tells what it speaks. */
  heardFrom(peer: PeerEntry, generation: ProtocolName): void {
    const now = this.#options.now()
    peer.lastSeen = now
    const dialect = peer.dialects.get(generation)
    if (dialect === undefined) {
      peer.dialects.set(generation, {
        ...{ firstHeard: now, lastHeard: now },
        ...{ policy: null, pingVersion: null },
      })
      this.changes.notify()
    } else dialect.lastHeard = now
    if (generation === '2026' && !peer.heardIn2026) {
      peer.heardIn2026 = true
      this.#options.onHeardIn2026?.(peer)
    }
    this.#setStatus(peer, 'online', 'message')
  }

  /**
   * Notes what runs at a peer; null: it is not known any more. It changes whenever the owner puts another
   * app on that share. A peer that seems to change all the time is told of only so often, and what is
   * kept then follows with one of the next messages.
   */
  setBuild(peer: PeerEntry, build: PeerBuild | null): void {
    if (peer.build !== build) {
      peer.build = build
      this.changes.notify()
    }
    const before = this.#builds.get(peer.xonly) ?? null
    if (build === null || build === before || !this.#buildChanges.take(peer.xonly)) return
    this.#builds.set(peer.xonly, build)
    this.#options.onBuild?.(peer, build, before)
  }

  pingSent(peer: PeerEntry): void {
    const now = this.#options.now()
    peer.lastPingAttempt = now
    this.#lastChecked = now
  }

  pingAnswered(peer: PeerEntry, latency: number): void {
    peer.latency = latency
    remember(peer, latency)
    peer.lastSeen = this.#options.now()
    this.#setStatus(peer, 'online', 'ping')
  }

  pingFailed(peer: PeerEntry): void {
    remember(peer, null)
    this.#setStatus(peer, 'offline', 'ping')
  }

  setPolicy(pubkey: string, policy: PeerPolicy): boolean {
    const peer = this.get(pubkey)
    if (!peer) return false
    peer.policy = { ...policy }
    this.changes.notify()
    return true
  }

  /** The peers as the API shows them, in the group's order. */
  view(): Peer[] {
    return this.all.map(viewPeer)
  }

  summary(): PeerSummary {
    return summarise(this.view(), this.#lastChecked)
  }

  #setStatus(peer: PeerEntry, status: PeerStatus, eventType: string): void {
    const changed = peer.status !== status
    peer.status = status
    if (!changed) return
    this.changes.notify()
    this.#options.onStatus?.(peer, eventType)
  }
}

function remember(peer: PeerEntry, latency: number | null): void {
  peer.latencies = [...peer.latencies.slice(1 - LATENCIES_KEPT), latency]
}

export function viewPeer(peer: PeerEntry): Peer {
  const { allowSend, allowReceive, denied = [] } = peer.policy
  return {
    pubkey: peer.pubkey,
    member: peer.idx,
    online: peer.status === 'online',
    status: peer.status,
    ...(peer.lastSeen === null ? {} : { lastSeen: isoOf(peer.lastSeen) }),
    ...(peer.latency === null ? {} : { latency: peer.latency }),
    latencies: [...peer.latencies],
    ...(peer.lastPingAttempt === null ? {} : { lastPingAttempt: isoOf(peer.lastPingAttempt) }),
    policy: { send: allowSend, recv: allowReceive },
    allowSend,
    allowReceive,
    denied: [...denied],
    heardIn2026: peer.heardIn2026,
    firstGenerationAllowed: peer.firstAllowed,
    partialSignatures: peer.partialSignatures,
    ...(peer.areTwoDevices && { areTwoDevices: true }),
    ...(peer.build !== null && { build: peer.build }),
    generations: protocolNames.flatMap((name) => viewDialect(name, peer.dialects.get(name))),
  }
}

/** A peer's state, without what it may do and what it speaks. */
export function presenceOf(peer: PeerEntry): PeerPresence {
  const { pubkey, online, lastSeen, latency, lastPingAttempt } = viewPeer(peer)
  return {
    pubkey,
    online,
    ...(lastSeen === undefined ? {} : { lastSeen }),
    ...(latency === undefined ? {} : { latency }),
    ...(lastPingAttempt === undefined ? {} : { lastPingAttempt }),
  }
}

function viewDialect(name: ProtocolName, dialect: Dialect | undefined): Peer['generations'] {
  if (dialect === undefined) return []
  const { lastHeard, pingVersion } = dialect
  return [{ name, lastHeard: isoOf(lastHeard), ...(pingVersion === null ? {} : { pingVersion }) }]
}

export function summarise(peers: readonly Peer[], lastChecked: number | null): PeerSummary {
  const online = peers.filter((peer) => peer.online)
  const latencies = online.flatMap((peer) => (peer.latency === undefined ? [] : [peer.latency]))
  const total = latencies.reduce((sum, latency) => sum + latency, 0)
  return {
    onlinePeers: online.map((peer) => peer.pubkey),
    offlinePeers: peers.filter((peer) => peer.status === 'offline').map((peer) => peer.pubkey),
    totalPeers: peers.length,
    onlineCount: online.length,
    ...(lastChecked === null ? {} : { lastChecked: isoOf(lastChecked) }),
    ...(latencies.length === 0 ? {} : { averageLatency: Math.round(total / latencies.length) }),
  }
}
