import type { KeysetLog } from '#events/event-log.ts'
import { PING_INTERVAL, PING_OWN_INTERVAL } from '../limits.ts'
import type { PeerEntry } from './peers.ts'
import {
  grown,
  type IdleBudget,
  indexDistance,
  newsInterval,
  type PeerCounts,
  quietInterval,
  retryInterval,
  withJitter,
} from './ping-schedule.ts'

/** How often to check whose turn it is, as a fraction of the shortest interval. */
const LOOKS = 30
/** In groups with more peers, they are pinged one after another instead of all at once. */
const FEW = 4
/** How long we assume that a peer we heard asks for no answer. Milliseconds. */
const HEARD = 60_000

export interface PingMonitorOptions {
  peers(): readonly PeerEntry[]
  /** Our own index in the group. */
  self: number
  /** Pings a peer though nobody asked for it; never rejects. */
  ping(peer: PeerEntry): Promise<{ success: boolean }>
  /** How many events the ping begins with. */
  cost(peer: PeerEntry): number
  /** Whether a ping would bring nonces, or word that they are there, that signing needs. */
  needsNonces(peer: PeerEntry): boolean
  /** Whether nothing unnecessary may be sent now. */
  isThrottled(): boolean
  budget: Pick<IdleBudget, 'take'>
  log: Pick<KeysetLog, 'add'>
  /** Unix milliseconds. */
  now: () => number
  random: () => number
  /** The shortest interval; milliseconds. */
  interval?: number
}

interface Watch {
  wasOnline: boolean
  neededNonces: boolean
  failures: number
  /** How long the peer may be silent. Milliseconds. */
  interval: number
  /** From 0 to 1. */
  jitter: number
  /** When we began to watch it; Unix milliseconds. */
  since: number
  /** Of what it has said we know how long an interval that was. Unix milliseconds. */
  grewAt: number
  /** Peers not heard since then are pinged, whatever the intervals say. Unix milliseconds. */
  calledAt: number | null
  isUnderWay: boolean
}

/**
 * Pings each peer that was silent for a while, and so knows who is online: at once when started,
 * often while there is news of a peer, less often while nothing changes, seldom while it is
 * offline; and in total never more than relays accept. A peer that is heard is online, and need not
 * be pinged. Starting it twice only warns; once stopped, it stays stopped until it is started.
 */
export class PingMonitor {
  readonly #options: PingMonitorOptions
  readonly #shortest: number
  readonly #watches = new Map<string, Watch>()
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(options: PingMonitorOptions) {
    this.#options = options
    this.#shortest = options.interval ?? PING_INTERVAL
  }

  get isRunning(): boolean {
    return this.#timer !== undefined
  }

  start(): void {
    const { log } = this.#options
    if (this.#timer !== undefined) {
      log.add('warning', 'Ping monitor is already running')
      return
    }
    this.#begin()
    this.pingAll()
  }

  /** Starts it, unless it runs or someone stopped it; peers heard just now are not pinged. */
  resume(): void {
    if (this.isRunning || this.#stopped) return
    this.#begin()
    this.#call(this.#options.peers(), this.#options.now() - this.#shortest)
  }

  stop(): void {
    this.#stopped = true
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Pings everyone as soon as the budget allows it: lost peers may be back. */
  pingAll(): void {
    this.#call(this.#options.peers(), this.#options.now())
  }

  /** Pings offline peers as soon as the budget allows it, because they are needed. */
  pingOffline(): void {
    const { peers, now } = this.#options
    const missed = peers().filter(
      ({ status, lastPingAttempt }) =>
        status === 'offline' && now() - (lastPingAttempt ?? 0) >= this.#shortest,
    )
    this.#call(missed, now())
  }

  #begin(): void {
    this.#stopped = false
    this.#timer = setInterval(() => this.#look(), this.#shortest / LOOKS)
  }

  /** Has the peers pinged that were not heard since. */
  #call(peers: readonly PeerEntry[], since: number): void {
    for (const peer of peers) this.#watch(peer).calledAt = since
    this.#look()
  }

