import type { NostrEvent } from '#contract/nostr.ts'
import { relay as texts } from '#contract/relay-messages.ts'
import type { Company } from './authentication.ts'
import type { RelayConnection } from './connection.ts'
import { Conversation } from './conversation.ts'
import { type DialPolicy, unquoted } from './dial-policy.ts'
import type { RelayFrame } from './frames.ts'
import { type PublishOutcome, type Sending, unanswered } from './publications.ts'
import { type Forged, ReadingBudget } from './reading-budget.ts'
import type { SlowDown } from './slow-down.ts'
import type { RelayStatus } from './status.ts'
import type { LiveFilter } from './subscriptions.ts'
import type { RelayTimings } from './timings.ts'

const ALONE: Company = { isShared: false, knowsAnother: false, knowsAnotherSince: false }

/** Where clients find their connections. */
export interface Connections {
  /** One that the client can use; a new one if there is none. */
  forClient(client: RelayClient): RelayConnection
  /** One for this client alone. */
  apart(client: RelayClient): RelayConnection
  /** A name that no other subscription on any connection has. */
  newId(): string
}

export interface RelayClientOptions {
  url: string
  connections: Connections
  timings: RelayTimings
  /** For intervals, and for stamps: Unix milliseconds. */
  now(): number
  wall(): number
  random(): number
  /** Answers a relay's challenge (NIP-42) with a signed event of kind 22242. */
  authenticate?: ((challenge: string, url: string) => NostrEvent) | undefined
  /** For a relay that the owner has not set. */
  dialPolicy?: DialPolicy | undefined
  onEvent(subscription: string, event: { id: string }): void
  onChange(): void
}

/**
 * What one line is to one relay. It shares a connection with other lines as long as that harms none of
 * them: if this one alone has trouble, it goes on over a connection of its own.
 */
export class RelayClient {
  readonly url: string
  readonly dialPolicy: DialPolicy | undefined
  readonly #options: RelayClientOptions
  readonly #conversation: Conversation
  /** What events forged for this line may cost, on a connection that others are on. */
  #forged = new ReadingBudget()
  #connection: RelayConnection | null = null
  #since: number
  #opened = 0

