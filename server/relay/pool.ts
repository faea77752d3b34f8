import type { Filter, NostrEvent } from '../contract/nostr.ts'
import type { Caution } from './caution.ts'
import { RelayConnection, type RelayStatus } from './connection.ts'
import type { Forged } from './reading-budget.ts'
import { SeenIds } from './seen.ts'
import { isRateLimit } from './slow-down.ts'
import type { LiveFilter } from './subscriptions.ts'
import { RELAY_TIMINGS, type RelayTimings } from './timings.ts'

/** Accepted as soon as one relay accepts; else what each of them said. */
export type PublishResult = { ok: true; relay: string } | { ok: false; failures: PublishFailure[] }

/** `answered`: the reason is the relay's own word, and not that it said none. */
export interface PublishFailure {
  relay: string
  answered: boolean
  reason: string
}

export interface RelayPoolOptions {
  /** Normalised relay URLs, without duplicates. */
  urls: readonly string[]
  authenticate?: (challenge: string, url: string) => NostrEvent
  /** For relays that their owner has not set. */
  caution?: (url: string) => Caution
  /** Any relay's status has changed. */
  onChange?: (status: RelayStatus) => void
  timings?: Partial<RelayTimings>
  now?: () => number
  random?: () => number
}

export interface PublishOptions {
  /** This one alone. */
  relay?: string | undefined
  /** Nobody waits for it: it does not go over a relay that asks to be sent less. */
  idle?: boolean | undefined
}

/** Whether it went nowhere because relays ask to be sent less. */
export const isThrottled = (failures: readonly PublishFailure[]): boolean =>
  failures.length > 0 && failures.every(({ reason }) => isRateLimit(reason))

export type EventHandler = (event: { id: string }, relay: string) => void

/**
 * All relays of one signer. An event is delivered until its id is in `seen`, which whoever
 * verifies it adds to; one relay's failure never fails what another can do.
 */
export class RelayPool {
  readonly seen = new SeenIds()
  readonly #connections: RelayConnection[]
  readonly #handlers = new Map<string, EventHandler>()
  #subscriptions = 0

  constructor(options: RelayPoolOptions) {
    const { now = Date.now, random = Math.random, onChange, authenticate, caution } = options
    const timings = { ...RELAY_TIMINGS, ...options.timings }
    this.#connections = options.urls.map((url) => {
      const connection: RelayConnection = new RelayConnection({
        url,
        timings,
        now,
        random,
        authenticate,
        caution: caution?.(url),
        onEvent: (subscription, event) => {
          if (!this.seen.has(event.id)) this.#handlers.get(subscription)?.(event, url)
        },
        onChange: () => onChange?.(connection.status),
      })
      return connection
    })
  }

  get statuses(): RelayStatus[] {
    return this.#connections.map((connection) => connection.status)
  }

  /** Every relay that we hear asks to be sent less. */
  get isThrottled(): boolean {
    const heard = this.#connections.filter((connection) => connection.heard)
    return heard.length > 0 && heard.every(({ status }) => status.slowDown !== null)
  }

  /** How many relays we hear: open, with every subscription confirmed. */
  get heard(): number {
    return this.#connections.filter((connection) => connection.heard).length
  }

  start(): void {
    for (const connection of this.#connections) connection.start()
  }

  async stop(): Promise<void> {
    this.#handlers.clear()
    await Promise.all(this.#connections.map((connection) => connection.stop()))
  }

  /**
   * Subscribes on every relay, now and after each reconnect. `since` is set by the connection.
   *
   * @returns what ends it
   */
  subscribe(filters: LiveFilter[], handler: EventHandler): () => void {
    this.#subscriptions += 1
    const id = `floe-${this.#subscriptions}`
    this.#handlers.set(id, handler)
    for (const connection of this.#connections) connection.subscribe(id, filters)
    return () => {
      this.#handlers.delete(id)
      for (const connection of this.#connections) connection.unsubscribe(id)
    }
  }

  /**
   * Publishes to all relays, or to one; never rejects. Resolves with the first acceptance, or
   * when the last relay has refused or not answered within 4400 ms.
   */
  publish(event: NostrEvent, { relay, idle = false }: PublishOptions = {}): Promise<PublishResult> {
    const candidates =
      relay === undefined
        ? this.#connections
        : this.#connections.filter((connection) => connection.url === relay)
    return new Promise((resolve) => {
      const failures: PublishFailure[] = []
      const targets = candidates.filter(({ url, status: { slowDown } }) => {
        if (!idle || slowDown === null) return true
        const reason = isRateLimit(slowDown.reason)
          ? slowDown.reason
          : `rate-limited: ${slowDown.reason}`
        failures.push({ relay: url, answered: true, reason })
        return false
      })
      if (targets.length === 0) resolve({ ok: false, failures })
      for (const connection of targets) {
        void connection.publish(event).then((outcome) => {
          if (outcome.accepted) {
            resolve({ ok: true, relay: connection.url })
            return
          }
          const { answered, reason } = outcome
          failures.push({ relay: connection.url, answered, reason })
          if (failures.length === candidates.length) resolve({ ok: false, failures })
        })
      }
    })
  }

  /** Each relay's count of matching events (NIP-45); null where it does not say. */
  async count(filters: Filter[]): Promise<Map<string, number | null>> {
    this.#subscriptions += 1
    const id = `floe-${this.#subscriptions}`
    const counts = await Promise.all(
      this.#connections.map(
        async (connection) => [connection.url, await connection.count(id, filters)] as const,
      ),
    )
    return new Map(counts)
  }

  /** Takes from what a relay may have what a forged event has cost that came over it (`RelayConnection`). */
  chargeForged(relay: string, forged: Forged): void {
    this.#connections.find((connection) => connection.url === relay)?.chargeForged(forged)
  }

  /** Whether a relay answers at all, without an event (`RelayConnection`). */
  probe(relay: string): Promise<boolean> {
    const connection = this.#connections.find(({ url }) => url === relay)
    return connection?.probe() ?? Promise.resolve(false)
  }

  /** Gives up a relay's connection that looks open but delivers nothing, and dials anew. */
  reconnect(relay: string, reason: string): void {
    this.#connections.find((connection) => connection.url === relay)?.reconnect(reason)
  }
}
