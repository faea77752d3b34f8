import { relay as texts } from '#contract/codes.ts'
import type { Failure } from '#contract/message.ts'
import type { Filter } from '#contract/nostr.ts'
import type { ClientFrame } from './frames.ts'
import { type RelayClock, SINCE_OFFSET_S } from './limits.ts'
import { backoffDelay } from './redial.ts'
import { isRateLimit } from './slow-down.ts'

/** `wall`: relays compare it with events' stamps. */
export interface SubscriptionsOptions extends Pick<RelayClock, 'timings' | 'wall' | 'random'> {
  send(frame: ClientFrame): void
  /** A subscription was confirmed, or no longer is; `problem` says why not. */
  onChange(problem: Failure | null): void
  /** The relay keeps refusing or ignoring subscriptions: a new connection may help. */
  onSuspect(reason: Failure): void
}

/**
 * A filter whose `since` is set here. `lag`: seconds that it reaches further back, for authors whose clocks
 * are behind, since relays apply `since` to live events too. `readBack`: seconds of stored events that are
 * wanted. `stored`: without `since`; brings all that relays have stored.
 */
export type LiveFilter = Omit<Filter, 'since'> & {
  lag?: number
  readBack?: number
  stored?: true
}

interface Subscription {
  filters: LiveFilter[]
  /** When an event was last heard on it, or when it was made. Unix seconds. */
  lastSeen: number
  /** The start that was last requested, without any lag. Unix seconds. */
  since: number
  confirmed: boolean
  /** It was confirmed, and is being requested again. */
  isRenewed: boolean
  /** How often in a row it was closed or not confirmed. */
  failures: number
  timer: NodeJS.Timeout | undefined
}

const SUSPECT_AFTER = 4

/**
 * One session's subscriptions on one relay. Each is sent when the connection opens, and again, with backoff, when
 * the relay closes it or does not confirm it with EOSE; `since` is then 5 s before the last event heard.
 */
export class Subscriptions {
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #options: SubscriptionsOptions
  #open = false
  /** The last NOTICE while a subscription was not confirmed. */
  #notice: Failure | null = null

  constructor(options: SubscriptionsOptions) {
    this.#options = options
  }