  #look(): void {
    if (!this.isRunning) return
    const { peers, isThrottled, budget, cost, now } = this.#options
    const all = peers()
    const presence = { peers: all.length, online: all.filter(isOnline).length }
    for (const peer of all) this.#observe(peer, presence)
    if (isThrottled()) return
    const due = all.filter((peer) => this.#isDue(peer, presence)).sort(this.#inTurn)
    const atOnce = all.length <= FEW ? all.length : 1
    const time = now()
    for (const peer of due.slice(0, atOnce)) {
      const silent = all.filter(
        (other) =>
          other.status !== 'offline' && (other.lastSeen === null || time - other.lastSeen >= HEARD),
      )
      if (!budget.take(cost(peer), silent.length)) return
      void this.#ping(peer)
    }
  }

  /** Records what has changed. */
  #observe(peer: PeerEntry, presence: PeerCounts): void {
    const watch = this.#watch(peer)
    const online = isOnline(peer)
    const needsNonces = online && this.#options.needsNonces(peer)
    const isNews = (online && !watch.wasOnline) || (needsNonces && !watch.neededNonces)
    if (isNews) watch.interval = newsInterval(presence, this.#shortest)
    const lastSeen = peer.lastSeen ?? 0
    if (online) watch.failures = 0
    if (isNews) watch.grewAt = lastSeen
    else if (online && lastSeen - watch.grewAt >= watch.interval / 2) {
      watch.interval = grown(watch.interval, presence)
      watch.grewAt = lastSeen
    }
    if (watch.calledAt !== null && lastSeen > watch.calledAt) watch.calledAt = null
    watch.wasOnline = online
    watch.neededNonces = needsNonces
  }

  #isDue(peer: PeerEntry, presence: PeerCounts): boolean {
    const watch = this.#watch(peer)
    if (watch.isUnderWay) return false
    if (watch.calledAt !== null) return true
    const { lastPingAttempt: asked, lastSeen } = peer
    const now = this.#options.now()
    const { failures, jitter, interval, since } = watch
    if (!isOnline(peer)) {
      const pause = retryInterval(presence, { failures, shortest: this.#shortest })
      return asked === null || now >= asked + withJitter(pause, jitter)
    }
    const lastAsked = asked ?? since
    const heard = watch.neededNonces ? lastAsked : Math.max(lastSeen ?? 0, lastAsked)
    const own = Math.max(PING_OWN_INTERVAL, 2 * quietInterval(presence))
    return (
      now >= Math.min(heard + withJitter(interval, jitter), lastAsked + withJitter(own, jitter))
    )
  }

  async #ping(peer: PeerEntry): Promise<void> {
    const { ping, random } = this.#options
    const watch = this.#watch(peer)
    Object.assign(watch, { isUnderWay: true, calledAt: null, jitter: random() })
    const { success } = await ping(peer)
    watch.isUnderWay = false
    if (!success) watch.failures += 1
  }

  /**
   * First the peers on which most depends, then those not pinged for longest, then round the ring.
   */
  readonly #inTurn = (one: PeerEntry, other: PeerEntry): number =>
    this.#rank(one) - this.#rank(other) ||
    (one.lastPingAttempt ?? 0) - (other.lastPingAttempt ?? 0) ||
    indexDistance(one, this.#options.self) - indexDistance(other, this.#options.self)

  #rank(peer: PeerEntry): number {
    if (this.#watch(peer).neededNonces) return 0
    return { unknown: 1, online: 2, offline: 3 }[peer.status]
  }

  #watch({ xonly }: PeerEntry): Watch {
    let watch = this.#watches.get(xonly)
    if (watch === undefined) {
      watch = {
        ...{ wasOnline: false, neededNonces: false, failures: 0, grewAt: 0 },
        ...{ interval: this.#shortest, jitter: this.#options.random() },
        ...{ since: this.#options.now(), calledAt: null, isUnderWay: false },
      }
      this.#watches.set(xonly, watch)
    }
    return watch
  }
}

const isOnline = ({ status }: PeerEntry): boolean => status === 'online'
