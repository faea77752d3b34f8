import { relay as texts } from '#contract/codes.ts'
import type { Failure } from '#contract/message.ts'
import type { Filter, NostrEvent } from '#contract/nostr.ts'
import { Authentication, type Sharing } from './authentication.ts'
import type { RelayConnection } from './connection.ts'
import type { ConnectionUser } from './connection-users.ts'
import { type DialPolicy, unquoted } from './dial-policy.ts'
import type { ClientFrame, RelayFrame } from './frames.ts'
import type { RelayClock } from './limits.ts'
import { Publications, type PublishOutcome, type Sending, unanswered } from './publications.ts'
import { type Forged, ReadingBudget } from './reading-budget.ts'
import { isRateLimit, type SlowDown, Throttle } from './slow-down.ts'
import type { RelayStatus } from './status.ts'
import { type LiveFilter, Subscriptions } from './subscriptions.ts'

const UNSHARED: Sharing = { isShared: false, knowsOther: false, knowsNewerOther: false }
/** Matches no event, so the relay answers with EOSE alone. */
const NO_EVENT: Filter = { ids: ['0'.repeat(64)], limit: 1 }

/** Where a session's relays find their connections (`RelayPool`). */
export interface Connections {
  /** A connection that the user may share; a new one if there is none. */
  sharedFor(user: ConnectionUser): RelayConnection
  /** A new connection for this user alone. */
  separateFor(user: ConnectionUser): RelayConnection
  /** A subscription id that is unique in the pool. */
  newId(): string
}

export interface SessionRelayOptions extends RelayClock {
  url: string
  connections: Connections
  /** Answers a relay's challenge (NIP-42) with a signed event of kind 22242. */
  authenticate?: ((challenge: string, url: string) => NostrEvent) | undefined
  /** For a relay that the owner has not set. */
  dialPolicy?: DialPolicy | undefined
  onEvent(subscription: string, event: { id: string }): void
  onChange(): void
}

/**
 * One relay of a session: its subscriptions, events and identity there. It shares a connection with other
 * sessions as long as that harms none of them; with trouble of its own it moves to a separate one.
 */
export class SessionRelay implements ConnectionUser {
  readonly url: string
  readonly dialPolicy: DialPolicy | undefined
  readonly #options: SessionRelayOptions
  readonly #subscriptions: Subscriptions
  readonly #publications: Publications
  readonly #authentication: Authentication
  /** What the relay asks of this session, and of no other. */
  readonly #throttle: Throttle
  readonly #probes = new Map<string, (isAnswered: boolean) => void>()
  /** Why the relay refused events, by kind: it may take one kind and not another. The latest is last. */
  readonly #rejections = new Map<number, Failure>()
  /** The budget for events forged for this session, on a connection that others use too. */
  #forgedBudget = new ReadingBudget()
  #connection: RelayConnection | null = null
  #since: number
  #opened = 0
  /** Why the relay is not heard on an open connection. */
  #problem: Failure | null = null
  #eventsIn = 0
  #eventsOut = 0