  /** True when there are subscriptions and the relay has confirmed each of them. */
  get confirmed(): boolean {
    if (!this.#open || this.#subscriptions.size === 0) return false
    return [...this.#subscriptions.values()].every((subscription) => subscription.confirmed)
  }

  get isEmpty(): boolean {
    return this.#subscriptions.size === 0
  }

  add(id: string, filters: LiveFilter[]): void {
    const now = this.#seconds()
    const subscription: Subscription = {
      filters,
      lastSeen: now,
      since: now,
      confirmed: false,
      isRenewed: false,
      failures: 0,
      timer: undefined,
    }
    this.#subscriptions.set(id, subscription)
    if (this.#open) this.#request(id, subscription)
  }

  remove(id: string): void {
    const subscription = this.#subscriptions.get(id)
    if (!subscription) return
    clearTimeout(subscription.timer)
    this.#subscriptions.delete(id)
    if (this.#open) this.#options.send(['CLOSE', id])
  }

  has(id: string): boolean {
    return this.#subscriptions.has(id)
  }

  opened(): void {
    this.#open = true
    this.#notice = null
    for (const [id, subscription] of this.#subscriptions) {
      subscription.failures = 0
      this.#request(id, subscription)
    }
  }

  closed(): void {
    this.#open = false
    for (const subscription of this.#subscriptions.values()) {
      this.#unconfirm(subscription)
      clearTimeout(subscription.timer)
    }
  }

  /**
   * The machine's clock was set, and the old `since` may lie in the future now. Requests all again; they
   * stay confirmed meanwhile.
   *
   * @param by milliseconds forward
   */
  clockSet(by: number): void {
    for (const [id, subscription] of this.#subscriptions) {
      subscription.lastSeen += Math.round(by / 1000)
      subscription.isRenewed = subscription.confirmed
      this.#request(id, subscription)
    }
  }

  /** Sends CLOSE for all, on a connection that others go on using. */
  closeAll(): void {
    if (this.#open) for (const id of this.#subscriptions.keys()) this.#options.send(['CLOSE', id])
  }

  /** Requests unconfirmed subscriptions again at once, after the relay's response to AUTH. */
  retryNow(): void {
    for (const [id, subscription] of this.#subscriptions) {
      if (!subscription.confirmed) this.#request(id, subscription)
    }
  }

  /**
   * An event has come for a subscription.
   *
   * @returns false for stored events that only came because of `lag`: they were handled before or are too
   *   late
   */
  onEvent(id: string, createdAt: number): boolean {
    const subscription = this.#subscriptions.get(id)
    if (!subscription) return false
    const wantsStored = subscription.filters.some(
      ({ stored, readBack }) => stored || readBack !== undefined,
    )
    const isStored = !subscription.confirmed || subscription.isRenewed
    if (!wantsStored && isStored && createdAt < subscription.since) return false
    subscription.lastSeen = this.#seconds()
    return true
  }

  onEose(id: string): void {
    const subscription = this.#subscriptions.get(id)
    if (!subscription || (subscription.confirmed && !subscription.isRenewed)) return
    clearTimeout(subscription.timer)
    subscription.confirmed = true
    subscription.isRenewed = false
    subscription.failures = 0
    if (this.confirmed) this.#notice = null
    this.#options.onChange(null)
  }

  /** A NOTICE names no subscription: it counts for all that are not confirmed. */
  onNotice(notice: Failure): void {
    if (notice.error !== '' && !this.confirmed) this.#notice = notice
  }

  /** @param deferred the relay wants authentication first; its response to that triggers the retry */
  onClosed(id: string, reason: Failure, deferred: boolean): void {
    const subscription = this.#subscriptions.get(id)
    if (!subscription) return
    this.#unconfirm(subscription)
    const problem =
      reason.error === '' ? texts.subscriptionClosed : texts.subscriptionClosedSaying(reason)
    this.#options.onChange(problem)
    if (isRateLimit(reason.error)) this.#retrySlowly(id, subscription)
    else if (!deferred) this.#retryLater(id, subscription, problem)
    else if (!this.#failsTooOften(subscription, problem)) {
      this.#expect(id, subscription, texts.authenticationUnanswered)
    }
  }

  #request(id: string, subscription: Subscription): void {
    if (!this.#open) return
    // Before it is sent: if sending breaks the connection, `closed` then clears this time-out too.
    this.#expect(id, subscription, texts.subscriptionUnconfirmed)
    const since = subscription.lastSeen - SINCE_OFFSET_S
    subscription.since = since
    const filters = subscription.filters.map(
      ({ lag = 0, readBack = 0, stored = false, ...filter }): Filter =>
        stored ? filter : { ...filter, since: since - lag - readBack },
    )
    this.#options.send(['REQ', id, ...filters])
  }

  /** Requests it again later if the relay does not answer in time. */
  #expect(id: string, subscription: Subscription, missing: Failure): void {
    const { eoseTimeout } = this.#options.timings
    clearTimeout(subscription.timer)
    subscription.timer = setTimeout(() => {
      this.#unconfirm(subscription)
      const problem =
        this.#notice === null
          ? texts.late(missing, eoseTimeout)
          : texts.lateSaying(missing, eoseTimeout, this.#notice)
      this.#options.onChange(problem)
      this.#retryLater(id, subscription, problem)
    }, eoseTimeout)
  }

  #retryLater(id: string, subscription: Subscription, problem: Failure): void {
    const { timings, random } = this.#options
    clearTimeout(subscription.timer)
    if (this.#failsTooOften(subscription, problem)) return
    const delay = backoffDelay(
      subscription.failures - 1,
      { base: timings.backoffBase, max: timings.backoffMax, floor: timings.backoffFloor },
      random,
    )
    subscription.timer = setTimeout(() => this.#request(id, subscription), delay)
  }

  /** A relay that asks for less wants neither more requests nor more connections. */
  #retrySlowly(id: string, subscription: Subscription): void {
    const { timings, random } = this.#options
    const { backoffMax } = timings
    clearTimeout(subscription.timer)
    const delay = Math.round(backoffMax * (1 + random()))
    subscription.timer = setTimeout(() => this.#request(id, subscription), delay)
  }

  /** Counts a failure; true when it was one too many and the connection was given up. */
  #failsTooOften(subscription: Subscription, problem: Failure): boolean {
    subscription.failures += 1
    if (subscription.failures < SUSPECT_AFTER) return false
    this.#options.onSuspect(problem)
    return true
  }

  #unconfirm(subscription: Subscription): void {
    subscription.confirmed = false
    subscription.isRenewed = false
  }

  #seconds(): number {
    return Math.floor(this.#options.wall() / 1000)
  }
}
