import type { NostrEvent } from '#contract/nostr.ts'
import { type Connections, RelayClient } from './client.ts'
import type { DialPolicy } from './dial-policy.ts'
import type { Sending } from './publications.ts'
import type { Forged } from './reading-budget.ts'
import { SeenIds } from './seen.ts'
import { isRateLimit } from './slow-down.ts'
import type { RelayStatus } from './status.ts'
import type { LiveFilter } from './subscriptions.ts'
import type { RelayTimings } from './timings.ts'

/** Accepted as soon as one relay accepts; otherwise what each of them said. */
export type PublishResult = { ok: true; relay: string } | { ok: false; failures: PublishFailure[] }

/** As in `PublishOutcome`. */
export interface PublishFailure {
  relay: string
  answered: boolean
  wasSent?: true
  reason: string
}

export interface PublishOptions extends Sending {
  /** Only to this relay. */
  relay?: string | undefined
  /** Nobody waits for it: it is not sent to relays that ask for less. */
  idle?: boolean | undefined
}

/** Whether it went nowhere because relays ask for less. */
export const isThrottled = (failures: readonly PublishFailure[]): boolean =>
  failures.length > 0 && failures.every(({ reason }) => isRateLimit(reason))

export type EventHandler = (event: { id: string }, relay: string) => void

export interface RelaySessionOptions {
  /** Normalised relay URLs, without duplicates. */
  urls: readonly string[]
  /** Answers a relay's challenge (NIP-42) with an event of kind 22242, signed with the line's identity. */
  authenticate?: (challenge: string, url: string) => NostrEvent
  /** For relays that the owner has not set. */
  dialPolicy?: (url: string) => DialPolicy
  /** Any relay's status has changed. */
  onChange?: (status: RelayStatus) => void
}

/** What a line gets from its hub. */
interface Shared {
  connections: Connections
  timings: RelayTimings
  now: () => number
  wall: () => number
  random: () => number
}

interface Subscription {
  filters: LiveFilter[]
  handler: EventHandler
}

/**
 * One identity on the hub, with relays, subscriptions and events of its own; it learns nothing of the
 * other lines. An event is delivered until its id is in `seen`, where whoever verifies it adds it; no
 * relay's failure spoils what another can do.
 */
export class RelaySession {
  readonly seen = new SeenIds()
  readonly #options: RelaySessionOptions & Shared
  readonly #subscriptions = new Map<string, Subscription>()
  #clients: readonly RelayClient[]
  #isStarted = false
  /** Relays that are being left. */
  readonly #leaving = new Set<Promise<void>>()

  constructor(options: RelaySessionOptions & Shared) {
    this.#options = options
    this.#clients = options.urls.map((url) => this.#client(url))
  }

  get statuses(): RelayStatus[] {
    return this.#clients.map((client) => client.status)
  }

  /** Every relay that we hear asks for less. */
  get isThrottled(): boolean {
    const heard = this.#clients.filter((client) => client.heard)
    return heard.length > 0 && heard.every(({ status }) => status.slowDown !== null)
  }

  /** How many relays we hear: open, with every subscription confirmed. */
  get heard(): number {
    return this.#clients.filter((client) => client.heard).length
  }

  start(): void {
    this.#isStarted = true
    for (const client of this.#clients) client.start()
  }

  /** Leaves every relay; resolves when the sockets that nobody else uses are closed. */
  async stop(): Promise<void> {
    this.#isStarted = false
    this.#subscriptions.clear()
    await Promise.all([...this.#leaving, ...this.#clients.map((client) => client.stop())])
  }

  /**
   * Changes which relays it is on. Those that stay are not touched. What is under way to one that goes
   * has been sent, but its answer is not waited for.
   *
   * @param urls normalised, without duplicates
   */
  setRelays(urls: readonly string[]): void {
    const before = new Map(this.#clients.map((client) => [client.url, client]))
    this.#clients = urls.map((url) => before.get(url) ?? this.#client(url))
    for (const client of this.#clients) {
      if (before.delete(client.url)) continue
      for (const [id, { filters }] of this.#subscriptions) client.subscribe(id, filters)
      if (this.#isStarted) client.start()
    }
    for (const client of before.values()) this.#leave(client)
  }

  /**
   * Subscribes on every relay, now and after each reconnect. `since` is set here.
   *
   * @returns a function that ends it
   */
  subscribe(filters: LiveFilter[], handler: EventHandler): () => void {
    const id = this.#options.connections.newId()
    this.#subscriptions.set(id, { filters, handler })
    for (const client of this.#clients) client.subscribe(id, filters)
    return () => {
      this.#subscriptions.delete(id)
      for (const client of this.#clients) client.unsubscribe(id)
    }
  }

  /**
   * Publishes to all relays, or to one; never rejects. Resolves with the first acceptance, or
   * when the last relay has refused or not answered within 4400 ms.
   */
  publish(
    event: NostrEvent,
    { relay, idle = false, ...sending }: PublishOptions = {},
  ): Promise<PublishResult> {
    const candidates =
      relay === undefined ? this.#clients : this.#clients.filter((client) => client.url === relay)
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
      for (const client of targets) {
        void client.publish(event, sending).then((outcome) => {
          if (outcome.accepted) {
            resolve({ ok: true, relay: client.url })
            return
          }
          const { accepted: _, ...failure } = outcome
          failures.push({ relay: client.url, ...failure })
          if (failures.length === candidates.length) resolve({ ok: false, failures })
        })
      }
    })
  }

  /** Charges a relay for a forged event that came over it (`RelayClient`). */
  chargeForged(relay: string, forged: Forged): void {
    this.#on(relay)?.chargeForged(forged)
  }

  /** Whether a relay answers at all, without an event (`Liveness`). */
  probe(relay: string): Promise<boolean> {
    return this.#on(relay)?.probe() ?? Promise.resolve(false)
  }

  /** Gives up a relay's connection that looks open but brings us nothing, and redials. */
  reconnect(relay: string, reason: string): void {
    this.#on(relay)?.reconnect(reason)
  }

  #client(url: string): RelayClient {
    const { connections, timings, now, wall, random, authenticate, dialPolicy, onChange } =
      this.#options
    const client: RelayClient = new RelayClient({
      ...{ url, connections, timings, now, wall, random, authenticate },
      dialPolicy: dialPolicy?.(url),
      onEvent: (subscription, event) => {
        if (!this.seen.has(event.id)) this.#subscriptions.get(subscription)?.handler(event, url)
      },
      onChange: () => onChange?.(client.status),
    })
    return client
  }

  #on(relay: string): RelayClient | undefined {
    return this.#clients.find(({ url }) => url === relay)
  }

  #leave(client: RelayClient): void {
    const left = client.stop().finally(() => this.#leaving.delete(left))
    this.#leaving.add(left)
  }
}