  constructor(options: SessionRelayOptions) {
    const { url, dialPolicy, timings, now, wall, random, authenticate, onChange } = options
    this.url = url
    this.dialPolicy = dialPolicy
    this.#options = options
    this.#since = now()
    const send = (frame: ClientFrame) => this.#connection?.send(frame)
    this.#publications = new Publications(send, timings.publishTimeout)
    this.#authentication = new Authentication({
      sign: authenticate && ((challenge) => authenticate(challenge, url)),
      send,
      sharing: () => this.#sharing,
    })
    const { slowDownBase: base, slowDownMax: max } = timings
    this.#throttle = new Throttle({ base, max, now, onChange })
    this.#subscriptions = new Subscriptions({
      ...{ send, timings, wall, random },
      onChange: (problem) => this.#setProblem(problem),
      onSuspect: (reason) => this.reconnect(reason),
    })
  }

  get status(): RelayStatus {
    const connection = this.#connection
    return {
      url: this.url,
      state: connection?.state ?? 'closed',
      since: Math.max(this.#since, connection?.since ?? 0),
      heard: this.heard,
      latencyMs: connection?.latencyMs ?? null,
      error: this.#error,
      rejection: this.#rejection,
      slowDown: this.currentSlowDown,
      nextAttemptAt: connection?.nextAttemptAt ?? null,
      eventsIn: this.#eventsIn,
      eventsOut: this.#eventsOut,
      reconnects: Math.max(0, this.#opened - 1),
    }
  }

  /** The connection is open, and the relay has confirmed every subscription. */
  get heard(): boolean {
    return this.#connection?.state === 'open' && this.#subscriptions.confirmed
  }

  get isIdentified(): boolean {
    return this.#authentication.isAccepted
  }

  get isIdentifying(): boolean {
    return this.#authentication.isPending
  }

  get isSubscribing(): boolean {
    return !this.#subscriptions.isEmpty && !this.#subscriptions.confirmed
  }

  start(): void {
    if (this.#connection === null) this.#join(this.#options.connections.sharedFor(this))
  }

  /** Leaves the relay for good; resolves once the socket is closed, if nobody else uses it. */
  async stop(): Promise<void> {
    const connection = this.#connection
    this.#leave()
    this.#throttle.stop()
    this.#publications.failAll(texts.closed)
    this.#since = this.#options.now()
    const left = connection?.leave(this)
    this.#options.onChange()
    await left
  }

  subscribe(id: string, filters: LiveFilter[]): void {
    if (this.#authentication.canAnswer) this.#authentication.answer()
    this.#subscriptions.add(id, filters)
  }

  unsubscribe(id: string): void {
    this.#subscriptions.remove(id)
  }

  publish(event: NostrEvent, sending?: Sending): Promise<PublishOutcome> {
    if (this.#connection === null) return Promise.resolve(unanswered(texts.closed))
    return this.#publications.publish(event, sending)
  }

  /**
   * Whether the relay answers a request that matches no event: a test that needs no event to be published. False
   * when it does not answer in time, or the connection ends.
   */
  probe(): Promise<boolean> {
    const connection = this.#connection
    if (connection?.state !== 'open') return Promise.resolve(false)
    const { connections, timings } = this.#options
    const id = connections.newId()
    return new Promise((resolve) => {
      const settle = (isAnswered: boolean) => {
        clearTimeout(timer)
        this.#probes.delete(id)
        if (isAnswered) this.#connection?.send(['CLOSE', id])
        resolve(isAnswered)
      }
      const timer = setTimeout(() => settle(false), timings.eoseTimeout)
      this.#probes.set(id, settle)
      connection.send(['REQ', id, NO_EVENT])
    })
  }

  clockSet(by: number): void {
    this.#subscriptions.clockSet(by)
  }

  /** Gives up a connection that looks open but does not work for us, and redials with backoff. */
  reconnect(reason: Failure): void {
    const connection = this.#connection
    if (!connection?.isShared) connection?.drop(reason)
    else if (connection.state === 'open') this.moveApart(reason)
  }

  /**
   * Charges the relay for an event that its author never signed, and leaves the connection once that has
   * cost too much CPU time.
   */
  chargeForged({ bytes, ms }: Forged): void {
    if (!this.#connection?.isShared) {
      this.#connection?.chargeForged({ bytes, ms })
      return
    }
    this.#forgedBudget.receive(bytes, false)
    this.#forgedBudget.spend(ms)
    if (this.#forgedBudget.isSpent) this.moveApart(texts.overload)
  }

  moveApart(reason: Failure): void {
    const before = this.#connection
    if (before === null) return
    this.#leave()
    void before.leave(this)
    this.#join(this.#options.connections.separateFor(this), reason)
  }

  changed(): void {
    this.#options.onChange()
  }

  opened(challenge: string | null): void {
    this.#opened += 1
    this.#forgedBudget = new ReadingBudget()
    this.#problem = null
    this.#authentication.reset()
    if (challenge !== null) this.challenged(challenge)
    this.#subscriptions.opened()
    this.#publications.opened()
  }

  closed(): void {
    this.#authentication.reset()
    this.#subscriptions.closed()
    this.#publications.closed()
    for (const settle of [...this.#probes.values()]) settle(false)
  }

  resetAnswerLimit(): void {
    this.#authentication.resetAnswerLimit()
  }

  challenged(challenge: string): void {
    this.#authentication.challenged(challenge, !this.#subscriptions.isEmpty)
  }

  owns(subscription: string): boolean {
    return this.#subscriptions.has(subscription) || this.#probes.has(subscription)
  }

  receive(frame: Extract<RelayFrame, { subscription: string }>): void {
    const { subscription } = frame
    if (frame.type === 'EVENT') {
      this.#eventsIn += 1
      if (this.#subscriptions.onEvent(subscription, createdAtOf(frame.event))) {
        this.#options.onEvent(subscription, frame.event)
      }
    } else if (this.#probes.has(subscription)) this.#probes.get(subscription)?.(true)
    else if (frame.type === 'EOSE') this.#subscriptions.onEose(subscription)
    else this.#onClosed(subscription, this.#quote(frame.reason))
  }

  onOk(id: string, isAccepted: boolean, text: string): void {
    const reason = this.#quote(text)
    if (this.#authentication.onOk(id, isAccepted, reason)) this.#onIdentityAnswered(isAccepted)
    else if (!this.#publications.has(id)) return
    else if (isAccepted || reason.error.startsWith('duplicate:')) this.#onAccepted(id)
    else this.#onRefused(id, reason.error === '' ? texts.noReason : reason)
  }

  onNotice(text: string): void {
    this.#subscriptions.onNotice(this.#quote(text))
  }

  slowDown(text: string): void {
    this.#throttle.request(this.#quote(text).error)
  }

  #join(connection: RelayConnection, after?: Failure): void {
    this.#since = this.#options.now()
    this.#connection = connection
    connection.join(this, after)
  }

  #leave(): void {
    if (this.#connection?.isShared) this.#subscriptions.closeAll()
    this.closed()
    this.#connection = null
  }

  get #sharing(): Sharing {
    return this.#connection?.users.sharingOf(this) ?? UNSHARED
  }

  #onClosed(subscription: string, reason: Failure): void {
    if (isRateLimit(reason.error)) {
      if (this.#sharing.isShared) this.#throttle.request(reason.error)
      else this.#connection?.throttle(reason.error)
    }
    const identification = this.#authentication.refused(reason.error)
    if (identification === 'displaced') {
      this.moveApart(texts.oneIdentity)
      return
    }
    const why = identification === 'none' ? reason : (this.#authentication.refusal ?? reason)
    this.#subscriptions.onClosed(subscription, why, identification === 'given')
  }

  #onIdentityAnswered(isAccepted: boolean): void {
    const { refusal } = this.#authentication
    if (isAccepted) this.#connection?.users.identified(this)
    else if (this.#sharing.knowsOther) {
      this.moveApart(refusal ?? texts.oneIdentity)
      return
    } else this.#setProblem(refusal)
    // After a refusal, too: the relay then refuses each subscription and event with a reason.
    this.#subscriptions.retryNow()
    this.#publications.resend()
  }

  #onAccepted(id: string): void {
    const event = this.#publications.settle(id, { accepted: true })
    if (event === null) return
    this.#eventsOut += 1
    if (this.#rejections.delete(event.kind)) this.#options.onChange()
  }

  #onRefused(id: string, why: Failure): void {
    const identification = this.#authentication.refused(why.error)
    if (identification === 'given') return
    if (identification === 'displaced') {
      this.moveApart(texts.oneIdentity)
      return
    }
    const event = this.#publications.settle(id, { accepted: false, answered: true, why })
    if (event === null) return
    if (isRateLimit(why.error)) {
      this.#connection?.throttle(why.error)
      return
    }
    const before = this.#rejection
    this.#rejections.delete(event.kind)
    this.#rejections.set(event.kind, why)
    if (before?.error !== why.error) this.#options.onChange()
  }

  #setProblem(problem: Failure | null): void {
    this.#problem = problem
    this.#options.onChange()
  }

  get #rejection(): Failure | null {
    return [...this.#rejections.values()].at(-1) ?? null
  }

  get #error(): Failure | null {
    const connection = this.#connection
    if (connection === null) return null
    if (connection.state === 'open') return this.#problem
    return connection.error({ isQuoted: this.#isQuoted })
  }

  /** The slow-down that the relay asks of this session or of all, whichever lasts longer; null: none. */
  get currentSlowDown(): SlowDown | null {
    const own = this.#throttle.current
    const all = this.#connection?.slowDown ?? null
    if (all === null || (own !== null && own.until >= all.until)) return own
    return { ...all, reason: this.#quote(all.reason).error }
  }

  get #isQuoted(): boolean {
    return this.dialPolicy === undefined || this.#connection?.isPrivate === false
  }

  #quote(text: string): Failure {
    return this.#isQuoted ? { error: text } : unquoted(text)
  }
}

/** An event without a valid date is let through: its fields are not checked here. */
const createdAtOf = (event: { created_at?: unknown }): number =>
  typeof event.created_at === 'number' ? event.created_at : Number.POSITIVE_INFINITY
