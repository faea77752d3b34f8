import type { Failure } from '#contract/message.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import type { DialPolicy } from './dial-policy.ts'
import { STORED } from './frames.ts'
import type { RelayClock } from './limits.ts'
import type { Sending, Unaccepted } from './publications.ts'
import type { Forged } from './reading-budget.ts'
import { SeenIds } from './seen.ts'
import { type Connections, SessionRelay } from './session-relay.ts'
import { isRateLimit } from './slow-down.ts'
import type { RelayStatus } from './status.ts'
import type { LiveFilter } from './subscriptions.ts'

/** Accepted as soon as one relay accepts; otherwise how each of them failed. */
export type PublishResult = { ok: true; relay: string } | { ok: false; failures: PublishFailure[] }

export interface PublishFailure extends Unaccepted {
  relay: string
}

/** Failures as the event log has them. */
export const loggedFailures = (failures: readonly PublishFailure[]) =>
  failures.map(({ why, ...failure }) => ({ ...failure, reason: why.error }))

export interface PublishOptions extends Sending {
  /** Only to this relay. */
  relay?: string | undefined
  /** Nobody waits for it: it is not sent to relays that ask us to send less. */
  idle?: boolean | undefined
}

/** Whether an event went nowhere because all relays ask us to send less. */
export const isThrottled = (failures: readonly PublishFailure[]): boolean =>
  failures.length > 0 && failures.every(({ why }) => isRateLimit(why.error))

export type EventHandler = (event: { id: string }, relay: string) => void

export interface RelaySessionOptions {
  /** Normalised relay URLs, without duplicates. */
  urls: readonly string[]
  /** Answers a relay's challenge (NIP-42) with an event of kind 22242, signed with the session's key. */
  authenticate?: (challenge: string, url: string) => NostrEvent
  /** For relays that the owner has not set. */
  dialPolicy?: (url: string) => DialPolicy
  onChange?: (status: RelayStatus) => void
}

/** What a session gets from its pool. */
interface FromPool extends RelayClock {
  connections: Connections
}

interface Subscription {
  filters: LiveFilter[]
  handler: EventHandler
}

/**
 * One identity's use of the pool, with relays, subscriptions and events of its own, separate from other
 * sessions. An event is delivered until its id is in `seen`, where the handler adds it after verifying it.
 * No relay's failure affects the other relays.
 */
export class RelaySession {
  readonly seen = new SeenIds()
  readonly #options: RelaySessionOptions & FromPool
  readonly #subscriptions = new Map<string, Subscription>()
  #relays: readonly SessionRelay[]
  #isStarted = false
  /** Relays that it is leaving. */
  readonly #leaving = new Set<Promise<void>>()

  constructor(options: RelaySessionOptions & FromPool) {
    this.#options = options
    this.#relays = options.urls.map((url) => this.#newRelay(url))
  }

  get statuses(): RelayStatus[] {
    return this.#relays.map((relay) => relay.status)
  }

  /** Every relay that we hear asks us to send less. */
  get isThrottled(): boolean {
    const heard = this.#relays.filter((relay) => relay.heard)
    return heard.length > 0 && heard.every(({ currentSlowDown }) => currentSlowDown !== null)
  }

  /** How many relays we hear: open, with every subscription confirmed. */
  get heard(): number {
    return this.#relays.filter((relay) => relay.heard).length
  }

  start(): void {
    this.#isStarted = true
    for (const relay of this.#relays) relay.start()
  }

  /** Leaves every relay; resolves when the sockets that no other session uses are closed. */
  async stop(): Promise<void> {
    this.#isStarted = false
    this.#subscriptions.clear()
    await Promise.all([...this.#leaving, ...this.#relays.map((relay) => relay.stop())])
  }

  /**
   * Changes its relays. Those that stay are not touched. Events under way to a relay that goes have been
   * sent, but its answer is not waited for.
   *
   * @param urls normalised, without duplicates
   */
  setRelays(urls: readonly string[]): void {
    const before = new Map(this.#relays.map((relay) => [relay.url, relay]))
    this.#relays = urls.map((url) => before.get(url) ?? this.#newRelay(url))
    for (const relay of this.#relays) {
      if (before.delete(relay.url)) continue
      for (const [id, { filters }] of this.#subscriptions) relay.subscribe(id, filters)
      if (this.#isStarted) relay.start()
    }
    for (const relay of before.values()) this.#leave(relay)
  }

  /**
   * Subscribes on every relay, now and after each reconnect. `since` is set here.
   *
   * @returns a function that ends it
   */
  subscribe(filters: LiveFilter[], handler: EventHandler): () => void {
    const isStored = filters.some(({ stored }) => stored)
    const id = `${isStored ? STORED : ''}${this.#options.connections.newId()}`
    this.#subscriptions.set(id, { filters, handler })
    for (const relay of this.#relays) relay.subscribe(id, filters)
    return () => {
      this.#subscriptions.delete(id)
      for (const relay of this.#relays) relay.unsubscribe(id)
    }
  }

  /**
   * Publishes to all relays, or to one; never rejects. Resolves with the first acceptance, or
   * when the last relay has refused or has not answered within 4400 ms.
   */
  publish(
    event: NostrEvent,
    { relay: only, idle = false, ...sending }: PublishOptions = {},
  ): Promise<PublishResult> {
    const candidates = this.#relays.filter(({ url }) => only === undefined || url === only)
    return new Promise((resolve) => {
      const failures: PublishFailure[] = []
      const targets = candidates.filter(({ url, currentSlowDown: slowDown }) => {
        if (!idle || slowDown === null) return true
        const error = isRateLimit(slowDown.reason)
          ? slowDown.reason
          : `rate-limited: ${slowDown.reason}`
        failures.push({ relay: url, answered: true, why: { error } })
        return false
      })
      if (targets.length === 0) resolve({ ok: false, failures })
      for (const relay of targets) {
        void relay.publish(event, sending).then((outcome) => {
          if (outcome.accepted) {
            resolve({ ok: true, relay: relay.url })
            return
          }
          const { accepted: _, ...failure } = outcome
          failures.push({ relay: relay.url, ...failure })
          if (failures.length === candidates.length) resolve({ ok: false, failures })
        })
      }
    })
  }

  /** Charges a relay for a forged event that came over it (`SessionRelay`). */
  chargeForged(relay: string, forged: Forged): void {
    this.#on(relay)?.chargeForged(forged)
  }

  /** Whether a relay answers at all, found out without sending it an event. */
  probe(relay: string): Promise<boolean> {
    return this.#on(relay)?.probe() ?? Promise.resolve(false)
  }

  /** Gives up a relay's connection that looks open but brings no events, and redials. */
  reconnect(relay: string, reason: Failure): void {
    this.#on(relay)?.reconnect(reason)
  }

  #newRelay(url: string): SessionRelay {
    const { dialPolicy, onChange } = this.#options
    const relay: SessionRelay = new SessionRelay({
      ...this.#options,
      url,
      dialPolicy: dialPolicy?.(url),
      onEvent: (subscription, event) => {
        if (!this.seen.has(event.id)) this.#subscriptions.get(subscription)?.handler(event, url)
      },
      onChange: () => onChange?.(relay.status),
    })
    return relay
  }

  #on(relay: string): SessionRelay | undefined {
    return this.#relays.find(({ url }) => url === relay)
  }

  #leave(relay: SessionRelay): void {
    const left = relay.stop().finally(() => this.#leaving.delete(left))
    this.#leaving.add(left)
  }
}