  constructor(options: RelayClientOptions) {
    const { url, dialPolicy, timings, now, wall, random, authenticate, connections } = options
    this.url = url
    this.dialPolicy = dialPolicy
    this.#options = options
    this.#since = now()
    this.#conversation = new Conversation({
      ...{ url, timings, now, wall, random, authenticate },
      send: (frame) => this.#connection?.send(frame),
      newId: () => connections.newId(),
      company: () => this.#connection?.companyOf(this) ?? ALONE,
      onIdentified: () => this.#connection?.identified(this),
      onThrottled: (reason) => this.#connection?.spare(reason),
      onUnwelcome: (reason) => this.moveApart(reason),
      onSuspect: (reason) => this.reconnect(reason),
      onEvent: (subscription, event) => options.onEvent(subscription, event),
      onChange: () => options.onChange(),
    })
  }

  get status(): RelayStatus {
    const connection = this.#connection
    const { rejection, eventsIn, eventsOut } = this.#conversation
    return {
      url: this.url,
      state: connection?.state ?? 'closed',
      since: Math.max(this.#since, connection?.since ?? 0),
      heard: this.heard,
      latencyMs: connection?.latencyMs ?? null,
      error: this.#error,
      rejection,
      notice: this.#quote(connection?.notice ?? null),
      slowDown: this.#slowDown,
      nextAttemptAt: connection?.nextAttemptAt ?? null,
      eventsIn,
      eventsOut,
      reconnects: Math.max(0, this.#opened - 1),
    }
  }

  get heard(): boolean {
    return this.#connection?.state === 'open' && this.#conversation.isConfirmed
  }

  get isIdentified(): boolean {
    return this.#conversation.isIdentified
  }

  get isIdentifying(): boolean {
    return this.#conversation.isIdentifying
  }

  get isAsking(): boolean {
    return this.#conversation.isAsking
  }

  start(): void {
    if (this.#connection === null) this.#enter(this.#options.connections.forClient(this))
  }

  /** Leaves the relay for good; resolves once the socket is closed, if nobody else uses it. */
  async stop(): Promise<void> {
    const connection = this.#connection
    this.#leave()
    this.#conversation.stop()
    this.#since = this.#options.now()
    const left = connection?.leave(this)
    this.#options.onChange()
    await left
  }

  subscribe(id: string, filters: LiveFilter[]): void {
    this.#conversation.subscribe(id, filters)
  }

  unsubscribe(id: string): void {
    this.#conversation.unsubscribe(id)
  }

  publish(event: NostrEvent, sending?: Sending): Promise<PublishOutcome> {
    if (this.#connection === null) return Promise.resolve(unanswered(texts.closed))
    return this.#conversation.publish(event, sending)
  }

  /** Whether the relay answers a question about nothing (`Liveness`). */
  probe(): Promise<boolean> {
    return this.#connection?.state === 'open' ? this.#conversation.probe() : Promise.resolve(false)
  }

  /** The machine's clock was set. @param by milliseconds forward */
  clockSet(by: number): void {
    this.#conversation.clockSet(by)
  }

  /** Gives up a connection that looks open but does not work for us, and redials with backoff. */
  reconnect(reason: string): void {
    const connection = this.#connection
    if (!connection?.isShared) connection?.drop(reason)
    else if (connection.state === 'open') this.moveApart(reason)
  }

  /**
   * Charges the relay for an event that its author never signed, and leaves it once that has cost too
   * much of our time.
   */
  chargeForged({ bytes, ms }: Forged): void {
    if (!this.#connection?.isShared) {
      this.#connection?.chargeForged({ bytes, ms })
      return
    }
    this.#forged.receive(bytes, false)
    this.#forged.spend(ms)
    if (this.#forged.isSpent) this.moveApart(texts.overload)
  }

  /** Goes on over a connection of our own, dialled as after a break for this reason. */
  moveApart(reason: string): void {
    const before = this.#connection
    if (before === null) return
    this.#leave()
    void before.leave(this)
    this.#enter(this.#options.connections.apart(this), reason)
  }

  /** The connection's state has changed. */
  changed(): void {
    this.#options.onChange()
  }

  /** There is an open connection: a new one, or one that we joined. */
  opened(challenge: string | null): void {
    this.#opened += 1
    this.#forged = new ReadingBudget()
    this.#conversation.opened(challenge)
  }

  /** The connection is lost. */
  closed(): void {
    this.#conversation.closed()
  }

  refill(): void {
    this.#conversation.refill()
  }

  challenged(challenge: string): void {
    this.#conversation.challenged(challenge)
  }

  owns(subscription: string): boolean {
    return this.#conversation.owns(subscription)
  }

  receive(frame: Extract<RelayFrame, { subscription: string }>): void {
    this.#conversation.receive(
      frame.type === 'CLOSED' ? { ...frame, reason: this.#quote(frame.reason) } : frame,
    )
  }

  onOk(id: string, accepted: boolean, words: string): void {
    this.#conversation.onOk(id, accepted, this.#quote(words))
  }

  onNotice(words: string): void {
    this.#conversation.onNotice(this.#quote(words))
  }

  spare(words: string): void {
    this.#conversation.spare(this.#quote(words))
  }

  #enter(connection: RelayConnection, after?: string): void {
    this.#since = this.#options.now()
    this.#connection = connection
    connection.join(this, after)
  }

  #leave(): void {
    if (this.#connection?.isShared) this.#conversation.withdraw()
    else this.#conversation.closed()
    this.#connection = null
  }

  get #error(): string | null {
    const connection = this.#connection
    if (connection === null) return null
    if (connection.state === 'open') return this.#conversation.problem
    return connection.error({ isQuoted: this.#isQuoted })
  }

  /** What it asks of this line or of all, whichever lasts longer. */
  get #slowDown(): SlowDown | null {
    const own = this.#conversation.slowDown
    const all = this.#connection?.slowDown ?? null
    if (all === null || (own !== null && own.until >= all.until)) return own
    return { ...all, reason: this.#quote(all.reason) }
  }

  get #isQuoted(): boolean {
    return this.dialPolicy === undefined || this.#connection?.isPrivate === false
  }

  #quote<Words extends string | null>(words: Words): Words | string {
    return words === null || this.#isQuoted ? words : unquoted(words)
  }
}
