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

/** The owner's switches for a peer: whether we may ask it, and whether it may ask us. */
export interface PeerPolicy {
  allowSend: boolean
  allowReceive: boolean
  /** Operations denied although their direction is allowed. */
  denied?: readonly Deniable[] | undefined
}

export const DEFAULT_POLICY: PeerPolicy = { allowSend: true, allowReceive: true }

/** Whether a policy allows an operation and its direction. */
export function allows(policy: PeerPolicy, what: Deniable): boolean {
  const { allowSend, allowReceive, denied } = policy
  const isInDirection = what.startsWith('send.') ? allowSend : allowReceive
  return isInDirection && denied?.includes(what) !== true
}

/** What peers ask each other for. */
export type Operation = 'sign' | 'ecdh'

/** A peer's own policy for us, as it states it in answers to pings. */
export type StatedPolicy = Readonly<Record<Operation, { send: boolean; recv: boolean }>>

/** A peer's state in one protocol, from its verified messages. */
export interface PeerProtocol {
  /** Unix milliseconds. */
  readonly firstHeard: number
  lastHeard: number
  /** The policy that the peer last stated. */
  policy: StatedPolicy | null
  /** 2026: the version of its pings; null until it has sent one. */
  pingVersion: 1 | 2 | null
  /** 2026: the app that its last ping looks like. */
  pingsLike?: PeerBuild
  /** 1.x: whether its last answer to a key exchange contained the part for the blinded key. */
  answersBlinded?: boolean
  /**
   * 2026: since when we know that it answers requests for several keys; Unix milliseconds. Undefined while
   * unknown.
   */
  takesKeysSince?: number
  /** 2026: after its last answer to our ping we have none of its nonces. */
  gaveNoNonces?: boolean
  /** 2026: its last answer had only used nonces, so it was restored to an earlier state. */
  gaveUsedNonces?: boolean
}

/** What is saved of a peer over restarts. */
export interface SavedPeer {
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
  /** Latencies of the latest pings, oldest first; null: no answer. Milliseconds. */
  latencies: readonly (number | null)[]
  lastSeen: number | null
  lastPingAttempt: number | null
  policy: PeerPolicy
  /** It was once heard in 2026, so its silence there is no reason to use 1.x. */
  heardIn2026: boolean
  /** The owner allows 1.x with it although it was heard in 2026. */
  firstAllowed: boolean
  /** How many of our 1.x partial signatures it has or can compute. */
  partialSignatures: number
  /** Two devices run on its share. */
  areTwoDevices: boolean
  /** The app that runs there; null while unknown. */
  build: PeerBuild | null
  /** The protocols in which it was heard. */
  readonly protocols: Map<ProtocolName, PeerProtocol>
}

export interface PeerBookOptions {
  /** The group's members, ourselves included; `pubkey` is compressed, hex. */
  members: readonly { idx: number; pubkey: string }[]
  /** Our own x-only key. */
  self: string
  policies: ReadonlyMap<string, PeerPolicy>
  /** Partial signatures given so far, by x-only key. */
  partialSignatures: ReadonlyMap<string, number>
  /** By x-only key. */
  savedPeers?: ReadonlyMap<string, SavedPeer> | undefined
  now: () => number
  /** A peer is heard in 2026 for the first time ever. */
  onHeardIn2026?: ((peer: PeerEntry) => void) | undefined
  /** The app at a peer has become known or has changed; rate-limited. `before`: the last one reported. */
  onBuild?: (peer: PeerEntry, build: PeerBuild, before: PeerBuild | null) => void
  onStatus?: (peer: PeerEntry, eventType: string) => void
}

/**
 * Whether we use no 1.x with a peer. A peer that speaks 2026 must not be led back, by its silence, to a
 * protocol in which three signatures give the share away.
 */
export const isV1Blocked = ({ heardIn2026, firstAllowed }: PeerEntry): boolean =>
  heardIn2026 && !firstAllowed

const BUILD_CHANGES = {
  capacity: BUILD_CHANGES_AT_ONCE,
  perSecond: 1_000 / BUILD_CHANGE_INTERVAL,
}

/** How long a peer counts as heard in a protocol. Milliseconds. */
const HEARD_FOR = 10 * 60_000

