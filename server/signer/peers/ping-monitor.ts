import type { KeysetLog } from '#events/event-log.ts'
import { PING_OWN_INTERVAL } from '../limits.ts'
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

/** How many times in the shortest interval we check which pings are due. */
const CHECKS = 30
/** In groups with more peers, they are pinged one after another instead of all at once. */
const SMALL_GROUP = 4
/** A peer that was heard within this time is not expected to ping us. Milliseconds. */
const HEARD_LATELY = 60_000

export interface PingMonitorOptions {
  peers(): readonly PeerEntry[]
  /** Our own index in the group. */
  self: number
  /** Sends an idle ping; never rejects. */
  ping(peer: PeerEntry): Promise<{ success: boolean }>
  /** How many events the ping begins with. */
  cost(peer: PeerEntry): number
  /** Whether a ping would bring nonces that signing needs. */
  needsNonces(peer: PeerEntry): boolean
  /** Whether relays ask us to send less. */
  isThrottled(): boolean
  budget: Pick<IdleBudget, 'take'>
  log: Pick<KeysetLog, 'add'>
  /** Unix milliseconds. */
  now: () => number
  random: () => number
  /** The shortest interval; milliseconds. */
  interval: number
}

interface PeerWatch {
  wasOnline: boolean
  neededNonces: boolean
  failures: number
  /** How long the peer may be silent before a ping. Milliseconds. */
  interval: number
  /** From 0 to 1. */
  jitter: number
  /** When we began to watch the peer; Unix milliseconds. */
  since: number
  /** The peer's last message when the interval last changed. Unix milliseconds. */
  grewAt: number
  /** A peer that was not heard since then is pinged regardless of the intervals. Unix milliseconds. */
  forcedSince: number | null
  isUnderWay: boolean
}

/**
 * Pings silent peers to know who is online: at once when started, often after a change, less often while
 * nothing changes, seldom while a peer is offline, and never more than relays accept. A peer that is heard is
 * online and needs no ping. Starting it twice only logs a warning.
 */
export class PingMonitor {
  readonly #options: PingMonitorOptions
  readonly #shortest: number
  readonly #watches = new Map<string, PeerWatch>()
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(options: PingMonitorOptions) {
    this.#options = options
    this.#shortest = options.interval
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

  /** Starts the monitor, unless it runs or was stopped. Peers heard a moment ago are not pinged. */
  resume(): void {
    if (this.isRunning || this.#stopped) return
    this.#begin()
    this.#force(this.#options.peers(), this.#options.now() - this.#shortest)
  }

  stop(): void {
    this.#stopped = true
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Pings all peers as soon as the budget allows. */
  pingAll(): void {
    this.#force(this.#options.peers(), this.#options.now())
  }

  /** Pings offline peers as soon as the budget allows, because a request needs them. */
  pingOffline(): void {
    const { peers, now } = this.#options
    const offline = peers().filter(
      ({ status, lastPingAttempt }) =>
        status === 'offline' && now() - (lastPingAttempt ?? 0) >= this.#shortest,
    )
    this.#force(offline, now())
  }

  #begin(): void {
    this.#stopped = false
    this.#timer = setInterval(() => this.#check(), this.#shortest / CHECKS)
  }

  /** Pings peers that are not heard since then. */
  #force(peers: readonly PeerEntry[], since: number): void {
    for (const peer of peers) this.#watch(peer).forcedSince = since
    this.#check()
  }

  #check(): void {
    if (!this.isRunning) return
    const { peers, isThrottled, budget, cost, now } = this.#options
    const all = peers()
    const counts = { peers: all.length, online: all.filter(isOnline).length }
    for (const peer of all) this.#observe(peer, counts)
    if (isThrottled()) return
    const due = all.filter((peer) => this.#isDue(peer, counts)).sort(this.#byUrgency)
    const atOnce = all.length <= SMALL_GROUP ? all.length : 1
    const time = now()
    for (const peer of due.slice(0, atOnce)) {
      const silent = all.filter(
        (other) =>
          other.status !== 'offline' &&
          (other.lastSeen === null || time - other.lastSeen >= HEARD_LATELY),
      )
      if (!budget.take(cost(peer), silent.length)) return
      void this.#ping(peer)
    }
  }

  #observe(peer: PeerEntry, counts: PeerCounts): void {
    const watch = this.#watch(peer)
    const online = isOnline(peer)
    const needsNonces = online && this.#options.needsNonces(peer)
    const isNews = (online && !watch.wasOnline) || (needsNonces && !watch.neededNonces)
    if (isNews) watch.interval = newsInterval(counts, this.#shortest)
    const lastSeen = peer.lastSeen ?? 0
    if (online) watch.failures = 0
    if (isNews) watch.grewAt = lastSeen
    else if (online && lastSeen - watch.grewAt >= watch.interval / 2) {
      watch.interval = grown(watch.interval, counts)
      watch.grewAt = lastSeen
    }
    if (watch.forcedSince !== null && lastSeen > watch.forcedSince) watch.forcedSince = null
    watch.wasOnline = online
    watch.neededNonces = needsNonces
  }

  #isDue(peer: PeerEntry, counts: PeerCounts): boolean {
    const watch = this.#watch(peer)
    if (watch.isUnderWay) return false
    if (watch.forcedSince !== null) return true
    const { lastPingAttempt: asked, lastSeen } = peer
    const now = this.#options.now()
    const { failures, jitter, interval, since } = watch
    if (!isOnline(peer)) {
      const pause = retryInterval(counts, { failures, shortest: this.#shortest })
      return asked === null || now >= asked + withJitter(pause, jitter)
    }
    const lastAsked = asked ?? since
    const heard = watch.neededNonces ? lastAsked : Math.max(lastSeen ?? 0, lastAsked)
    const own = Math.max(PING_OWN_INTERVAL, 2 * quietInterval(counts))
    return (
      now >= Math.min(heard + withJitter(interval, jitter), lastAsked + withJitter(own, jitter))
    )
  }

  async #ping(peer: PeerEntry): Promise<void> {
    const { ping, random } = this.#options
    const watch = this.#watch(peer)
    Object.assign(watch, { isUnderWay: true, forcedSince: null, jitter: random() })
    const { success } = await ping(peer)
    watch.isUnderWay = false
    if (!success) watch.failures += 1
  }

  /** Most important peers first, then those not pinged for the longest time. */
  readonly #byUrgency = (one: PeerEntry, other: PeerEntry): number =>
    this.#rank(one) - this.#rank(other) ||
    (one.lastPingAttempt ?? 0) - (other.lastPingAttempt ?? 0) ||
    indexDistance(one, this.#options.self) - indexDistance(other, this.#options.self)

  #rank(peer: PeerEntry): number {
    if (this.#watch(peer).neededNonces) return 0
    return { unknown: 1, online: 2, offline: 3 }[peer.status]
  }

  #watch({ xonly }: PeerEntry): PeerWatch {
    let watch = this.#watches.get(xonly)
    if (watch === undefined) {
      watch = {
        ...{ wasOnline: false, neededNonces: false, failures: 0, grewAt: 0 },
        ...{ interval: this.#shortest, jitter: this.#options.random() },
        ...{ since: this.#options.now(), forcedSince: null, isUnderWay: false },
      }
      this.#watches.set(xonly, watch)
    }
    return watch
  }
}

const isOnline = ({ status }: PeerEntry): boolean => status === 'online'