/**
 * Whether a peer speaks only 1.x now, but is blocked there because it once spoke 2026.
 *
 * @param meeting how long it may take to be heard in both protocols, in milliseconds
 */
export function isShutOut(
  peer: PeerEntry,
  { now, meeting }: { now: number; meeting: number },
): boolean {
  const [v1, v2] = [peer.protocols.get('1.x'), peer.protocols.get('2026')]
  if (!isV1Blocked(peer) || v1 === undefined) return false
  const isHeard = (at: number) => now - at < HEARD_FOR
  const isMet = now - v1.firstHeard >= meeting
  return isMet && isHeard(v1.lastHeard) && !(v2 && isHeard(v2.lastHeard))
}

/** Whether a peer has stated, in a protocol, that it does not answer our requests. */
export const refusesIn = (
  { protocols }: PeerEntry,
  protocol: ProtocolName,
  operation: Operation,
): boolean => protocols.get(protocol)?.policy?.[operation].recv === false

/** The peers of a signer: their state and their policies. */
export class PeerBook {
  /** Changes that a request may wait for: of a peer's status or protocols, its nonces, the end of a session. */
  readonly changes = new Changes()
  readonly #peers = new Map<string, PeerEntry>()
  readonly #options: PeerBookOptions
  /** The builds last reported, by x-only key. */
  readonly #builds = new Map<string, PeerBuild>()
  readonly #buildChanges: TokenBuckets
  #lastChecked: number | null = null

  constructor(options: PeerBookOptions) {
    this.#options = options
    this.#buildChanges = new TokenBuckets(BUILD_CHANGES, options.now)
    for (const { pubkey, idx } of options.members) {
      const xonly = xOnly(pubkey)
      if (xonly === options.self) continue
      const kept = options.savedPeers?.get(xonly)
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
        protocols: new Map(),
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

  /** A verified message of a peer was read: the peer is online and speaks this protocol. */
  heardFrom(peer: PeerEntry, protocol: ProtocolName): void {
    const now = this.#options.now()
    peer.lastSeen = now
    const known = peer.protocols.get(protocol)
    if (known !== undefined) known.lastHeard = now
    else {
      peer.protocols.set(protocol, {
        ...{ firstHeard: now, lastHeard: now },
        ...{ policy: null, pingVersion: null },
      })
    }
    if (protocol === '2026' && !peer.heardIn2026) {
      peer.heardIn2026 = true
      this.#options.onHeardIn2026?.(peer)
    }
    if (known === undefined && peer.status === 'online') this.#report(peer, 'protocol')
    else this.#setStatus(peer, 'online', 'message')
  }

  /**
   * Sets the app that runs at a peer; null: unknown. It changes when the owner uses the share in another
   * app. Reports are rate-limited; a change that is not reported is reported with a later message.
   */
  setBuild(peer: PeerEntry, build: PeerBuild | null): void {
    if (peer.build !== build) {
      peer.build = build
      this.#report(peer, 'app')
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

  /** The peers as the API shows them, in the order of the group. */
  view(): Peer[] {
    return this.all.map(viewPeer)
  }

  summary(): PeerSummary {
    return summarise(this.view(), this.#lastChecked)
  }

  #setStatus(peer: PeerEntry, status: PeerStatus, eventType: string): void {
    const changed = peer.status !== status
    peer.status = status
    if (changed) this.#report(peer, eventType)
  }

  #report(peer: PeerEntry, eventType: string): void {
    this.changes.notify()
    this.#options.onStatus?.(peer, eventType)
  }
}

function remember(peer: PeerEntry, latency: number | null): void {
  peer.latencies = [...peer.latencies.slice(1 - LATENCIES_KEPT), latency]
}

function viewPeer(peer: PeerEntry): Peer {
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
    generations: protocolNames.flatMap((name) => viewProtocol(name, peer.protocols.get(name))),
  }
}

/** A peer's state, without its policies and protocols. */
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

function viewProtocol(name: ProtocolName, protocol: PeerProtocol | undefined): Peer['generations'] {
  if (protocol === undefined) return []
  const { lastHeard, pingVersion } = protocol
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
